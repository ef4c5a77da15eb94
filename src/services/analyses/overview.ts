import type { AnalysisOverview, AnalysisStatus, Severity, StateReport, Trigger } from '../../engine/model/analysis.ts';
import { suggestionsFrom } from '../../engine/report/suggestions.ts';
import { sumCalls } from '../../store/queries/analysis-calls.ts';
import {
  listAnalyses as query,
  listAnalysesInBrief as queryInBrief,
  type StateCounts,
  type ListedAnalysisRow,
} from '../../store/queries/analyses-page.ts';
import { coverageGaps, countVerdicts, verdictsIn } from '../../store/queries/coverage.ts';
import { listTagFindings, listFindingsInBrief, pageFindings } from '../../store/queries/findings-page.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import { isPart, seesStates, scoped, type Executor, type Tenant } from '../../store/scope.ts';
import { GAPS } from '../../texts/overview.ts';
import type { NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { markdownOf } from '../../texts/markdown.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import {
  prefixWithin,
  presentAnalysisWithin,
  presentFindingWithin,
  presentAnalyses,
  presentAnalysis,
  presentCoverage,
} from '../views/present-within.ts';
import { instantOf, byId, page, pageBy, type Page, type PageRequest } from '../base/paging.ts';
import { scopeWithin } from '../access/organization.ts';
import { fetchAnalysis, type FetchedAnalysis } from './get.ts';

const MAX_TAG_FINDINGS = 2000;

const isUnderWay = (status: AnalysisStatus) => status === 'queued' || status === 'running';

/**
 * One analysis so far, without its findings and verdicts, which may be very many. Fields that only the end of the
 * analysis fills (suggestions, rules, similar incidents) are empty until then. 404 for another organization's.
 */
export async function getAnalysisInBrief(ctx: Ctx, input: { id: string }) {
  return analysisInBrief(ctx.store.db, await fetchAnalysis(ctx, input.id));
}

async function analysisInBrief(db: Executor, { row, scope }: FetchedAnalysis) {
  const running = isUnderWay(row.status);
  const tenant = scoped(db, scope);
  const shown = await presentAnalysisWithin(tenant, row);
  return {
    ...shown,
    counts: running ? await countVerdicts(tenant, row.id) : shown.counts,
    state_prefix: prefixWithin(scope, row),
    state_counts: countStates(shown.states),
    not_checked: await coverageGaps(tenant, row.id, { verdicts: GAPS, exceptStates: [] }),
    // The rules are the organization's, and their texts may be about resources that the caller may not see.
    ignore_rules: scope.visible ? [] : row.ignore_rules,
    suggestions: running ? [] : await suggestions(tenant, row.id),
    similar: running ? [] : await listSeenBefore(tenant, row.id),
    calls: await sumCalls(tenant, row.id),
  };
}

async function suggestions(tenant: Tenant, id: string) {
  return suggestionsFrom((await listTagFindings(tenant, id, MAX_TAG_FINDINGS)).map(presentFindingWithin(tenant.scope)));
}

type Input = PageRequest & {
  org_id?: string;
  repo_id?: string;
  status?: AnalysisStatus;
  trigger?: Trigger['kind'];
  severity_at_least?: Severity;
  since?: string;
  until?: string;
  without?: 'states';
};

/** An analysis in a list; `states` is absent if the caller left it out. */
export type ListedAnalysis = Omit<AnalysisOverview, 'states'> & {
  states?: StateReport[];
  state_prefix: string | null;
  state_counts: StateCounts;
};

/** Analyses, newest first: of the named organization, or of all that the caller may see. */
export async function listAnalyses(ctx: Ctx, input: Input): Promise<Page<ListedAnalysis>> {
  const scope = await scopeWithin(ctx, input.org_id);
  requireScope(ctx, 'read');
  const { repo_id, status, trigger, severity_at_least: severity, since, until } = input;
  const filter = {
    repo_id,
    status,
    trigger,
    severity,
    since: since === undefined ? undefined : instantOf(since, '/since'),
    until: until === undefined ? undefined : instantOf(until, '/until'),
  };
  const tenants = scoped(ctx.store.db, scope);
  if (input.without === 'states' && !isPart(scope))
    return page(input, (limit, after) => queryInBrief(tenants, { limit, after, ...filter }), presentInBrief);
  return pageBy(
    byId<NamedAnalysisRow>(),
    input,
    (limit, after) => query(tenants, { limit, after, ...filter }),
    async (rows) =>
      (await presentAnalyses(tenants, rows)).map(({ states, ...one }, n) => ({
        ...one,
        state_prefix: prefixWithin(scope, rows[n]!),
        state_counts: countStates(states),
        ...(input.without !== 'states' && { states }),
      })),
  );
}

function presentInBrief({ state_counts, ...row }: ListedAnalysisRow): ListedAnalysis {
  const { states: _, ...listed } = presentAnalysis({ ...row, states: [] });
  return { ...listed, state_prefix: row.state_prefix, state_counts };
}

/** The number of states by status. */
export function countStates(states: readonly StateReport[]): StateCounts {
  const number = (status: StateReport['status']) => states.filter((state) => state.status === status).length;
  return {
    in_all: states.length,
    pending: number('pending'),
    read: number('read'),
    unreadable: number('unreadable'),
  };
}

/** The maximal number of findings in a report, the worst first. */
const MAX_REPORTED = 500;

/** One analysis as Markdown, for tickets and pull requests. 404 for another organization's. */
export async function reportAnalysis(ctx: Ctx, input: { id: string }): Promise<string> {
  const found = await fetchAnalysis(ctx, input.id);
  const { row, scope } = found;
  const { db } = ctx.store;
  const tenant = scoped(db, scope);
  const listed = await pageFindings(tenant, row.id, { limit: MAX_REPORTED, after: undefined });
  const counted = await listFindingsInBrief(tenant, row.id);
  const sees = seesStates(scope);
  const positions = row.states.map((_, position) => position);
  const gaps = await verdictsIn(tenant, { analysis_id: row.id, positions }, GAPS);
  return markdownOf({
    ...(await analysisInBrief(db, found)),
    findings: counted.map(({ caused_by: cause, ...one }) => ({
      ...one,
      ...(cause && sees(cause.state_key) && { caused_by: cause }),
    })),
    listed: listed.map(presentFindingWithin(scope)),
    coverage: gaps.map((gap) => presentCoverage(gap, false)),
  });
}
