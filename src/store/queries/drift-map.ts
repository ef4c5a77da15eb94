import { type RawBuilder, sql } from 'kysely';
import type { Severity, Verdict } from '../../engine/model/analysis.ts';
import type { Tenant } from '../scope.ts';

/** What the instances of a state are grouped by, besides whose it is. */
export type PlaceKind = 'account' | 'region' | 'module';

/** The place of a row of `coverage` or `incidents`; of modules the outermost one, `''` where it is the root module. */
const placeOf = (table: 'coverage' | 'incidents', kind: PlaceKind): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref<string>(`${table}.${name}`);
  if (kind === 'account') return sql`${column('account_id')}`;
  if (kind === 'region') return sql`${column('region')}`;
  return sql`coalesce(substring(${column('resource')} from ${sql.lit(String.raw`^module\.[^.\[]+`)}), '')`;
};

/** How many instances of a state in one place an analysis found, how many of these drifted, and how many it did not check. */
export type PlaceCounts = { state_key: string; place: string | null } & Record<
  'resources' | 'drifted' | 'not_checked',
  number
>;

/**
 * Counts the instances of all states by place, in each analysis that was the last one of some state; skipped ones are left out. Which
 * analysis was the last of which state is left to the caller: a join of instances with states would read all of them for every state.
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

/** Counts open incidents by state, severity and, where one is named, place. */
export async function countOpen(tenant: Tenant, kind: PlaceKind | undefined) {
  return tenant
    .select('incidents')
    .where('source', '=', 'drift')
    .where('status', '=', 'open')
    .where('state_key', 'is not', null)
    .select([sql<string>`state_key`.as('state_key'), sql<Severity>`coalesce(severity, 'none')`.as('severity')])
    .select([
      (kind === undefined ? sql<string | null>`null::text` : placeOf('incidents', kind)).as('place'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy([sql`1`, sql`2`, sql`3`])
    .execute();
}

/** All states as they were found last. */
export async function listStateResults(tenant: Tenant) {
  return tenant.select('states').select(['key', 'status', 'counts', 'analysis_id']).orderBy('key').execute();
}
