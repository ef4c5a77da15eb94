import { createBucket } from '../../gateway/pace/bucket.ts';
import type { HardLimit } from './limits.ts';
import { serviceOf } from './services.ts';
import { createWindow } from './window.ts';

/** What may be asked of one service on behalf of one account, over everything that this process reads. */
export type Lane = {
  readonly service: string;
  /** True when the read of this type may begin now; `done` has to follow. */
  take(type: string): boolean;
  done(throttled: boolean): void;
  /** Milliseconds until a read of this type is worth another try; undefined: when another one is done. */
  waitMs(type: string): number | undefined;
};

export type Lanes = {
  /** `account` undefined: whoever's it is, it is one. */
  laneOf(type: string, account: string | undefined): Lane;
};

export type LaneOptions = { ceiling: number; limits: readonly HardLimit[]; now: () => number };

export function createLanes({ ceiling, limits, now }: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>();
  const services = new Map<string, string>();

  const serviceFor = (type: string): string => {
    const service = services.get(type) ?? serviceOf(type);
    services.set(type, service);
    return service;
  };

  const open = (service: string): Lane => {
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
    laneOf: (type, account = '') => {
      const service = serviceFor(type);
      const key = `${account} ${service}`;
      const had = lanes.get(key);
      if (had !== undefined) return had;
      const made = open(service);
      lanes.set(key, made);
      return made;
    },
  };
}
