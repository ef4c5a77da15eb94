import type { Insertable, Selectable } from 'kysely';
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
