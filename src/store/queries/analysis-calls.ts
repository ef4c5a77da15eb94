import { sql, type Insertable } from 'kysely';
import type { CallFigures } from '../../drift/analysis.ts';
import type { Executor, OrgScope, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { AnalysisCallTable } from '../tables-calls.ts';
import type { Run } from './analyses.ts';
import { inChunks } from './chunks.ts';

/** An action at one account and region, which are its place in the order of the rows. */
export type CallPlace = Pick<AnalysisCallTable, 'account' | 'region' | 'service' | 'action'>;
export type CallRow = CallPlace & CallFigures & Pick<AnalysisCallTable, 'permissions'>;

const PLACE = ['account', 'region', 'service', 'action'] as const satisfies (keyof CallPlace)[];

/**
 * Writes what a run has called so far; figures that it wrote before are replaced. In a transaction, also of a run that is not the
 * running one any more: the calls were made. False when there is no such analysis any more.
 */
export async function writeCalls(trx: Executor, scope: OrgScope, run: Run, rows: readonly CallRow[]): Promise<boolean> {
  const there = scoped(trx, scope).select('analyses').select('id').where('id', '=', run.id).forKeyShare();
  if (!(await there.executeTakeFirst())) return false;
  const all = rows.map((row): Insertable<AnalysisCallTable> => ({
    ...row,
    ...scope,
    analysis_id: run.id,
    run_at: run.started_at,
  }));
  await inChunks(all, (chunk) =>
    scoped(trx, scope)
      .insert('analysis_calls', chunk)
      .onConflict((conflict) =>
        conflict.columns(['analysis_id', 'run_at', ...PLACE]).doUpdateSet((eb) => ({
          permissions: eb.ref('excluded.permissions'),
          calls: eb.ref('excluded.calls'),
          saved: eb.ref('excluded.saved'),
          throttled: eb.ref('excluded.throttled'),
          refused: eb.ref('excluded.refused'),
          failed: eb.ref('excluded.failed'),
        })),
      )
      .execute(),
  );
  return true;
}

const sum = (figure: keyof CallFigures) =>
  sql<number>`coalesce(sum(${sql.ref(`analysis_calls.${figure}`)}), 0)::bigint`.as(figure);
const SUMS = [sum('calls'), sum('saved'), sum('throttled'), sum('refused'), sum('failed')] as const;

/** What all calls of an analysis come to. */
export async function sumCalls(db: Executor, scope: Scope, analysisId: string): Promise<CallFigures> {
  return scoped(db, scope)
    .select('analysis_calls')
    .select([...SUMS])
    .where('analysis_id', '=', analysisId)
    .executeTakeFirstOrThrow();
}

/** The calls of an analysis, all runs taken together, by account, region, service and action. */
export async function listCalls(
  db: Executor,
  scope: Scope,
  analysisId: string,
  { limit, after }: { limit: number; after?: CallPlace | undefined },
): Promise<CallRow[]> {
  let query = scoped(db, scope)
    .select('analysis_calls')
    .select([...PLACE, ...SUMS])
    // Any of the runs knows them as well as another; one that knows more went further.
    .select(
      sql<string[]>`(array_agg(to_jsonb(permissions) order by cardinality(permissions) desc))[1]`.as('permissions'),
    )
    .where('analysis_id', '=', analysisId);
  if (after)
    query = query.where(
      sql<boolean>`(account, region, service, action) > (${after.account}, ${after.region}, ${after.service}, ${after.action})`,
    );
  return query
    .groupBy([...PLACE])
    .orderBy('account')
    .orderBy('region')
    .orderBy('service')
    .orderBy('action')
    .limit(limit)
    .execute();
}
