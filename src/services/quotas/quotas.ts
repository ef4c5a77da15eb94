import { AppError } from '../../base/errors.ts';
import { countUpTo, listQuotas, sumStoredBytes } from '../../store/queries/quotas.ts';
import type { Tenant } from '../../store/scope.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { QuotaLimits, QuotaResource } from './limits.ts';

/** Far from a quota, rows that may be added before they are counted anew, and for how long. */
const MAX_AHEAD = 1_000;
const AHEAD_MS = 60_000;

/** Knows how much organizations may have, and keeps them from having more. */
export type Quotas = {
  defaults: QuotaLimits;
  /** How much of something an organization may have. */
  limitOf(tenant: Tenant, resource: QuotaResource): Promise<number>;
  /**
   * How many of so many new rows there is room for. Others may take the same room at the same moment: an organization may come to have
   * as many more than its quota as are added at once, and with more than two processes up to 1,000 more for each further one.
   */
  take(tenant: Tenant, resource: QuotaResource, wanted: number): Promise<number>;
  /** Throws 409 where there is no room for one more. */
  require(tenant: Tenant, resource: QuotaResource): Promise<void>;
};

/** How much an organization has; beyond `most` rows it is not counted on. */
export function usedOf(tenant: Tenant, resource: QuotaResource, most: number): Promise<number> {
  return resource === 'bytes' ? sumStoredBytes(tenant) : countUpTo(tenant, resource, most);
}

/** `2,048 MiB of stored findings`, `1 key`, `100,000 incidents`. */
export function amountOf(resource: QuotaResource, limit: number): string {
  const whole = (n: number): string => n.toLocaleString('en-US', { maximumFractionDigits: 0 });
  if (resource === 'bytes') return `${whole(limit / 1024 ** 2)} MiB of stored findings`;
  return `${whole(limit)} ${limit === 1 ? resource.slice(0, -1) : resource}`;
}

const ADVICE: Readonly<Record<QuotaResource, string>> = {
  keys: 'revoke keys that nobody uses',
  incidents: 'delete incidents, or keep those that are over for fewer days',
  states: 'narrow the state prefix',
  bytes: 'wait until older analyses have expired',
};

/** What is said to whoever meets a quota: what it is, and what to do. */
export const quotaText = (resource: QuotaResource, limit: number): string =>
  `This organization may have ${amountOf(resource, limit)}: ${ADVICE[resource]}, or ask the operator of this server for more.`;

/** The error of a quota that is used up. */
export const quotaExceeded = (resource: QuotaResource, limit: number): AppError =>
  new AppError('quota_exceeded', quotaText(resource, limit));

/**
 * Quotas of this instance. To count 100,000 rows for each that is added would cost more than to add it: what a count has left room for is
 * used up first, for a minute at most.
 * @param now milliseconds of a clock that does not go back
 */
export function createQuotas(defaults: QuotaLimits, now: () => number = () => performance.now()): Quotas {
  const ahead = new Map<string, { room: number; until: number }>();

  async function limitOf(tenant: Tenant, resource: QuotaResource): Promise<number> {
    return (await listQuotas(tenant)).get(resource) ?? defaults[resource];
  }

  async function take(tenant: Tenant, resource: QuotaResource, wanted: number): Promise<number> {
    if (wanted === 0) return 0;
    const key = `${tenant.scope.org_id}/${resource}`;
    const kept = ahead.get(key);
    if (kept && kept.until > now() && kept.room >= wanted) {
      kept.room -= wanted;
      return wanted;
    }
    // Those that are idle are forgotten.
    for (const [other, { until }] of ahead) if (until <= now()) ahead.delete(other);
    const limit = await limitOf(tenant, resource);
    const room = limit - (await usedOf(tenant, resource, limit));
    // Close to the limit it is counted each time.
    if (room >= 2 * MAX_AHEAD) ahead.set(key, { room: MAX_AHEAD - wanted, until: now() + AHEAD_MS });
    else ahead.delete(key);
    return Math.max(0, Math.min(wanted, room));
  }

  return {
    defaults,
    limitOf,
    take,
    async require(tenant, resource) {
      if ((await take(tenant, resource, 1)) === 1) return;
      throw quotaExceeded(resource, await limitOf(tenant, resource));
    },
  };
}

export type WithQuotas = {
  /** Keeps organizations from having more than they may. */
  quotas: Quotas;
};

/**
 * A source of which the first `most` states, in its own order, are read. The others are listed all the same, so that an analysis says of
 * each that it was not checked, and why.
 */
export function withinStates(source: StateSource, most: number): StateSource {
  const within = new Set<string>();
  return {
    ...source,
    async *list(signal) {
      for await (const object of source.list(signal)) {
        if (within.size < most) within.add(object.key);
        yield object;
      }
    },
    async read(key, signal) {
      if (!within.has(key)) throw new SourceProblem('quota_exceeded', quotaText('states', most));
      return source.read(key, signal);
    },
  };
}
