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
import { forgetDoneStates, removeHalfDone, saveStateReports, withState } from './analysis-states.ts';
import { scoped, type Executor, type Tenants, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { countOf, hasRow } from './clauses.ts';

export type AnalysisRow = Selectable<Tables['analyses']>;
/** An analysis with the current name of its repository. */
export type NamedAnalysisRow = AnalysisRow & { repo_full_name: string | null };

export const repositoryName = sql<string | null>`(
  select full_name from repositories
  where repositories.id = analyses.repo_id and repositories.org_id = analyses.org_id)`.as('repo_full_name');

/** Analyses with the current names of their repositories. */
export const namedAnalyses = (tenants: Tenants) => tenants.select('analyses').selectAll().select(repositoryName);

const unfinished = (tenants: Tenants) => tenants.select('analyses').where('status', 'in', ['queued', 'running']);

/** Unique violation: `analyses_idempotency_key`, when the organization has used that key before. */
export async function insertAnalysis(db: Executor, row: Insertable<Tables['analyses']>): Promise<AnalysisRow> {
  return scoped(db, { org_id: row.org_id }).insert('analyses', row).returningAll().executeTakeFirstOrThrow();
}

export async function getAnalysis(tenants: Tenants, id: string): Promise<NamedAnalysisRow | undefined> {
  return namedAnalyses(tenants).where('id', '=', id).executeTakeFirst();
}

export async function findByIdempotencyKey(tenant: Tenant, key: string) {
  return namedAnalyses(tenant).where('idempotency_key', '=', key).executeTakeFirst();
}

/** How many analyses of an organization wait or run. */
export async function countUnfinished(tenant: Tenant): Promise<number> {
  return countOf(unfinished(tenant));
}

/** The analyses of an organization that wait or run. */
export async function unfinishedAnalyses(tenants: Tenants): Promise<string[]> {
  const rows = await unfinished(tenants).select('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * One run of an analysis, known by when it was started. A worker that was taken for dead may still go on with an earlier
 * run: nothing that it writes counts any more.
 */
export type Run = { id: string; started_at: Date };

/**
 * Takes an analysis up, or up again after its worker died: it is running, and of what an earlier run had stored only the
 * states are left that are done. Inside a transaction: the row is locked first, so that what an earlier run stores at this
 * moment is either seen here, or refused to it. False when the analysis has ended or was canceled.
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

/** Stores the states in scope and their digest, once they are known. False when this run is not the running one (canceled, taken over). */
export async function planAnalysis(
  tenants: Tenants,
  run: Run,
  states: readonly StateReport[],
  digest: string | null = null,
): Promise<boolean> {
  return changeRunning(tenants, run, { states: JSON.stringify(states), source_digest: digest });
}

/**
 * Stores the progress, and the report of a state. False when this run is not the running one (canceled, taken over): the
 * worker stops then.
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

/** Writes down, once, that a provider was used. False when this run is not the running one. */
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
 * Ends a running analysis; what `end` does not name stays. In a transaction, which forgets what it had noted on the way
 * (`forgetDoneStates`) when nobody needs that any more. False when this run was not the running one: nothing is changed.
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

/** Whether this run is still the running one. */
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

/** Reads an analysis and locks it until the transaction ends. */
export async function lockAnalysis(tenants: Tenants, id: string): Promise<AnalysisRow | undefined> {
  return tenants.select('analyses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Ends an analysis, whether it waits or runs. In a transaction: lock it first, and see that it has not ended. */
export async function endAsCanceled(
  tenants: Tenants,
  id: string,
  end: { finished_at: Date; counts: Counts; severity: Severity; ai_summary: string },
): Promise<AnalysisRow> {
  await saveStateReports(tenants, [id]);
  await forgetDoneStates(tenants, [id]);
  return tenants
    .update('analyses')
    .set({ ...end, status: 'canceled', counts: JSON.stringify(end.counts), summary_source: 'rules' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Fails analyses that no worker will run any more; those that have ended stay as they are. Returns their ids. */
export async function abandonAnalyses(
  db: Executor,
  ids: string[],
  end: { finished_at: Date; error: NonNullable<Analysis['error']>; ai_summary: string },
): Promise<Pick<AnalysisRow, 'id' | 'org_id'>[]> {
  if (ids.length === 0) return [];
  const tenants = scoped(db, 'instance');
  const abandoned = await tenants
    .update('analyses')
    .set({ status: 'failed', ...end, error: JSON.stringify(end.error), summary_source: 'rules' })
    .where('id', 'in', ids)
    .where('status', 'in', ['queued', 'running'])
    .returning(['id', 'org_id'])
    .execute();
  await saveStateReports(tenants, ids);
  await forgetDoneStates(tenants, ids);
  return abandoned;
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
