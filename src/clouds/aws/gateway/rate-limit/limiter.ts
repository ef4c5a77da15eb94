import { createFairQueue } from '../../../../base/fair-queue.ts';
import { getOrInsert } from '../../../../base/get-or-insert.ts';
import { createBucket, type BucketSize } from '../../../../limits/bucket.ts';
import { reasonOf, type CallEnd } from './retry.ts';
import { createRate } from './adaptive-rate.ts';
import { isEmulator } from '../../../../base/this-machine.ts';
import type { Call } from '../call/types.ts';
import type { HardLimit } from '../../catalog/limits.ts';

/** The rate limit of one service for one account in one region, shared by all analyses. */
export type RateLimiter = {
  /** Resolves when a call may be sent; callers are served in turn. Rejects with the signal's reason. */
  turn(by: object, signal: AbortSignal): Promise<void>;
  /** Reports the outcome of a call that was sent at `sentAt`. */
  ended(sentAt: number, how: CallEnd): void;
  /** Takes a retry from the budget; false where most calls fail. */
  mayRetry(): boolean;
  /** True where a new limiter would treat the next call the same, so this one can be dropped. */
  readonly idle: boolean;
};

/** After this long without a call, a limiter's measurements are dropped. */
const FORGOTTEN_MS = 300_000;

/** The retry budget of the AWS SDKs: a failing service does not get many times the calls of a healthy one. */
const RETRIES = { capacity: 500, cost: 5 };

export function createRateLimiter(limit: BucketSize | undefined, now: () => number): RateLimiter {
  const hard = limit && createBucket(() => limit, now);
  const rate = createRate(now);
  const waiting = createFairQueue<() => void>();
  let retries = RETRIES.capacity;
  let timer: NodeJS.Timeout | undefined;
  let usedAt = now();

  const waitMs = (): number => Math.max(hard?.waitMs(1) ?? 0, rate.waitMs());
  const take = (): boolean => {
    if (waitMs() > 0) return false;
    usedAt = now();
    hard?.take(1);
    rate.take();
    return true;
  };

  const serve = (): void => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.size > 0 && take()) waiting.take(() => true)?.();
    if (waiting.size > 0) timer = setTimeout(serve, Math.max(1, waitMs()));
  };

  const queued = (by: object, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.remove(by, go);
        reject(reasonOf(signal));
        serve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(by, go);
      serve();
    });

  return {
    turn: async (by, signal) => {
      signal.throwIfAborted();
      if (waiting.size > 0 || !take()) await queued(by, signal);
    },
    ended: (sentAt, how) => {
      if (how === 'throttled') rate.throttled(sentAt);
      if (how !== 'answered') return;
      rate.answered();
      retries = Math.min(RETRIES.capacity, retries + 1);
    },
    mayRetry: () => {
      if (retries < RETRIES.cost) return false;
      retries -= RETRIES.cost;
      return true;
    },
    get idle() {
      return waiting.size === 0 && now() - usedAt > FORGOTTEN_MS;
    },
  };
}

export type RateLimiters = { limiterOf(call: Call): RateLimiter };

/** Above this number, idle limiters are dropped. */
const MAX_IDLE_LIMITERS = 1_000;

/** Calls share a limiter by account, endpoint, region and service, and by the hard limit that applies to them. */
export function createRateLimiters(limits: readonly HardLimit[], now: () => number): RateLimiters {
  const limiters = new Map<string, RateLimiter>();
  /** Whether an endpoint has no limits, by endpoint: there are few endpoints, and each call looks this up. */
  const unlimited = new Map<string | undefined, boolean>();

  const limitOf = ({ action: { service, name } }: Call): HardLimit | undefined => {
    const those = limits.filter((limit) => limit.service === service);
    return those.find(({ actions }) => actions?.includes(name)) ?? those.find(({ actions }) => actions === undefined);
  };

  const forget = (): void => {
    if (limiters.size < MAX_IDLE_LIMITERS) return;
    unlimited.clear();
    for (const [key, limiter] of limiters) if (limiter.idle) limiters.delete(key);
  };

  return {
    limiterOf: (call) => {
      const { account, endpoint } = call.session;
      const limit = getOrInsert(unlimited, endpoint, () => isEmulator(endpoint)) ? undefined : limitOf(call);
      const key = JSON.stringify([account, endpoint, call.region, call.action.service, limit?.actions]);
      const had = limiters.get(key);
      if (had !== undefined) return had;
      forget();
      const made = createRateLimiter(limit, now);
      limiters.set(key, made);
      return made;
    },
  };
}
