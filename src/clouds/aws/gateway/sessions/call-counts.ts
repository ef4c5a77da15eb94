import type { Call, CallCount, CallCounter } from '../call/types.ts';

/** Counts of one action's calls, at one account and region. */
export type CountedCalls = CallCount & {
  /** Undefined where unknown. */
  account: string | undefined;
  region: string;
  service: string;
  action: string;
  /** The permissions that a policy has to allow for it. */
  permissions: readonly string[];
};

type Listener = (call: Pick<Call, 'action' | 'region'>, figure: keyof CallCount, times: number) => void;

/** Counts the calls of one analysis by result. */
export type ScanCalls = {
  /** Returns the counter of an account. */
  at(account: string | undefined): CallCounter;
  /** All counts so far, which only grow, by account, region, service and action. */
  rows(): CountedCalls[];
};

/** Providers choose the names of actions: above this number, further actions are counted together. */
const MAX_ACTIONS = 10_000;
const MAX_NAME_LENGTH = 64;
const OTHERS = '(others)';

const short = (text: string) => text.slice(0, MAX_NAME_LENGTH).replaceAll(/[^A-Za-z0-9 ._:/()-]/g, '?');

/** @param listener is called for each counted call */
export function createCallCounts(listener?: Listener): ScanCalls {
  const counters = new Map<string | undefined, CallCounter>();
  const counted = new Map<string, CountedCalls>();

  function add(key: string, place: Pick<CountedCalls, (typeof PLACE)[number]>): CountedCalls {
    const row = { ...place, permissions: [], calls: 0, saved: 0, throttled: 0, refused: 0, failed: 0 };
    counted.set(key, row);
    return row;
  }
  function rowOf(account: string | undefined, { action, region }: Pick<Call, 'action' | 'region'>): CountedCalls {
    const place = { account, region: short(region), service: short(action.service), action: short(action.name) };
    const key = JSON.stringify(place);
    const existing = counted.get(key);
    if (existing) return existing;
    if (counted.size < MAX_ACTIONS) return add(key, place);
    const others = { account: undefined, region: OTHERS, service: OTHERS, action: OTHERS };
    return counted.get(OTHERS) ?? add(OTHERS, others);
  }

  return {
    at(account) {
      const existing = counters.get(account);
      if (existing) return existing;
      const fresh: CallCounter = {
        count(call, figure, times = 1) {
          const row = rowOf(account, call);
          row[figure] += times;
          // The permissions of an operation can depend on its parameters.
          const further = call.action.permissions.filter((permission) => !row.permissions.includes(permission));
          if (further.length > 0 && row.action !== OTHERS) row.permissions = [...row.permissions, ...further].sort();
          listener?.(call, figure, times);
        },
      };
      counters.set(account, fresh);
      return fresh;
    },
    rows: () => [...counted.values()].map((one) => ({ ...one })).sort(byPlace),
  };
}

const PLACE = ['account', 'region', 'service', 'action'] as const;

function byPlace(a: CountedCalls, b: CountedCalls): number {
  const differs = PLACE.find((name) => a[name] !== b[name]);
  if (differs === undefined) return 0;
  return (a[differs] ?? '') < (b[differs] ?? '') ? -1 : 1;
}
