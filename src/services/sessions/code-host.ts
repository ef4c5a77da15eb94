import type { HostAccount } from '../codehosts/port.ts';

/** An installation of the App that a person can see something of. */
export type PersonInstallation = { id: number; account: HostAccount & { kind: 'organization' | 'person' } };

/** What the code host tells somebody of themselves. Everything throws `CodeHostProblem`, or what aborted it. */
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
  /** Ends the leave to ask in their name. */
  end(): Promise<void>;
};

/** Where a person is sent to and comes back from. */
export type Errand = {
  redirectUri: string;
  /** What only the browser that is sent knows; comes back with it. */
  state: string;
  /** What only this server and that browser know: proves that whoever brings the code was sent. */
  verifier: string;
};

/** Signing in with the code host's App. */
export type CodeHostSignIn = {
  name: string;
  /** Where the browser is sent to. */
  addressFor(errand: Errand): string;
  /**
   * Speaks for the person who came back with a code. Throws `CodeHostProblem`: `gone` for a code that is unknown, used, too old or
   * another errand's; `unauthorized` where the code host does not take the App's own credentials.
   */
  speakFor(code: string, errand: Errand, signal: AbortSignal): Promise<PersonClient>;
};

export type WithSignIns = {
  /** The code hosts that people sign in with, by name. */
  signIns: ReadonlyMap<string, CodeHostSignIn>;
};
