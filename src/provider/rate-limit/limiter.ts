import { createBucket } from '../../limits/bucket.ts';
import { serviceOf } from './services.ts';
import { createWindow } from './window.ts';

/** The limits of one service for one account, over everything that this process reads. */
export type RateLimiter = {
  readonly service: string;
  /** True when the read of this type may begin now; `done` has to follow. */
  take(type: string): boolean;
  done(throttled: boolean): void;
  /** Milliseconds until a read of this type is worth another try; undefined: when another one is done. */
  waitMs(type: string): number | undefined;
};

export type RateLimiters = {
  /** `account` undefined: whoever's it is, it is one. */
  limiterOf(type: string, account: string | undefined): RateLimiter;
};

export type RateLimiterOptions = { ceiling: number; limits: readonly HardLimit[]; now: () => number };

export function createRateLimiters({ ceiling, limits, now }: RateLimiterOptions): RateLimiters {
  const limiters = new Map<string, RateLimiter>();
  const services = new Map<string, string>();

  const serviceFor = (type: string): string => {
    const service = services.get(type) ?? serviceOf(type);
    services.set(type, service);
    return service;
  };

  const open = (service: string): RateLimiter => {
    const window = createWindow(ceiling);
    const limit = limits.find((one) => one.service === service);
    const bucket = limit && createBucket(() => limit, now);
    const cost = (type: string): number => limit?.requests[type] ?? limit?.requests['*'] ?? 1;
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

  return {
    limiterOf: (type, account = '') => {
      const service = serviceFor(type);
      const key = `${account} ${service}`;
      const had = limiters.get(key);
      if (had !== undefined) return had;
      const made = open(service);
      limiters.set(key, made);
      return made;
    },
  };
}

/** A limit of a cloud that nothing but waiting gets around, per account. */
export type HardLimit = {
  service: string;
  perSecond: number;
  /** What may go at once when nothing went for a while. */
  burst: number;
  /** How many requests the read of one instance makes, by type; `*` for the others. */
  requests: Readonly<Record<string, number>>;
  source: string;
};

/** Of what an account has, a fifth is left to others: somebody may be applying at this moment. */
export const HARD_LIMITS: readonly HardLimit[] = [
  {
    // Five requests per second and account, whatever they are; it cannot be raised. No region: Route 53 is global.
    service: 'route53',
    perSecond: 4,
    burst: 4,
    // aws_route53_zone: GetHostedZone, ListResourceRecordSets for its name servers, ListTagsForResource.
    requests: { aws_route53_record: 2, aws_route53_zone: 3, '*': 2 },
    source:
      'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html#limits-api-requests-route-53',
  },
];
