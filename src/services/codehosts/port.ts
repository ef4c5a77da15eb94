import type {
  ChangedFiles,
  CheckRun,
  HostAccount,
  HostDelivery,
  HostInstallation,
  HostIssue,
  HostPullRequest,
  HostRepository,
  HostTree,
} from '../../base/code-host.ts';

export * from '../../base/code-host.ts';

type IssueText = { title: string; body: string };
/** A check without its commit. Its text has been through the decision how much of it may be shown. */
export type ShownCheck = Omit<CheckRun, 'head_sha' | 'output'> & { output: Shown<NonNullable<CheckRun['output']>> };

/** The operations of the App as one installation. Repositories are named by their current full names. */
export type InstallationClient = {
  /** All repositories that the installation may see. */
  listRepositories(signal?: AbortSignal): Promise<HostRepository[]>;
  /** All files at a branch, tag or commit. */
  readTree(repository: string, ref: string, signal?: AbortSignal): Promise<HostTree>;
  /** The bytes of a file by the sha of its entry. Throws `too_large` above `maxBytes`. */
  readBlob(repository: string, sha: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** The head commit of a branch. Throws `gone` if there is no such branch. */
  headOf(repository: string, branch: string): Promise<string>;
  /** True if everybody can read the repository. An enterprise's `internal` repository is not public. */
  isPublic(repository: string): Promise<boolean>;
  /**
   * True if the account can write to the repository now. False if its login has passed to another account, or to none.
   */
  mayWrite(repository: string, account: HostAccount): Promise<boolean>;
  getPullRequest(repository: string, number: number): Promise<HostPullRequest>;
  listPullRequestFiles(repository: string, number: number): Promise<ChangedFiles>;
  /** The difference between two commits, for a push whose payload does not list all files. */
  compareCommits(repository: string, base: string, head: string): Promise<ChangedFiles>;
  /** Returns the id. */
  createCheckRun(repository: string, check: ShownCheck & Pick<CheckRun, 'head_sha'>): Promise<number>;
  updateCheckRun(repository: string, id: number, check: ShownCheck): Promise<void>;
  /** The newest check run of this name on the commit that the App created, with its `external_id`. */
  findCheckRun(
    repository: string,
    sha: string,
    name: string,
  ): Promise<{ id: number; external_id: string | null } | undefined>;
  createComment(repository: string, issue: number, body: Shown<string>): Promise<number>;
  updateComment(repository: string, id: number, body: Shown<string>): Promise<void>;
  deleteComment(repository: string, id: number): Promise<void>;
  /** The first comment on an issue or pull request that the App itself wrote and that contains `marker`. */
  findComment(repository: string, issue: number, marker: string): Promise<number | undefined>;
  createIssue(repository: string, issue: Shown<IssueText>): Promise<HostIssue>;
  updateIssue(
    repository: string,
    number: number,
    changes: Shown<IssueText> & { state?: 'open' | 'closed' },
  ): Promise<void>;
  getIssue(repository: string, number: number): Promise<HostIssue | undefined>;
  /** The first open issue that the App itself opened and whose body contains `marker`. */
  findIssue(repository: string, marker: string): Promise<HostIssue | undefined>;
};

/** A code host's App, as itself and as its installations. All methods throw `CodeHostProblem`. */
export type CodeHostApp = {
  name: string;
  /** The start of addresses of repositories, pull requests and commits on the web: `https://github.com`. */
  webUrl: string;
  getApp(): Promise<{
    id: number;
    slug: string;
    name: string;
    /** The App's page; `/installations/new` below it installs the App. */
    html_url: string;
    permissions: Readonly<Record<string, string>>;
    events: readonly string[];
  }>;
  listInstallations(signal?: AbortSignal): Promise<HostInstallation[]>;
  /** Undefined if it does not exist (any more). */
  getInstallation(id: number): Promise<HostInstallation | undefined>;
  /** Delivery attempts since a time, newest first. */
  listDeliveries(since: Date, signal?: AbortSignal): Promise<HostDelivery[]>;
  redeliver(id: string): Promise<void>;
  as(installationId: number): InstallationClient;
};

export type WithApps = {
  /** The configured Apps by the name of their code host: `github`. */
  apps: ReadonlyMap<string, CodeHostApp>;
};

declare const shown: unique symbol;

/**
 * A text that has been through the decision how much of it its readers may see. Installations write only such texts,
 * and only `services/publishing/show.ts` makes them.
 */
export type Shown<Text> = Text & { readonly [shown]: true };
