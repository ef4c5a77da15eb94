import { AppError } from '../../base/errors.ts';
import { countUpTo, listQuotas, sumStoredBytes } from '../../store/queries/quotas.ts';
import type { Tenant } from '../../store/scope.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { QuotaLimits, QuotaResource } from './limits.ts';

/** Far below a quota, this many rows may be added before the next count, and for this long. */
const MAX_AHEAD = 1_000;
const AHEAD_MS = 60_000;

/** The quotas of organizations, and their enforcement. */
export type Quotas = {
  defaults: QuotaLimits;
  /** The quota of an organization for a resource. */
  limitOf(tenant: Tenant, resource: QuotaResource): Promise<number>;
  /**
   * Returns how many of `wanted` new rows fit into the quota. Concurrent calls may use the same room: an organization
   * may exceed its quota by the rows that are added at the same time, and with more than two processes by up to 1,000
   * more for each further one.
   */
  take(tenant: Tenant, resource: QuotaResource, wanted: number): Promise<number>;
  /** Throws 409 if there is no room for one more. */
  require(tenant: Tenant, resource: QuotaResource): Promise<void>;
};

/** The amount that an organization uses. Rows are counted up to `most` only. */
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

/** The message for an exceeded quota: its limit and a remedy. */
export const quotaText = (resource: QuotaResource, limit: number): string =>
  `This organization may have ${amountOf(resource, limit)}: ${ADVICE[resource]}, or ask the operator of this server for more.`;

/** The error for an exceeded quota. */
export const quotaExceeded = (resource: QuotaResource, limit: number): AppError =>
  new AppError('quota_exceeded', quotaText(resource, limit));

/**
 * Creates the quotas of this instance. Counting 100,000 rows for each new one would cost more than adding it, so the
 * room found by a count is used up first, for at most a minute.
 * @param now milliseconds of a monotonic clock
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
    // Drops expired entries.
    for (const [other, { until }] of ahead) if (until <= now()) ahead.delete(other);
    const limit = await limitOf(tenant, resource);
    const room = limit - (await usedOf(tenant, resource, limit));
    // Close to the limit, rows are counted each time.
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
  /** Enforces the quotas of organizations. */
  quotas: Quotas;
};

/**
 * Limits a source to its first `most` states, in its own order. It still lists the others, so that an analysis reports
 * them as not checked, with the reason.
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
