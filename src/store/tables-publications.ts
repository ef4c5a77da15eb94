import type { ColumnType, Generated } from 'kysely';
import type { Nullable, Time } from './columns.ts';

/**
 * Something that was written at the code host, or is about to be. Keyed (org_id, repo_id, kind, subject): of a comment the
 * pull request's number, of a check `<pull request>/<commit>`, of the repository's issue nothing.
 */
export type PublicationTable = {
  org_id: string;
  repo_id: string;
  kind: 'check' | 'comment' | 'issue';
  subject: string;
  /** The code host's number of it (bigint, read as a number); null until it is known to be there. */
  external_id: Nullable<number>;
  /** The analysis that it tells of; a later one's is never replaced by an earlier one's. */
  analysis_id: Nullable<string>;
  /** What stands there: a check is `in_progress` or `completed`, the others tell of `drift` or that there is none. */
  status: 'in_progress' | 'completed' | 'drift' | 'none';
  /** Of what was written, so that the same is not written again. */
  digest: Nullable<string>;
  /** Whether what stands there holds details: see `show`. */
  details: Generated<boolean>;
  /** Of an issue: the newest incident that it tells of. */
  newest_incident: Nullable<string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
};

/** Who writes to a pull request (`pull/12`) or the issue (`issue`) of a repository now, and until when at most. */
export type PublicationLeaseTable = {
  org_id: string;
  repo_id: string;
  thread: string;
  leased_by: string;
  leased_until: Time;
};
