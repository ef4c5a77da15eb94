import { getOrInsert } from '../../base/get-or-insert.ts';
import { ROUTE53 } from '../../clouds/aws/catalog/limits.ts';
import { entryOf, serviceOf } from '../../clouds/clouds.ts';
import { createBucket, type BucketSize } from '../../limits/bucket.ts';
import { createWindow } from './window.ts';

/** The rate limits of one service for one account, over all reads of this server process. */
export type RateLimiter = {
  readonly service: string;
  /** Takes a place for a read of this type: true where it may start now. `done` has to follow. */
  take(type: string): boolean;
  done(throttled: boolean): void;
  /** Milliseconds until a read of this type may be tried again; undefined: when another read is done. */
  waitMs(type: string): number | undefined;
};

/** Returns the limiter of a type and an account. Reads without an account share one limiter per service. */
export function createRateLimiters({
  ceiling,
  limits,
  now,
}: {
  ceiling: number;
  limits: readonly HardLimit[];
  now: () => number;
}): (type: string, account: string | undefined) => RateLimiter {
  const limiters = new Map<string, RateLimiter>();
  const services = new Map<string, string>();

  const open = (service: string): RateLimiter => {
    const window = createWindow(ceiling);
    const limit = limits.find((one) => one.service === service);
    const bucket = limit && createBucket(() => limit, now);
    const cost = (type: string): number => entryOf(type)?.requests ?? limit?.requests ?? 1;
    return {
      service,
      take: (type) => {
        if (bucket !== undefined && bucket.waitMs(cost(type)) > 0) return false;
        return window.take() && (bucket?.take(cost(type)) ?? true);
      },
      done: (throttled) => window.release(throttled),
      waitMs: (type) => {
        const ms = bucket?.waitMs(cost(type)) ?? 0;
        return ms > 0 ? ms : undefined;
      },
    };
  };

  return (type, account = '') => {
    const service = getOrInsert(services, type, serviceOf);
    return getOrInsert(limiters, `${account} ${service}`, () => open(service));
  };
}

/** A fixed rate limit of a cloud, per account: calls above it can only wait. */
export type HardLimit = BucketSize & {
  service: string;
  /** The number of requests of one instance's read, where the catalog entry of its type has no other number. */
  requests: number;
};

/** Limits that even few reads reach. */
export const HARD_LIMITS: readonly HardLimit[] = [{ ...ROUTE53, requests: 2 }];
