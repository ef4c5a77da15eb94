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
/** A check without its commit, with a text of which it was decided how much it says. */
export type ShownCheck = Omit<CheckRun, 'head_sha' | 'output'> & { output: Shown<NonNullable<CheckRun['output']>> };

/** What one installation lets the App do. Repositories are named by their full name, as it is called now. */
export type InstallationClient = {
  /** All that the installation may see. */
  listRepositories(signal?: AbortSignal): Promise<HostRepository[]>;
  /** All files at a branch, tag or commit. */
  readTree(repository: string, ref: string, signal?: AbortSignal): Promise<HostTree>;
  /** A file's bytes by the sha of its entry. Refuses (`too_large`) more than `maxBytes`. */
  readBlob(repository: string, sha: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** The commit that a branch is at now; `gone` where there is none of that name. */
  headOf(repository: string, branch: string): Promise<string>;
  /** Whether everybody may read the repository now. One of an enterprise's inside (`internal`) is not public. */
  isPublic(repository: string): Promise<boolean>;
  /** Whether an account may write to the repository now; false, too, where its name is somebody else's by now, or nobody's. */
  mayWrite(repository: string, account: HostAccount): Promise<boolean>;
  getPullRequest(repository: string, number: number): Promise<HostPullRequest>;
  listPullRequestFiles(repository: string, number: number): Promise<ChangedFiles>;
  /** The difference between two commits; for a push whose payload does not list all files. */
  compareCommits(repository: string, base: string, head: string): Promise<ChangedFiles>;
  /** Answers the id. */
  createCheckRun(repository: string, check: ShownCheck & Pick<CheckRun, 'head_sha'>): Promise<number>;
  updateCheckRun(repository: string, id: number, check: ShownCheck): Promise<void>;
  /** The newest check run of this name that the App made on the commit, with its `external_id`. */
  findCheckRun(
    repository: string,
    sha: string,
    name: string,
  ): Promise<{ id: number; external_id: string | null } | undefined>;
  createComment(repository: string, issue: number, body: Shown<string>): Promise<number>;
  updateComment(repository: string, id: number, body: Shown<string>): Promise<void>;
  deleteComment(repository: string, id: number): Promise<void>;
  /** The first comment on an issue or pull request that the App itself made and that holds `marker`. */
  findComment(repository: string, issue: number, marker: string): Promise<number | undefined>;
  createIssue(repository: string, issue: Shown<IssueText>): Promise<HostIssue>;
  updateIssue(
    repository: string,
    number: number,
    changes: Shown<IssueText> & { state?: 'open' | 'closed' },
  ): Promise<void>;
  getIssue(repository: string, number: number): Promise<HostIssue | undefined>;
  /** The first open issue that the App itself made and whose body holds `marker`. */
  findIssue(repository: string, marker: string): Promise<HostIssue | undefined>;
};

/** A code host's App, as itself and as its installations. Everything throws `CodeHostProblem`. */
export type CodeHostApp = {
  name: string;
  /** Where a repository, pull request or commit is shown to people: `https://github.com`. */
  webUrl: string;
  getApp(): Promise<{
    id: number;
    slug: string;
    name: string;
    /** Where people see it, and below it (`/installations/new`) install it. */
    html_url: string;
    permissions: Readonly<Record<string, string>>;
    events: readonly string[];
  }>;
  listInstallations(signal?: AbortSignal): Promise<HostInstallation[]>;
  /** Undefined where there is none (any more). */
  getInstallation(id: number): Promise<HostInstallation | undefined>;
  /** Tries since a moment, newest first. */
  listDeliveries(since: Date, signal?: AbortSignal): Promise<HostDelivery[]>;
  redeliver(id: string): Promise<void>;
  as(installationId: number): InstallationClient;
};

export type WithApps = {
  /** The Apps of the code hosts where one is configured, by the name of the host: `github`. */
  apps: ReadonlyMap<string, CodeHostApp>;
};

declare const shown: unique symbol;

/**
 * A text of which it was decided how much it says to those who may read it: an installation writes no other. `services/publishing/show.ts`
 * alone makes them.
 */
export type Shown<Text> = Text & { readonly [shown]: true };
