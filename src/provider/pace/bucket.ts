/** A token bucket: `perSecond` on average, `burst` at once. */
export type Bucket = {
  /** Takes the tokens, if they are there. More than the bucket holds are given when it is full, and paid off later. */
  take(tokens: number): boolean;
  /** Milliseconds until so many can be taken. */
  waitMs(tokens: number): number;
};

export function createBucket(perSecond: number, burst: number, now: () => number): Bucket {
  let tokens = burst;
  let at = now();
  const refill = (): void => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
    at = time;
  };
  const missing = (wanted: number): number => Math.min(wanted, burst) - tokens;
  return {
    take: (wanted) => {
      refill();
      // Fractions of a token get lost in floating point, and a timer set for them would come too early for ever.
      if (missing(wanted) > 1e-9) return false;
      tokens -= wanted;
      return true;
    },
    waitMs: (wanted) => {
      refill();
      return Math.max(0, Math.ceil((missing(wanted) / perSecond) * 1000));
    },
  };
}
