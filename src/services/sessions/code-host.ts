import type { HostAccount } from '../codehosts/port.ts';

/** An installation of the App of which a person can see something. */
export type PersonInstallation = { id: number; account: HostAccount & { kind: 'organization' | 'person' } };

/** The code host as one person sees it. All methods throw `CodeHostProblem`, or the reason of an abort. */
export type PersonClient = {
  getAccount(): Promise<HostAccount>;
  listInstallations(): Promise<PersonInstallation[]>;
  /** The code host's ids of the repositories that both the person and the installation may see. */
  listRepositories(installationId: number): Promise<number[]>;
  /**
   * The person's role in an organization. `none` for an outside collaborator, whatever they may do in its repositories;
   * for a person with a pending invitation; and if the App may not know.
   */
  roleIn(organization: string): Promise<'owner' | 'member' | 'none'>;
  /** Revokes the token. */
  end(): Promise<void>;
};

/** One authorization, from the redirect to the callback. */
export type OAuthState = {
  redirectUri: string;
  /** Known to this browser only; the callback repeats it. */
  state: string;
  /** PKCE: proves that the callback comes from the browser that was redirected. */
  verifier: string;
};

/** Sign-in with the code host's App. */
export type CodeHostSignIn = {
  name: string;
  /** The code host's page that the browser is redirected to. */
  authorizeUrl(state: OAuthState): string;
  /**
   * Exchanges the code of a callback for a client that acts as the person. Throws `CodeHostProblem`: `gone` for a code
   * that is unknown, used, expired or of another authorization; `unauthorized` if the code host rejects the App's own
   * credentials.
   */
  exchangeCode(code: string, state: OAuthState, signal: AbortSignal): Promise<PersonClient>;
};

export type WithSignIns = {
  /** The code hosts that people sign in with, by name. */
  signIns: ReadonlyMap<string, CodeHostSignIn>;
};
