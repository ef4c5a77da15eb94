import { sql } from 'kysely';
import { emptyCounts, type Counts, type Severity } from '../../engine/model/analysis.ts';
import type { Tenant } from '../scope.ts';
import { worstFirst } from './clauses.ts';

const drift = (tenant: Tenant) => tenant.select('incidents').where('source', '=', 'drift');

/** When an incident began: of one that was written by hand, when it was written. */
const opened = sql<Date>`began_at`;

/** Days of drift: so many incidents of this severity were opened on `opened` and ended on `resolved`, or last. Days are those of UTC. */
export type DriftDays = { severity: Severity; opened: string; resolved: string | null; count: number };

/** The incidents that lasted at some time since `since`, by the days of their beginning (that one at the earliest) and their end. */
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

/** How many incidents began and ended since an instant. */
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

/** An incident in a line. */
export type IncidentLine = Awaited<ReturnType<typeof worstOpen>>[number];

/** The worst open incidents, of each severity the latest first. */
export async function worstOpen(tenant: Tenant, limit: number) {
  return lines(tenant)
    .where('status', '=', 'open')
    .orderBy(worstFirst)
    .orderBy(opened, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The incident that has been open the longest. */
export async function oldestOpen(tenant: Tenant) {
  return lines(tenant).where('status', '=', 'open').orderBy(opened).orderBy('id').limit(1).executeTakeFirst();
}

/** Counts the verdicts on the instances of all states, as they were found last. */
export async function sumStates(tenant: Tenant): Promise<Counts> {
  const sum = (name: keyof Counts) => sql<number>`coalesce(sum((counts->>${sql.lit(name)})::int), 0)::int`.as(name);
  return tenant
    .select('states')
    .select((Object.keys(emptyCounts()) as (keyof Counts)[]).map(sum))
    .executeTakeFirstOrThrow();
}
