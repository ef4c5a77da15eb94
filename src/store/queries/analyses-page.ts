import { sql, type ExpressionBuilder } from 'kysely';
import {
  SEVERITIES,
  severityRank,
  type AnalysisStatus,
  type Severity,
  type Trigger,
} from '../../engine/model/analysis.ts';
import type { Page } from '../page.ts';
import { isPart, type Tenants, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { isDrift } from './findings.ts';
import { namedAnalyses, repositoryName, type NamedAnalysisRow } from './analyses.ts';

export type AnalysisFilter = {
  repo_id?: string | undefined;
  status?: AnalysisStatus | undefined;
  trigger?: Trigger['kind'] | undefined;
  /** This severity or worse. */
  severity?: Severity | undefined;
  /** Bounds of the creation time: `since` is inclusive, `until` exclusive. */
  since?: Date | undefined;
  until?: Date | undefined;
};

/** The number of an analysis's states, by progress. */
export type StateCounts = { in_all: number; pending: number; read: number; unreadable: number };

/** An analysis in a list, without its reports on states. */
export type ListedAnalysisRow = Omit<NamedAnalysisRow, 'states'> & { state_counts: StateCounts };

const WITHOUT_STATES = [
  'id',
  'org_id',
  'repo_id',
  'status',
  'trigger',
  'state_prefix',
  'idempotency_key',
  'created_at',
  'started_at',
  'finished_at',
  'progress_done',
  'progress_total',
  'severity',
  'counts',
  'providers',
  'ai_summary',
  'summary_source',
  'error',
  'ignore_rules',
  'source_digest',
  'stored_bytes',
  'incidents_omitted',
] as const satisfies (keyof ListedAnalysisRow)[];

const stateCounts = sql<StateCounts>`(
  select jsonb_build_object(
    'in_all', count(*),
    'pending', count(*) filter (where state->>'status' = 'pending'),
    'read', count(*) filter (where state->>'status' = 'read'),
    'unreadable', count(*) filter (where state->>'status' = 'unreadable'))
  from jsonb_array_elements(analyses.states) state)`.as('state_counts');

/** An analysis's own severity covers all states. For a caller who sees only some, their findings are checked instead. */
function asSevere(is: ExpressionBuilder<Tables, 'analyses'>, tenants: Tenants, severity: Severity) {
  const severities = SEVERITIES.slice(0, severityRank(severity) + 1);
  if (!isPart(tenants.scope)) return is('severity', 'in', severities);
  return is.exists(
    tenants
      .select('findings')
      .select('position')
      .where(sql<boolean>`findings.analysis_id = analyses.id`)
      .where(isDrift)
      .where('findings.severity', 'in', severities),
  );
}

function filtered(tenants: Tenants, { after, ...filter }: Page & AnalysisFilter) {
  const { repo_id: repoId, status, trigger, severity, since, until } = filter;
  let query = tenants.select('analyses').orderBy('id', 'desc').limit(filter.limit);
  if (after !== undefined) query = query.where('id', '<', after);
  if (repoId !== undefined) query = query.where('repo_id', '=', repoId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (trigger !== undefined) query = query.where(sql`trigger->>'kind'`, '=', trigger);
  if (severity !== undefined) query = query.where((is) => asSevere(is, tenants, severity));
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (until !== undefined) query = query.where('created_at', '<', until);
  return query;
}

/** Newest first. */
export async function listAnalyses(tenants: Tenants, page: Page & AnalysisFilter) {
  return filtered(tenants, page).selectAll().select(repositoryName).execute();
}

/** Counts of states replace the reports on them, which may be long. */
export async function listAnalysesInBrief(tenants: Tenants, page: Page & AnalysisFilter) {
  return filtered(tenants, page).select(WITHOUT_STATES).select([repositoryName, stateCounts]).execute();
}

/** The analyses that cover a repository's states; without a repository, all of the organization's. */
function concerning(tenant: Tenant, repoId: string | undefined) {
  const all = namedAnalyses(tenant);
  return repoId === undefined ? all : all.where((is) => is.or([is('repo_id', '=', repoId), is('repo_id', 'is', null)]));
}

/** The latest analysis with a result over all states; without one, the latest with a result over some. */
export async function latestResult(tenant: Tenant, repoId: string | undefined) {
  const whole =
    repoId === undefined
      ? sql<boolean>`(state_prefix is null and repo_id is null)`
      : sql<boolean>`(state_prefix is null)`;
  return concerning(tenant, repoId)
    .where('status', 'in', ['completed', 'partial'])
    .orderBy(whole, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest analysis, whatever its status. */
export async function newestAnalysis(tenant: Tenant, repoId: string | undefined) {
  return concerning(tenant, repoId).orderBy('id', 'desc').limit(1).executeTakeFirst();
}
