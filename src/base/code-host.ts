/** An account that has installed the App. Its number identifies it; logins change hands. */
export type HostAccount = { id: number; login: string };

/** An installation of the App, as the code host reports it now. */
export type HostInstallation = {
  id: number;
  account: HostAccount;
  suspended_at: string | null;
  updated_at: string;
  /** Granted levels by permission: `{checks: 'write'}`. */
  permissions: Readonly<Record<string, string>>;
  events: readonly string[];
};

/**
 * Whether a repository is hidden from the public, by the code host's fields. `internal` repositories, which everybody in
 * an enterprise may read, are hidden. Without these fields a repository counts as public.
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

/** One attempt of the code host to deliver an event; several may have the same `delivery_id`. */
export type HostDelivery = {
  /** The attempt's id, for a redelivery request. A text, since GitHub's ids exceed the exact range of numbers. */
  id: string;
  delivery_id: string;
  delivered_at: string;
  redelivery: boolean;
  /** 0 where the receiver did not respond. */
  status_code: number;
  event: string;
  action: string | null;
  installation_id: number | null;
};

export type TreeEntry = { path: string; type: 'file' | 'directory' | 'link' | 'submodule'; sha: string; size: number };
/** `truncated`: the code host left files out. */
export type HostTree = { sha: string; entries: TreeEntry[]; truncated: boolean };

export type HostPullRequest = {
  number: number;
  title: string;
  state: 'open' | 'closed';
  merged: boolean;
  draft: boolean;
  /** The commit that would be merged; `foreign`: it is in another repository (a fork). */
  head: { sha: string; ref: string; foreign: boolean };
  /** The account that opened it; null where it was deleted. `isPerson` is false for programs. */
  author: (HostAccount & { isPerson: boolean }) | null;
  base: { ref: string; sha: string };
};

/**
 * A file that a pull request or comparison changes; `previous_path` if it was renamed. `sha` identifies its content
 * after the change: null if it was deleted, absent where the code host does not report it.
 */
export type ChangedFile = { path: string; previous_path?: string; sha?: string | null };
/** `truncated`: the code host lists only some of the files. */
export type ChangedFiles = { files: ChangedFile[]; truncated: boolean };

export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'cancelled' | 'skipped' | 'action_required';

export type CheckRun = {
  name: string;
  head_sha: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion?: CheckConclusion;
  /** Plumbline's own id: that of the analysis. */
  external_id?: string;
  details_url?: string;
  started_at?: string;
  completed_at?: string;
  output?: { title: string; summary: string; text?: string };
};

export type HostIssue = { number: number; state: 'open' | 'closed'; title: string };

/**
 * Why the code host refused a request: `unauthorized` (it rejects the App's key or token), `forbidden` (a permission is
 * missing; `permission` names it where the host does), `suspended`, `gone` (404 or 410: deleted, renamed, or not
 * visible), `conflict` (409, 422), `rate_limited` (`retry_at`), `too_large`, `unavailable` (5xx, timeouts, no
 * connection; already retried), `not_configured`.
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

  /** Whether the error is temporary, so that the same request may succeed later. */
  get isTemporary(): boolean {
    return this.code === 'unavailable' || this.code === 'rate_limited';
  }
}

/** The result of a request; undefined where the code host has no such object (any more). */
export async function unlessGone<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof CodeHostProblem && error.code === 'gone') return undefined;
    throw error;
  }
}
