import type { HostAccount } from '../../base/code-host.ts';
import type { Trigger } from '../../engine/model/analysis.ts';
import type { Queue } from '../../jobs/types.ts';

/** An event of the code host, by its ids; the job reads the current state there. */
export type TriggerEvent =
  /** Commits on the default branch; `before` is its previous head. */
  | { kind: 'push'; before: string; after: string }
  | { kind: 'pull_request'; number: number }
  /** A command in a comment, which counts if its author has write access. On an issue, it is for the default branch. */
  | { kind: 'comment'; id: number; pull_request: number | null; author: HostAccount }
  /** A request to repeat the check of a commit. `mark` identifies the request; `by` made it, if known. */
  | {
      kind: 'rerequest';
      sha: string;
      branch: string | null;
      pull_request: number | null;
      mark: string;
      by?: HostAccount | null;
    };

/** An event that may call for an analysis: `services/triggers/follow.ts` follows it. */
export type TriggerJob = {
  org_id: string;
  repo_id: string;
  actor: string | null;
  event: TriggerEvent;
  /** How often the job was postponed after all attempts had failed. */
  put_off?: number;
};

/** A repository whose claims on states are to be read. `afterwards` is enqueued next; `mark` deduplicates its job. */
export type MapJob = { org_id: string; repo_id: string; afterwards?: { job: TriggerJob; mark: string } };

/** The queues with the content of their messages. */
export type Jobs = {
  analysis: { analysis_id: string; org_id: string };
  /**
   * `replay` counts the replays of the delivery, so that the result of an earlier job is not taken for a later one's.
   */
  delivery: { id: string; replay: number };
  /** Syncs an installation and its repositories with the code host; `wanted` is the number of the sync request. */
  sync: { codehost: string; installation_id: number; wanted: number };
  reconcile: { codehost: string };
  erase: { org_id: string };
  map: MapJob;
  /** One attempt to deliver a message to an organization's webhook; `replay` and `attempt` identify an outdated job. */
  notify: { org_id: string; id: string; replay: number; attempt: number };
  trigger: TriggerJob;
  /** An organization's next run is due; `unmanaged`: with an inventory. */
  schedule: { org_id: string; unmanaged?: boolean };
  /**
   * Publishes the status of a request at the code host. Without an analysis, it says that there was nothing to analyse.
   */
  publish: {
    org_id: string;
    repo_id: string | null;
    analysis_id: string | null;
    request_id: string | null;
    trigger: Trigger;
    /** The pull request waits for a person with write access. */
    held?: boolean;
  };
};

/** The part of the queue that an analysis needs. */
export type JobSender = Pick<Queue<Jobs>, 'send'>;
