import type { HostAccount } from '../codehosts/port.ts';

/** An installation of the App that a person can see something of. */
export type PersonInstallation = { id: number; account: HostAccount & { kind: 'organization' | 'person' } };

/** The code host as one person sees it. Everything throws `CodeHostProblem`, or the reason of an abort. */
export type PersonClient = {
  getAccount(): Promise<HostAccount>;
  listInstallations(): Promise<PersonInstallation[]>;
  /** The code host's numbers of the repositories that both the person and the installation may see. */
  listRepositories(installationId: number): Promise<number[]>;
  /**
   * What the person is in an organization: `none` for an outside collaborator, whatever they may do in its repositories, for somebody
   * who was invited and has not accepted, and where the App may not know.
   */
  roleIn(organization: string): Promise<'owner' | 'member' | 'none'>;
  /** Revokes the token. */
  end(): Promise<void>;
};

/** One authorization, from the redirect to the callback. */
export type OAuthState = {
  redirectUri: string;
  /** Known to this browser alone; the callback repeats it. */
  state: string;
  /** PKCE: proves that the browser of the callback is the one that was redirected. */
  verifier: string;
};

/** Signing in with the code host's App. */
export type CodeHostSignIn = {
  name: string;
  /** The code host's page that the browser is redirected to. */
  authorizeUrl(state: OAuthState): string;
  /**
   * Exchanges the code of a callback for a client that acts as the person. Throws `CodeHostProblem`: `gone` for a code that is unknown, used, too old or
   * another authorization's; `unauthorized` where the code host does not take the App's own credentials.
   */
  exchangeCode(code: string, state: OAuthState, signal: AbortSignal): Promise<PersonClient>;
};

export type WithSignIns = {
  /** The code hosts that people sign in with, by name. */
  signIns: ReadonlyMap<string, CodeHostSignIn>;
};
