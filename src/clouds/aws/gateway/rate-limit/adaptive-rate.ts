import { createBucket, type Bucket } from '../../../../limits/bucket.ts';

/**
 * How many calls a second are taken, measured: as many as come until the first throttle, then 0.7 of what was
 * answered, and from there a tenth of that more with every second (AIMD; the factor is that of the AWS SDKs' adaptive mode).
 */
export type Rate = {
  /** Infinity while nothing was throttled. */
  readonly perSecond: number;
  take(): boolean;
  waitMs(): number;
  answered(): void;
  /** A call that was sent at that time. */
  throttled(sentAt: number): void;
};

/** One call in two seconds is always worth a try. */
const MIN_PER_SECOND = 0.5;
const BACK_OFF = 0.7;
/** How much is added in a second, of what it was reduced to. */
const INCREASE = 0.1;
/** Over how long it is measured what is answered. */
const MEASURED_MS = 500;

export function createRate(now: () => number): Rate {
  const answers = createMeter(now);
  let reduced: { to: number; at: number } | undefined;
  let bucket: Bucket | undefined;

  const perSecond = (): number => {
    if (reduced === undefined) return Infinity;
    return reduced.to + Math.max(MIN_PER_SECOND, reduced.to * INCREASE) * ((now() - reduced.at) / 1000);
  };
  const size = () => ({ perSecond: perSecond(), burst: Math.max(1, perSecond() / 2) });

  return {
    get perSecond() {
      return perSecond();
    },
    take: () => bucket?.take(1) ?? true,
    waitMs: () => bucket?.waitMs(1) ?? 0,
    answered: () => answers.count(),
    throttled: (sentAt) => {
      // What was under way when the rate was reduced says nothing of the reduced one.
      if (reduced !== undefined && sentAt <= reduced.at) return;
      reduced = { to: Math.max(MIN_PER_SECOND, BACK_OFF * Math.min(perSecond(), answers.perSecond())), at: now() };
      bucket ??= createBucket(size, now);
      bucket.drain();
    },
  };
}

/** How many a second there were lately: in the last stretch, or in the one that runs when there were more. */
function createMeter(now: () => number) {
  let since = now();
  let count = 0;
  let last = 0;
  const turn = (): number => {
    const passed = now() - since;
    if (passed < MEASURED_MS) return passed;
    last = (count / passed) * 1000;
    since = now();
    count = 0;
    return 0;
  };
  return {
    count: () => {
      turn();
      count += 1;
    },
    perSecond: () => {
      turn();
      return Math.max(last, (count / MEASURED_MS) * 1000);
    },
  };
}
