import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Verdict } from '../../drift/analysis.ts';
import type { Executor, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { CoverageTable } from '../tables.ts';
import { inChunks } from './chunks.ts';

export type CoverageRow = Selectable<CoverageTable>;

/** Stores verdicts, all of one organization. A position that an analysis already has is a unique violation. */
export async function insertCoverage(db: Executor, rows: Insertable<CoverageTable>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) => scoped(db, { org_id: orgId }).insert('coverage', chunk).execute());
}

/** The verdicts of an analysis in their order. */
export async function listCoverage(db: Executor, scope: Scope, analysisId: string): Promise<CoverageRow[]> {
  return scoped(db, scope)
    .select('coverage')
    .selectAll()
    .where('analysis_id', '=', analysisId)
    .orderBy('position')
    .execute();
}

/** How many instances of an analysis got which verdict; verdicts that none got are left out. */
export async function countVerdicts(
  db: Executor,
  scope: Scope,
  analysisId: string,
): Promise<{ verdict: Verdict; count: number }[]> {
  return scoped(db, scope)
    .select('coverage')
    .select(['verdict', sql<number>`count(*)::int`.as('count')])
    .where('analysis_id', '=', analysisId)
    .groupBy('verdict')
    .execute();
}
