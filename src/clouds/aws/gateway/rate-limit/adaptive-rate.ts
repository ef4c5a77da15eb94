import { createBucket, type Bucket } from '../../../../limits/bucket.ts';

/**
 * An adaptive rate of calls: unlimited until the first throttle, then 0.7 of the rate that was answered, and a tenth of
 * that more with every second (AIMD; the factor is that of the AWS SDKs' adaptive mode).
 */
export type Rate = {
  /** Infinity before the first throttle. */
  readonly perSecond: number;
  take(): boolean;
  waitMs(): number;
  answered(): void;
  /** Reports the throttling of a call that was sent at `sentAt`. */
  throttled(sentAt: number): void;
};

/** The rate never falls below one call in two seconds. */
const MIN_PER_SECOND = 0.5;
const BACK_OFF = 0.7;
/** The increase per second, as a fraction of the reduced rate. */
const INCREASE = 0.1;
/** The period over which the rate of answers is measured. */
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
      // A call sent before the last reduction says nothing about the reduced rate.
      if (reduced !== undefined && sentAt <= reduced.at) return;
      reduced = { to: Math.max(MIN_PER_SECOND, BACK_OFF * Math.min(perSecond(), answers.perSecond())), at: now() };
      bucket ??= createBucket(size, now);
      bucket.drain();
    },
  };
}

/** Measures events per second: over the last period, or over the current one if it has more. */
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
