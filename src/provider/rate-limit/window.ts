const START = 16;

/**
 * How many reads may be under way at once, measured, as TCP does (AIMD, RFC 5681): doubles with every round of
 * answers until the first throttle, which halves it; from then on one more with every round.
 */
export function createWindow(ceiling: number) {
  let limit = Math.min(START, ceiling);
  let active = 0;
  let tried = false;
  /** Reads that were under way when it was halved last: their throttles belong to the same moment. */
  let stale = 0;
  return {
    get limit(): number {
      return limit;
    },
    take: (): boolean => {
      if (active >= Math.floor(limit)) return false;
      active += 1;
      return true;
    },
    /** Ends what `take` began. Throttles of one moment halve once. */
    release: (throttled: boolean): void => {
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
