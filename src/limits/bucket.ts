/** `perSecond` on average, `burst` at once. */
export type BucketSize = { perSecond: number; burst: number };

/** A token bucket. */
export type Bucket = {
  /** Takes the tokens, if they are there. More than the bucket holds are given when it is full, and paid off later. */
  take(tokens: number): boolean;
  /** Milliseconds until so many can be taken. */
  waitMs(tokens: number): number;
  /** Nothing is left; what was owed stays so. */
  drain(): void;
};

/** `size` may change from one moment to the next. */
export function createBucket(size: () => BucketSize, now: () => number): Bucket {
  let tokens = size().burst;
  let at = now();
  const refill = (): BucketSize => {
    const time = now();
    const { perSecond, burst } = size();
    tokens = Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
    at = time;
    return { perSecond, burst };
  };
  const missing = (wanted: number, burst: number): number => Math.min(wanted, burst) - tokens;
  return {
    take: (wanted) => {
      const { burst } = refill();
      // Fractions of a token get lost in floating point, and a timer set for them would come too early for ever.
      if (missing(wanted, burst) > 1e-9) return false;
      tokens -= wanted;
      return true;
    },
    waitMs: (wanted) => {
      const { perSecond, burst } = refill();
      return Math.max(0, Math.ceil((missing(wanted, burst) / perSecond) * 1000));
    },
    drain: () => {
      refill();
      tokens = Math.min(0, tokens);
    },
  };
}
