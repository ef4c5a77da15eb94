/** The window of every limit: "requests per minute". */
export const WINDOW_MS = 60_000;

/** A counter of calls: of a key, of an organization (both apart for recall), or of an address without a key. */
export type Bucket = {
  name: 'key' | 'org' | 'recall-key' | 'recall-org' | 'address';
  /** Unique over buckets of all names. */
  id: string;
  /** Calls that may pass in any window, at least 1. */
  limit: number;
};

/** The status of a bucket after a decision. */
export type BucketStatus = {
  name: Bucket['name'];
  limit: number;
  /** Calls that would still pass now. */
  remaining: number;
  /** Milliseconds until the next slot frees; 0 where none is taken. */
  resetMs: number;
};

/** Whether a call may pass, and the status of each of its buckets afterwards, in order. */
export type Decision = { admitted: boolean; statuses: BucketStatus[] };

/** The bucket to report to the caller: the one with the fewest calls left; of equals, the one that frees later. */
export function closest({ statuses }: Decision): BucketStatus | undefined {
  let first: BucketStatus | undefined;
  for (const one of statuses)
    if (!first || (one.remaining - first.remaining || first.resetMs - one.resetMs) < 0) first = one;
  return first;
}
