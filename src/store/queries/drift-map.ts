import { type RawBuilder, sql } from 'kysely';
import type { Severity, Verdict } from '../../engine/model/analysis.ts';
import type { Tenant } from '../scope.ts';
import { ofDrift } from './clauses.ts';

/** The dimension that a state's instances are grouped by, besides the owner. */
export type PlaceKind = 'account' | 'region' | 'module';

/** The location of a row of `coverage` or `incidents`; for `module` the outermost module, `''` for the root module. */
const placeOf = (table: 'coverage' | 'incidents', kind: PlaceKind): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref<string>(`${table}.${name}`);
  if (kind === 'account') return sql`${column('account_id')}`;
  if (kind === 'region') return sql`${column('region')}`;
  return sql`coalesce(substring(${column('resource')} from ${sql.lit(String.raw`^module\.[^.\[]+`)}), '')`;
};

/** An analysis's instances of a state in one location: all, drifted, and not checked. */
export type PlaceCounts = { state_key: string; place: string | null } & Record<
  'resources' | 'drifted' | 'not_checked',
  number
>;

/**
 * Counts the instances of all states by location, without skipped ones, in each analysis that was the latest of some
 * state. The caller picks each state's latest analysis: a join of instances with states would read all for every state.
 */
export async function countByPlace(
  tenant: Tenant,
  kind: PlaceKind,
  notChecked: readonly Verdict[],
): Promise<(PlaceCounts & { analysis_id: string })[]> {
  const among = (verdicts: readonly Verdict[]) =>
    sql<number>`(count(*) filter (where verdict = any(${[...verdicts]}::text[])))::int`;
  return tenant
    .select('coverage')
    .where('analysis_id', 'in', tenant.select('states').select('analysis_id').distinct())
    .where('verdict', '<>', 'skipped')
    .select([
      'analysis_id',
      'state_key',
      placeOf('coverage', kind).as('place'),
      sql<number>`count(*)::int`.as('resources'),
    ])
    .select([among(['changed', 'deleted']).as('drifted'), among(notChecked).as('not_checked')])
    .groupBy([sql`1`, sql`2`, sql`3`])
    .execute();
}

/** Counts open incidents by state, severity and, if `kind` is given, location. */
export async function countOpen(tenant: Tenant, kind: PlaceKind | undefined) {
  return tenant
    .select('incidents')
    .where('source', '=', 'drift')
    .where('status', '=', 'open')
    .where(ofDrift)
    .where('state_key', 'is not', null)
    .select([sql<string>`state_key`.as('state_key'), sql<Severity>`coalesce(severity, 'none')`.as('severity')])
    .select([
      (kind === undefined ? sql<string | null>`null::text` : placeOf('incidents', kind)).as('place'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy([sql`1`, sql`2`, sql`3`])
    .execute();
}

/** The latest result of every state. */
export async function listStateResults(tenant: Tenant) {
  return tenant.select('states').select(['key', 'status', 'counts', 'analysis_id']).orderBy('key').execute();
}
