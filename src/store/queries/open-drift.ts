import { sql } from 'kysely';
import { SEVERITIES, type BySeverity, type Severity } from '../../engine/model/analysis.ts';
import type { Tenant } from '../scope.ts';
import type { StateRow } from './states.ts';
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
export type IncidentLine = Awaited<ReturnType<typeof latestChanged>>[number];

/** The incidents that began or ended last since an instant, the latest first. */
export async function latestChanged(tenant: Tenant, since: Date, limit: number) {
  return lines(tenant)
    .where((is) => is.or([is(opened, '>=', since), is('resolved_at', '>=', since)]))
    .orderBy(sql`greatest(${opened}, resolved_at)`, 'desc')
    .orderBy(worstFirst)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The incident that has been open the longest. */
export async function oldestOpen(tenant: Tenant) {
  return lines(tenant).where('status', '=', 'open').orderBy(opened).orderBy('id').limit(1).executeTakeFirst();
}

/** A state, as it was found last, with how many incidents are open in it. */
export type StateTileRow = Omit<StateRow, 'org_id' | 'severity'> & { open: BySeverity };

const openOf = (severity: Severity) => sql.ref(`open.${severity}`);

/** The states with the worst open drift first, then those that could not be read, then those with instances that are not in sync or not checked. */
export async function worstStates(tenant: Tenant, limit: number): Promise<StateTileRow[]> {
  const open = drift(tenant)
    .where('status', '=', 'open')
    .where('state_key', 'is not', null)
    .groupBy('state_key')
    .select('state_key')
    .select(SEVERITIES.map((one) => sql<number>`(count(*) filter (where severity = ${one}))::int`.as(one)));
  const states = tenant
    .select('states')
    .leftJoin(open.as('open'), 'open.state_key', 'states.key')
    .select(['key', 'serial', 'lineage', 'terraform_version', 'status', 'code', 'detail', 'counts'])
    .select(['analysis_id', 'analysed_at'])
    .select(
      sql<BySeverity>`jsonb_build_object(${sql.join(
        SEVERITIES.flatMap((one) => [sql.lit(one), sql`coalesce(${openOf(one)}, 0)`]),
      )})`.as('open'),
    );
  return SEVERITIES.reduce((query, one) => query.orderBy(sql`coalesce(${openOf(one)}, 0)`, 'desc'), states)
    .orderBy(sql`status = 'read'`)
    .orderBy(sql`(counts->>'in_sync')::int + (counts->>'skipped')::int = (counts->>'resources')::int`)
    .orderBy('key')
    .limit(limit)
    .execute();
}
