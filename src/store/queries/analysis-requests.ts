import { sql, type Insertable, type Selectable } from 'kysely';
import type { Trigger } from '../../engine/model/analysis.ts';
import { scoped, type Executor, type Tenants, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { AnalysisRow } from './analyses.ts';
import { hasRow } from './clauses.ts';

export type AnalysisRequestRow = Selectable<Tables['analysis_requests']>;

/** The scope of an analysis: an organization's states, a repository's, or those below a prefix. */
export type AnalysisScope = Pick<AnalysisRow, 'repo_id' | 'state_prefix'>;

const requests = (tenants: Tenants) => tenants.select('analysis_requests').selectAll();

/** Analyses with exactly this scope. */
const analysesOf = (tenant: Tenant, { repo_id, state_prefix }: AnalysisScope) =>
  tenant
    .select('analyses')
    .where('repo_id', 'is not distinct from', repo_id)
    .where('state_prefix', 'is not distinct from', state_prefix)
    .limit(1);

/** Locks the requests for analyses of this organization until the transaction ends, so that equal requests coalesce. */
export async function lockRequests(db: Executor, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`requests/${orgId}`}, 0))`.execute(db);
}

export async function insertRequest(db: Executor, { org_id, ...row }: Insertable<Tables['analysis_requests']>) {
  return scoped(db, { org_id }).insert('analysis_requests', row).returningAll().executeTakeFirstOrThrow();
}

export async function getRequest(tenants: Tenants, id: string): Promise<AnalysisRequestRow | undefined> {
  return requests(tenants).where('id', '=', id).executeTakeFirst();
}

/** The requests that an analysis answers, dropped ones too, in the order of their arrival. */
export async function listRequests(tenants: Tenants, analysisId: string): Promise<AnalysisRequestRow[]> {
  return requests(tenants).where('analysis_id', '=', analysisId).orderBy('id').execute();
}

/** The request with this key, unless it was dropped. */
export async function findRequest(tenants: Tenants, key: string): Promise<AnalysisRequestRow | undefined> {
  return requests(tenants).where('key', '=', key).where('dropped_as', 'is', null).executeTakeFirst();
}

/** Where a commit's results appear: a pull request, or a branch. */
export type Target = { repo_id: string; trigger: Pick<Trigger, 'ref' | 'pull_request'> };

/**
 * Lists the requests for a pull request, or else a branch, with the status of their analyses: newest first, and not the
 * dropped ones.
 */
export async function listOfTarget(tenants: Tenants, { repo_id: repoId, trigger }: Target) {
  const number = trigger.pull_request;
  return tenants
    .select('analysis_requests')
    .innerJoin('analyses', 'analyses.id', 'analysis_requests.analysis_id')
    .selectAll('analysis_requests')
    .select('analyses.status')
    .where('analysis_requests.repo_id', '=', repoId)
    .where('analysis_requests.dropped_as', 'is', null)
    .where(
      number === undefined
        ? sql<boolean>`(analysis_requests.trigger->>'pull_request' is null and analysis_requests.trigger->>'ref' = ${trigger.ref ?? null})`
        : sql<boolean>`analysis_requests.trigger->>'pull_request' = ${String(number)}`,
    )
    .orderBy('analysis_requests.id', 'desc')
    .execute();
}

/** Finds the newest request for a commit of a repository, with any status. */
export async function findRequestOfCommit(tenants: Tenants, repoId: string, sha: string) {
  return requests(tenants)
    .where('repo_id', '=', repoId)
    .where(sql<boolean>`trigger->>'sha' = ${sha}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function dropRequests(
  tenants: Tenants,
  ids: readonly string[],
  as: NonNullable<AnalysisRequestRow['dropped_as']>,
): Promise<void> {
  if (ids.length === 0) return;
  await tenants
    .update('analysis_requests')
    .set({ dropped_as: as })
    .where('id', 'in', [...ids])
    .execute();
}

/** Whether an analysis has a request that was not dropped. */
export async function isWanted(tenants: Tenants, analysisId: string): Promise<boolean> {
  return hasRow(requests(tenants).where('analysis_id', '=', analysisId).where('dropped_as', 'is', null).limit(1));
}

/** A queued analysis with exactly this scope; it cannot start until the transaction ends. */
export async function holdWaiting(tenant: Tenant, of: AnalysisScope): Promise<AnalysisRow | undefined> {
  return analysesOf(tenant, of).selectAll().where('status', '=', 'queued').orderBy('id').forUpdate().executeTakeFirst();
}

/** Replaces the trigger of a queued analysis, if it is still `from`. */
export async function replaceTrigger(
  tenants: Tenants,
  id: string,
  { from, to }: { from: Trigger; to: Trigger },
): Promise<void> {
  await tenants
    .update('analyses')
    .set({ trigger: JSON.stringify(to) })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where(sql<boolean>`trigger = ${JSON.stringify(from)}::jsonb`)
    .execute();
}

/**
 * The newest running or completed analysis with exactly this scope that started after `since` and has a source digest.
 */
export async function findRecentAnalysis(tenant: Tenant, of: AnalysisScope, since: Date) {
  return analysesOf(tenant, of)
    .selectAll()
    .where('status', 'in', ['running', 'completed'])
    .where('started_at', '>', since)
    .where('source_digest', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Whether an analysis with exactly this scope is running. */
export async function isAnyRunning(tenant: Tenant, of: AnalysisScope): Promise<boolean> {
  const running = analysesOf(tenant, of).select('id').where('status', '=', 'running');
  return hasRow(running);
}
