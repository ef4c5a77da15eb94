import { sql, type Insertable, type Selectable } from 'kysely';
import type { Analysis, Counts, Severity } from '../../engine/model/analysis.ts';
import { forgetDoneStates, saveStateReports } from './runs.ts';
import { scoped, type Executor, type Tenants, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { countOf } from './clauses.ts';

export type AnalysisRow = Selectable<Tables['analyses']>;
export type NamedAnalysisRow = AnalysisRow & { repo_full_name: string | null };

export const repositoryName = sql<string | null>`(
  select full_name from repositories
  where repositories.id = analyses.repo_id and repositories.org_id = analyses.org_id)`.as('repo_full_name');

export const namedAnalyses = (tenants: Tenants) => tenants.select('analyses').selectAll().select(repositoryName);

const unfinished = (tenants: Tenants) => tenants.select('analyses').where('status', 'in', ['queued', 'running']);

/** Throws a unique violation of `analyses_idempotency_key` when the organization has used that key before. */
export async function insertAnalysis(db: Executor, row: Insertable<Tables['analyses']>): Promise<AnalysisRow> {
  return scoped(db, { org_id: row.org_id }).insert('analyses', row).returningAll().executeTakeFirstOrThrow();
}

export async function getAnalysis(tenants: Tenants, id: string): Promise<NamedAnalysisRow | undefined> {
  return namedAnalyses(tenants).where('id', '=', id).executeTakeFirst();
}

export async function findByIdempotencyKey(tenant: Tenant, key: string) {
  return namedAnalyses(tenant).where('idempotency_key', '=', key).executeTakeFirst();
}

/** The number of an organization's queued and running analyses. */
export async function countUnfinished(tenant: Tenant): Promise<number> {
  return countOf(unfinished(tenant));
}

/** The ids of an organization's queued and running analyses. */
export async function unfinishedAnalyses(tenants: Tenants): Promise<string[]> {
  const rows = await unfinished(tenants).select('id').execute();
  return rows.map(({ id }) => id);
}

/** Reads an analysis and locks it until the transaction ends. */
export async function lockAnalysis(tenants: Tenants, id: string): Promise<AnalysisRow | undefined> {
  return tenants.select('analyses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Cancels an analysis, queued or running. Inside a transaction: lock it and check that it has not ended first. */
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

/**
 * Fails analyses that no worker will run any more; finished ones stay as they are. Returns the ids of those it failed.
 */
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
