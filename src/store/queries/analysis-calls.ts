import { sql, type Insertable } from 'kysely';
import type { CallFigures } from '../../engine/model/analysis.ts';
import type { Tenant, Tenants } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { Run } from './runs.ts';
import { excluded, inChunks } from './clauses.ts';

const CALL_KEY = ['account', 'region', 'service', 'action'] as const;
/** The calls of one action in an account and region. */
export type CallRow = Pick<Tables['analysis_calls'], (typeof CALL_KEY)[number] | 'permissions'> & CallFigures;

/**
 * Stores a run's calls so far, in place of its earlier figures. Inside a transaction. Accepts a superseded run too,
 * because its calls were made. False when the analysis no longer exists.
 */
export async function writeCalls(tenant: Tenant, run: Run, rows: readonly CallRow[]): Promise<boolean> {
  const there = tenant.select('analyses').select('id').where('id', '=', run.id).forKeyShare();
  if (!(await there.executeTakeFirst())) return false;
  const all = rows.map((row): Insertable<Tables['analysis_calls']> => ({
    ...row,
    ...tenant.scope,
    analysis_id: run.id,
    run_at: run.started_at,
  }));
  await inChunks(all, (chunk) =>
    tenant
      .insert('analysis_calls', chunk)
      .onConflict((conflict) =>
        conflict
          .columns(['analysis_id', 'run_at', ...CALL_KEY])
          .doUpdateSet(excluded(['permissions', 'calls', 'saved', 'throttled', 'refused', 'failed'])),
      )
      .execute(),
  );
  return true;
}

const sum = (figure: keyof CallFigures) =>
  sql<number>`coalesce(sum(${sql.ref(`analysis_calls.${figure}`)}), 0)::bigint`.as(figure);
const SUMS = [sum('calls'), sum('saved'), sum('throttled'), sum('refused'), sum('failed')] as const;

/** All runs know the same permissions, except that a run that went further may know more. */
const ALL_PERMISSIONS = sql<string[]>`(array_agg(to_jsonb(permissions) order by cardinality(permissions) desc))[1]`.as(
  'permissions',
);

/** The totals of all calls of an analysis. */
export async function sumCalls(tenants: Tenants, analysisId: string): Promise<CallFigures> {
  return tenants
    .select('analysis_calls')
    .select([...SUMS])
    .where('analysis_id', '=', analysisId)
    .executeTakeFirstOrThrow();
}

/** The calls of an analysis, summed over its runs, by account, region, service and action. */
export async function listCalls(tenants: Tenants, analysisId: string): Promise<CallRow[]> {
  const query = tenants
    .select('analysis_calls')
    .select([...CALL_KEY, ...SUMS, ALL_PERMISSIONS])
    .where('analysis_id', '=', analysisId)
    .groupBy([...CALL_KEY]);
  return CALL_KEY.reduce((ordered, name) => ordered.orderBy(name), query).execute();
}
