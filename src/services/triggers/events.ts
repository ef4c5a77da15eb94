import type { HostAccount } from '../codehosts/port.ts';

/** What happened at the code host, by its numbers; a job finds out what it means by now. */
export type TriggerEvent =
  /** Commits on the default branch; `before` is where it was. */
  | { kind: 'push'; before: string; after: string }
  | { kind: 'pull_request'; number: number }
  /** Somebody asks, who may write if it is to count; on an issue that is no pull request, for the default branch. */
  | { kind: 'comment'; id: number; pull_request: number | null; author: HostAccount }
  /** A check of a commit is to be done again; `mark` tells one wish from the next. `by`: who wants it, where that is known. */
  | {
      kind: 'rerequest';
      sha: string;
      branch: string | null;
      pull_request: number | null;
      mark: string;
      by?: HostAccount | null;
    };

/** What is to be looked into: `services/triggers/follow.ts` does. */
export type TriggerJob = {
  org_id: string;
  repo_id: string;
  actor: string | null;
  event: TriggerEvent;
  /** How often it was put off, after all tries had failed. */
  put_off?: number;
};
