/**
 * How many reads may be under way at once, measured, as TCP does (AIMD, RFC 5681): doubles with every round of
 * answers until the first throttle, which halves it; from then on one more with every round.
 */
export type Window = {
  readonly limit: number;
  take(): boolean;
  /** Ends what `take` began. Throttles of one moment halve once. */
  release(throttled: boolean): void;
};

const START = 16;

export function createWindow(ceiling: number): Window {
  let limit = Math.min(START, ceiling);
  let active = 0;
  let tried = false;
  /** Reads that were under way when it was halved last: their throttles belong to the same moment. */
  let stale = 0;
  return {
    get limit() {
      return limit;
    },
    take: () => {
      if (active >= Math.floor(limit)) return false;
      active += 1;
      return true;
    },
    release: (throttled) => {
      const isStale = stale > 0;
      if (isStale) stale -= 1;
      active -= 1;
      if (!throttled) limit = Math.min(ceiling, limit + (tried ? 1 / limit : 1));
      else if (!isStale) {
        tried = true;
        limit = Math.max(1, Math.floor(limit / 2));
        stale = active;
      }
    },
  };
}
