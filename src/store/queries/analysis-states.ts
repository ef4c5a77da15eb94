import { sql, type Insertable, type Selectable } from 'kysely';
import { storedTally } from '../../engine/report/tally.ts';
import { scoped, type Executor, type Tenants } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type AnalysisStateRow = Selectable<Tables['analysis_states']>;

/** The tables of an analysis's results. */
const RESULTS = ['findings', 'coverage', 'incident_endings'] as const;

/** Stores that a state is done, in the transaction of its last results. */
export async function insertDoneState(db: Executor, row: Insertable<Tables['analysis_states']>): Promise<void> {
  await scoped(db, { org_id: row.org_id }).insert('analysis_states', row).execute();
}

/** Lists the states that a running analysis has done. */
export async function listDoneStates(tenants: Tenants, analysisId: string): Promise<AnalysisStateRow[]> {
  const rows = tenants.select('analysis_states').selectAll().where('analysis_id', '=', analysisId);
  return (await rows.execute()).map((row) => ({ ...row, tally: storedTally(row.tally) }));
}

/** Deletes done states with their results, so that the analysis does them again. */
export async function undoStates(tenants: Tenants, analysisId: string, positions: readonly number[]) {
  if (positions.length === 0) return;
  for (const table of RESULTS)
    await tenants
      .delete(table)
      .where('analysis_id', '=', analysisId)
      .where('state_position', 'in', positions)
      .execute();
  await tenants
    .delete('analysis_states')
    .where('analysis_id', '=', analysisId)
    .where('position', 'in', positions)
    .execute();
}

/** Removes the results of states that were begun and are not done. */
export async function removeHalfDone(tenants: Tenants, analysisId: string): Promise<void> {
  for (const table of RESULTS)
    await tenants
      .delete(table)
      .where('analysis_id', '=', analysisId)
      .where(
        'state_position',
        'not in',
        tenants.select('analysis_states').select('position').where('analysis_id', '=', analysisId),
      )
      .execute();
}

/** Deletes the progress of analyses that have ended. */
export async function forgetDoneStates(tenants: Tenants, analysisIds: readonly string[]): Promise<void> {
  if (analysisIds.length === 0) return;
  for (const table of ['analysis_states', 'incident_endings'] as const)
    await tenants.delete(table).where('analysis_id', 'in', analysisIds).execute();
}

/** The list of states with one of them replaced, as a value for the column. */
export const withState = (position: number, report: object) =>
  sql<string>`jsonb_set(states, array[${String(position)}], ${JSON.stringify(report)}::jsonb)`;

/** Copies the reports of done states into the lists of their analyses, in one statement. */
export async function saveStateReports(tenants: Tenants, analysisIds: readonly string[]): Promise<void> {
  if (analysisIds.length === 0) return;
  await tenants
    .update('analyses')
    .set({
      states: sql<string>`coalesce((
        select jsonb_agg(coalesce(done.report, listed.report) order by listed.place)
        from jsonb_array_elements(analyses.states) with ordinality as listed(report, place)
        left join analysis_states done
          on done.org_id = analyses.org_id and done.analysis_id = analyses.id and done.position = listed.place - 1
      ), states)`,
    })
    .where('id', 'in', analysisIds)
    .where(
      sql<boolean>`exists (
        select 1 from analysis_states done where done.org_id = analyses.org_id and done.analysis_id = analyses.id)`,
    )
    .execute();
}
