/** Facts of an account that has installed the App. Numbers identify; names change hands. */
export type HostAccount = { id: number; login: string };

/** An installation of the App as the code host knows it now. */
export type HostInstallation = {
  id: number;
  account: HostAccount;
  suspended_at: string | null;
  updated_at: string;
  /** Names of permissions with what is granted: `{checks: 'write'}`. */
  permissions: Readonly<Record<string, string>>;
  events: readonly string[];
};

/**
 * Whether a repository is kept from the public, by what a code host says of it: `internal` ones, which all of an enterprise may read, are.
 * One of which that is not said counts as public.
 */
export const isKeptPrivate = ({
  private: isPrivate,
  visibility,
}: {
  private?: boolean;
  visibility?: string | null;
}): boolean => (visibility == null ? isPrivate === true : visibility === 'private' || visibility === 'internal');

/** A repository as an installation sees it now. */
export type HostRepository = {
  id: number;
  full_name: string;
  private: boolean;
  archived: boolean;
  default_branch: string;
  updated_at: string;
  owner: HostAccount;
};

/** One try of the code host to deliver an event; several may carry the same `delivery_id`. */
export type HostDelivery = {
  /** The id of the try, for redelivery. A text, since GitHub's are beyond what a number holds exactly. */
  id: string;
  delivery_id: string;
  delivered_at: string;
  redelivery: boolean;
  /** 0 where nobody answered. */
  status_code: number;
  event: string;
  action: string | null;
  installation_id: number | null;
};

export type TreeEntry = { path: string; type: 'file' | 'directory' | 'link' | 'submodule'; sha: string; size: number };
/** `truncated`: the code host has left files out. */
export type HostTree = { sha: string; entries: TreeEntry[]; truncated: boolean };

export type HostPullRequest = {
  number: number;
  title: string;
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  /** The commit that would be merged, and whether it lies in another repository (a fork). */
  head: { sha: string; ref: string; foreign: boolean };
  /** Who opened it; null where the account is gone. `isPerson` is false for programs. */
  author: (HostAccount & { isPerson: boolean }) | null;
  base: { ref: string; sha: string };
};

/**
 * A file that a pull request or comparison touches; `previous_path` where it was renamed. `sha` is what it can be read by as it
 * is after the change: null where it is gone, absent where the code host does not say.
 */
export type ChangedFile = { path: string; previous_path?: string; sha?: string | null };
/** `truncated`: the code host lists only part of them. */
export type ChangedFiles = { files: ChangedFile[]; truncated: boolean };

export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'cancelled' | 'skipped' | 'action_required';

/** The content of a check. */
export type CheckRun = {
  name: string;
  head_sha: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion?: CheckConclusion;
  /** Our id of what it is about: the analysis. */
  external_id?: string;
  details_url?: string;
  started_at?: string;
  completed_at?: string;
  output?: { title: string; summary: string; text?: string };
};

export type HostIssue = { number: number; state: 'open' | 'closed'; title: string };

/**
 * Why the code host refused a request: `unauthorized` (the App's key or a token is not taken), `forbidden` (a
 * permission is missing: `permission` names it where the host names it), `suspended`, `gone` (404 or 410: removed, renamed away, or
 * not visible), `conflict` (409, 422), `rate_limited` (`retry_at`), `too_large`, `unavailable` (5xx, timeouts, no connection; tried
 * again already), `not_configured`.
 */
export type CodeHostProblemCode =
  | 'unauthorized'
  | 'forbidden'
  | 'suspended'
  | 'gone'
  | 'conflict'
  | 'rate_limited'
  | 'too_large'
  | 'unavailable'
  | 'not_configured';

export class CodeHostProblem extends Error {
  readonly code: CodeHostProblemCode;
  readonly permission: string | undefined;
  readonly retry_at: Date | undefined;

  constructor(
    code: CodeHostProblemCode,
    message: string,
    more: { permission?: string; retry_at?: Date; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'CodeHostProblem';
    this.code = code;
    this.permission = more.permission;
    this.retry_at = more.retry_at;
  }

  /** Whether the error passes by itself, so that the same request may succeed later. */
  get isTemporary(): boolean {
    return this.code === 'unavailable' || this.code === 'rate_limited';
  }
}

/** The answer to a request; undefined where the code host has nothing of that name (any more). */
export async function unlessGone<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof CodeHostProblem && error.code === 'gone') return undefined;
    throw error;
  }
}
