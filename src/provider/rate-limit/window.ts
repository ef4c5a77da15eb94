const START = 16;

/**
 * An adaptive limit of concurrent reads, as in TCP (AIMD, RFC 5681): it doubles with every round of answers until the
 * first throttle, which halves it; from then on it grows by one with every round.
 */
export function createWindow(ceiling: number) {
  let limit = Math.min(START, ceiling);
  let active = 0;
  let tried = false;
  /** Reads that were pending at the last halving: their throttles belong to the same moment. */
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
    /** Ends a read that `take` allowed. Throttles of one moment halve the limit once. */
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
