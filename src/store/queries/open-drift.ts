import { sql } from 'kysely';
import { emptyCounts, type Counts, type Severity } from '../../engine/model/analysis.ts';
import type { Tenant } from '../scope.ts';
import { ofDrift, worstFirst } from './clauses.ts';

const drift = (tenant: Tenant) => tenant.select('incidents').where('source', '=', 'drift').where(ofDrift);

/** The beginning of an incident; for one written by hand, the time of writing. */
const opened = sql<Date>`began_at`;

/** The number of incidents with this severity, first and last day; `resolved` null: still open. Days are UTC. */
export type DriftDays = { severity: Severity; opened: string; resolved: string | null; count: number };

/** Incidents that were open at any time since `since`, by first day (not before `since`) and last day. */
export async function driftDays(tenant: Tenant, since: Date): Promise<DriftDays[]> {
  const day = (at: typeof opened | ReturnType<typeof sql.ref>) => sql<string>`((${at}) at time zone 'utc')::date::text`;
  const from = day(sql<Date>`greatest(${opened}, ${since})`);
  const to = sql<string | null>`(resolved_at at time zone 'utc')::date::text`;
  return drift(tenant)
    .where((is) => is.or([is('status', '=', 'open'), is('resolved_at', '>=', since)]))
    .select([
      sql<Severity>`coalesce(severity, 'none')`.as('severity'),
      from.as('opened'),
      to.as('resolved'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy([sql`1`, sql`2`, sql`3`])
    .execute();
}

/** The number of incidents that began, and that ended, since a time. */
export async function countChanged(tenant: Tenant, since: Date) {
  return drift(tenant)
    .select([
      sql<number>`(count(*) filter (where ${opened} >= ${since}))::int`.as('opened'),
      sql<number>`(count(*) filter (where resolved_at >= ${since}))::int`.as('resolved'),
    ])
    .where((is) => is.or([is(opened, '>=', since), is('resolved_at', '>=', since)]))
    .executeTakeFirstOrThrow();
}

const lines = (tenant: Tenant) =>
  drift(tenant).select([
    'id',
    'resource',
    'state_key',
    sql<Severity>`coalesce(severity, 'none')`.as('severity'),
    'status',
    'summary',
    opened.as('opened_at'),
    'resolved_at',
    'resolution',
  ]);

/** An incident as one line. */
export type IncidentLine = Awaited<ReturnType<typeof worstOpen>>[number];

/** The worst open incidents; of equal severity the latest first. */
export async function worstOpen(tenant: Tenant, limit: number) {
  return lines(tenant)
    .where('status', '=', 'open')
    .orderBy(worstFirst)
    .orderBy(opened, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function oldestOpen(tenant: Tenant) {
  return lines(tenant).where('status', '=', 'open').orderBy(opened).orderBy('id').limit(1).executeTakeFirst();
}

/** Sums the verdicts on all instances, as each state was last analysed. */
export async function sumStates(tenant: Tenant): Promise<Counts> {
  const sum = (name: keyof Counts) => sql<number>`coalesce(sum((counts->>${sql.lit(name)})::int), 0)::int`.as(name);
  return tenant
    .select('states')
    .select((Object.keys(emptyCounts()) as (keyof Counts)[]).map(sum))
    .executeTakeFirstOrThrow();
}
