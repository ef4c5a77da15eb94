import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { emptyCounts, type Counts } from '../../drift/analysis.ts';
import type { Executor, Scope } from '../scope.ts';
import { scoped } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { inChunks } from './chunks.ts';
import { countFindings } from './findings-page.ts';

export type CoverageRow = Selectable<Tables['coverage']>;

/** Stores verdicts, all of one organization. A position that a state already has is a unique violation. */
export async function insertCoverage(db: Executor, rows: Insertable<Tables['coverage']>[]): Promise<void> {
  await inChunks(rows, (chunk, orgId) => scoped(db, { org_id: orgId }).insert('coverage', chunk).execute());
}

/** The verdicts of an analysis in their order; of one of its states where that is named. */
export async function listCoverage(
  db: Executor,
  scope: Scope,
  analysisId: string,
  statePosition?: number,
): Promise<CoverageRow[]> {
  let query = scoped(db, scope).select('coverage').selectAll().where('analysis_id', '=', analysisId);
  if (statePosition !== undefined) query = query.where('state_position', '=', statePosition);
  return query.orderBy('state_position').orderBy('position').execute();
}

/** How many instances of an analysis got which verdict by now, and how many findings only follow from others. */
export async function countVerdicts(db: Executor, scope: Scope, analysisId: string): Promise<Counts> {
  // Before the verdicts: what is stored in between makes no more follow than have changed.
  const { following } = await countFindings(db, scope, analysisId, {});
  const rows = await scoped(db, scope)
    .select('coverage')
    .select(['verdict', sql<number>`count(*)::int`.as('count')])
    .where('analysis_id', '=', analysisId)
    .groupBy('verdict')
    .execute();
  const counts = { ...emptyCounts(), following };
  for (const { verdict, count } of rows) {
    counts[verdict] = count;
    counts.resources += count;
  }
  return counts;
}
