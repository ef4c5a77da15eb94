import type { HostAccount } from '../../base/code-host.ts';
import type { Trigger } from '../../engine/model/analysis.ts';
import type { Queue } from '../../jobs/types.ts';

/** An event of the code host, by its ids; the job reads the current state there. */
export type TriggerEvent =
  /** Commits on the default branch; `before` is where it was. */
  | { kind: 'push'; before: string; after: string }
  | { kind: 'pull_request'; number: number }
  /** A request in a comment, which counts if its author may write; on an issue that is no pull request, for the default branch. */
  | { kind: 'comment'; id: number; pull_request: number | null; author: HostAccount }
  /** A request to repeat the check of a commit; `mark` identifies the request. `by`: who made it, where that is known. */
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
  /** How often it was put off, after all tries had failed. */
  put_off?: number;
};

/** A repository whose claims on states are to be read. `afterwards` is followed afterwards; `mark` makes the same event the same job there. */
export type MapJob = { org_id: string; repo_id: string; afterwards?: { job: TriggerJob; mark: string } };

/** The jobs, by queue, with the content of a message. */
export type Jobs = {
  analysis: { analysis_id: string; org_id: string };
  /** `replay` counts how often the delivery was replayed, so that an earlier job cannot speak for a later one. */
  delivery: { id: string; replay: number };
  /** Syncs an installation and its repositories with the code host; `wanted` is the number of the sync request. */
  sync: { codehost: string; installation_id: number; wanted: number };
  reconcile: { codehost: string };
  erase: { org_id: string };
  map: MapJob;
  /** One attempt to deliver a message to an organization's webhook; `replay` and `attempt` identify an outdated job. */
  notify: { org_id: string; id: string; replay: number; attempt: number };
  trigger: TriggerJob;
  /** An organization's next run is due. */
  schedule: { org_id: string };
  /** Publishes the status of a request at the code host; without an analysis, that there was nothing to analyse. */
  publish: {
    org_id: string;
    repo_id: string | null;
    analysis_id: string | null;
    request_id: string | null;
    trigger: Trigger;
    /** The pull request waits for somebody who may write. */
    held?: boolean;
  };
};

/** Writes messages: all of the queue that an analysis needs. */
export type JobSender = Pick<Queue<Jobs>, 'send'>;
