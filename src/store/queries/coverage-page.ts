import { sql } from 'kysely';
import type { Verdict } from '../../engine/model/analysis.ts';
import type { Executor, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { CoverageRow } from './coverage.ts';
import { holds } from './holds.ts';

export type CoverageFilter = {
  /** States whose verdicts are asked for, by their place. */
  states?: readonly number[] | undefined;
  verdict?: Verdict | undefined;
  reason?: string | undefined;
  /** A part of the address, the type or the detail, whatever its case. */
  q?: string | undefined;
  /** Only instances that an ignore rule took something out of, or anything did. */
  suppressed?: 'rule' | 'any' | undefined;
};

/** Where a list of verdicts goes on: after this one. */
export type AfterVerdict = { state_position: number; position: number };

/** Verdicts of an analysis in their order. */
export async function pageCoverage(
  db: Executor,
  scope: Scope,
  analysisId: string,
  { limit, after, ...filter }: CoverageFilter & { limit: number; after: AfterVerdict | undefined },
): Promise<CoverageRow[]> {
  const { states, verdict, reason, q, suppressed } = filter;
  let query = scoped(db, scope).select('coverage').selectAll().where('analysis_id', '=', analysisId);
  if (after !== undefined)
    query = query.where(sql<boolean>`(state_position, position) > (${after.state_position}, ${after.position})`);
  if (states !== undefined) query = query.where('state_position', '=', sql<number>`any(${[...states]}::int[])`);
  if (verdict !== undefined) query = query.where('verdict', '=', verdict);
  if (reason !== undefined) query = query.where('reason', '=', reason);
  if (suppressed === 'rule') query = query.where('ignored_by', 'is not', null);
  if (suppressed === 'any')
    query = query.where((is) => is.or([is('ignored_by', 'is not', null), is('suppressed', 'is not', null)]));
  if (q !== undefined) query = query.where(holds(sql`concat_ws(' ', resource, type, detail)`, q));
  return query.orderBy('state_position').orderBy('position').limit(limit).execute();
}
