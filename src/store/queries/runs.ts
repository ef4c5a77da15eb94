import { sql, type Insertable, type Selectable, type UpdateObject } from 'kysely';
import type {
  Analysis,
  AnalysisStatus,
  Counts,
  IgnoreRuleUse,
  ProviderUse,
  Severity,
  StateReport,
} from '../../engine/model/analysis.ts';
import { storedTotals, type Totals } from '../../engine/report/totals.ts';
import { scoped, type Executor, type Tenants } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { hasRow } from './clauses.ts';
import { isDrift } from './findings.ts';

/**
 * A run of an analysis, identified by its start time. A worker that was taken for dead may still continue an earlier run:
 * its writes no longer count.
 */
export type Run = { id: string; started_at: Date };

/**
 * Starts an analysis, or restarts it after its worker died: it is running, and of an earlier run's results only those of
 * done states stay. Inside a transaction: the row is locked first, so that an earlier run's concurrent write is either
 * seen here or refused. False when the analysis has ended or was canceled.
 */
export async function startAnalysis(tenants: Tenants, run: Run): Promise<boolean> {
  const started = await tenants
    .update('analyses')
    .set({ status: 'running', started_at: run.started_at })
    .where('id', '=', run.id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (started.numUpdatedRows === 0n) return false;
  await removeHalfDone(tenants, run.id);
  return true;
}

/**
 * Stores the states in scope and their digest. False when this run is no longer the running one (canceled, taken over).
 */
export async function planAnalysis(
  tenants: Tenants,
  run: Run,
  states: readonly StateReport[],
  digest: string | null = null,
): Promise<boolean> {
  return changeRunning(tenants, run, { states: JSON.stringify(states), source_digest: digest });
}

/**
 * Stores the progress, and a state's report. False when this run is no longer the running one (canceled, taken over):
 * the worker then stops.
 */
export async function progressAnalysis(
  tenants: Tenants,
  run: Run,
  progress: { done: number; total: number },
  state?: { position: number; report: StateReport },
): Promise<boolean> {
  return changeRunning(tenants, run, {
    progress_done: progress.done,
    progress_total: progress.total,
    ...(state && { states: withState(state.position, state.report) }),
  });
}

/** Stores once that a provider was used. False when this run is no longer the running one. */
export async function addProvider(tenants: Tenants, run: Run, use: ProviderUse): Promise<boolean> {
  const one = JSON.stringify([use]);
  return changeRunning(tenants, run, {
    providers: sql<string>`case when providers @> ${one}::jsonb then providers else providers || ${one}::jsonb end`,
  });
}

export type AnalysisEnd = {
  status: Extract<AnalysisStatus, 'completed' | 'partial' | 'failed' | 'canceled'>;
  finished_at: Date;
  severity?: Severity;
  counts?: Counts;
  states?: StateReport[];
  ai_summary?: string | null;
  summary_source?: Analysis['summary_source'];
  error?: Analysis['error'];
  ignore_rules?: IgnoreRuleUse[];
};

/**
 * Ends a running analysis; fields missing from `end` stay. Inside a transaction, which also deletes the interim results
 * (`forgetDoneStates`) once nobody needs them. False when this run was not the running one: nothing is changed.
 */
export async function finishAnalysis(tenants: Tenants, run: Run, end: AnalysisEnd): Promise<boolean> {
  const { counts, states, error, ignore_rules, ...plain } = end;
  const ended = await changeRunning(tenants, run, {
    ...plain,
    ...(counts && { counts: JSON.stringify(counts) }),
    ...(states && { states: JSON.stringify(states) }),
    ...(ignore_rules && { ignore_rules: JSON.stringify(ignore_rules) }),
    ...(error !== undefined && { error: error && JSON.stringify(error) }),
  });
  if (!ended) return false;
  if (!states) await saveStateReports(tenants, [run.id]);
  return true;
}

/** Whether this run is the running one; if so, it stays so until the transaction ends. */
export async function holdRunning(tenants: Tenants, run: Run): Promise<boolean> {
  return hasRow(
    tenants
      .select('analyses')
      .select('id')
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .where('started_at', '=', run.started_at)
      .forUpdate(),
  );
}

export async function isRunning(tenants: Tenants, run: Run): Promise<boolean> {
  return hasRow(
    tenants
      .select('analyses')
      .select('id')
      .where('id', '=', run.id)
      .where('status', '=', 'running')
      .where('started_at', '=', run.started_at),
  );
}

async function changeRunning(tenants: Tenants, run: Run, changes: UpdateObject<Tables, 'analyses'>) {
  const result = await tenants
    .update('analyses')
    .set(changes)
    .where('id', '=', run.id)
    .where('status', '=', 'running')
    .where('started_at', '=', run.started_at)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A done state of a running analysis; the column `tally` holds its totals. */
export type AnalysisStateRow = Omit<Selectable<Tables['analysis_states']>, 'tally'> & { totals: Totals };

/** The tables of an analysis's results. */
const RESULTS = ['findings', 'coverage', 'incident_endings'] as const;

/** Stores that a state is done, in the transaction of its last results. */
export async function insertDoneState(db: Executor, row: Insertable<Tables['analysis_states']>): Promise<void> {
  await scoped(db, { org_id: row.org_id }).insert('analysis_states', row).execute();
}

/** Lists the done states of a running analysis. */
export async function listDoneStates(tenants: Tenants, analysisId: string): Promise<AnalysisStateRow[]> {
  const rows = tenants.select('analysis_states').selectAll().where('analysis_id', '=', analysisId);
  return (await rows.execute()).map(({ tally, ...row }) => ({ ...row, totals: storedTotals(tally) }));
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

/** Deletes the results of states that were begun but are not done. */
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

/** Deletes the progress of finished analyses. */
export async function forgetDoneStates(tenants: Tenants, analysisIds: readonly string[]): Promise<void> {
  if (analysisIds.length === 0) return;
  for (const table of ['analysis_states', 'incident_endings'] as const)
    await tenants.delete(table).where('analysis_id', 'in', analysisIds).execute();
}

/** A column value: the list of states with one replaced. */
export const withState = (position: number, report: object) =>
  sql<string>`jsonb_set(states, array[${String(position)}], ${JSON.stringify(report)}::jsonb)`;

/** Copies the reports of done states into their analyses' lists, in one statement. */
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

/** Positions of an analysis's states with drift, other than side effects, of resources of wanted types. */
export async function listStatesWithDrift(
  tenants: Tenants,
  analysisId: string,
  isWanted: (type: string) => boolean,
): Promise<Set<number>> {
  const found = await tenants
    .select('findings')
    .select(['state_position', sql<string>`document->>'type'`.as('type')])
    .where('analysis_id', '=', analysisId)
    .where(sql<boolean>`document->'caused_by' is null`)
    .where(isDrift)
    .distinct()
    .execute();
  return new Set(found.filter(({ type }) => isWanted(type)).map((one) => one.state_position));
}
