/** `perSecond` tokens on average, `burst` at once. */
export type BucketSize = { perSecond: number; burst: number };

export type Bucket = {
  /** Takes tokens if there are enough. A full bucket also grants more than it holds; later refills pay the debt. */
  take(tokens: number): boolean;
  /** Milliseconds until this many tokens can be taken. */
  waitMs(tokens: number): number;
  /** Empties the bucket; a debt stays. */
  drain(): void;
};

/** A token bucket. `size` is called each time, because it may change. */
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
      // Floating point loses fractions of a token: without tolerance, a timer would always fire slightly too early.
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
