import type {
  AnalysisOverview,
  Finding,
  SeenBefore,
  Severity,
  FindingKind,
  Coverage,
  Verdict,
} from '../../engine/model/analysis.ts';
import type { UnmanagedFinding } from '../../engine/model/inventory.ts';
import {
  coverageGaps,
  type CoverageGap,
  pageCoverage as queryCoverage,
  type AfterVerdict,
  type CoverageRow,
} from '../../store/queries/coverage.ts';
import {
  countFindings,
  pageFindings as queryFindings,
  type AfterFinding,
  type FindingFilter,
  type FindingOrder,
  type RankedFinding,
} from '../../store/queries/findings-page.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import { GAPS } from '../../texts/overview.ts';
import { scoped, type Executor } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { pageBy, type PageRequest, type CursorFormat, type Page } from '../base/paging.ts';
import { prefixWithin, presentAnalysisWithin, presentFindingWithin, presentCoverage } from '../views/present-within.ts';
import { fetchAnalysis, positionsOf, type FetchedAnalysis } from './get.ts';

/** Filters of findings: at least this severe, of a resource type, with a text in the address. */
export type FindingsRequest = PageRequest & { severity?: Severity; type?: string; resource?: string };

/** A page of an analysis's findings, the worst first, with the resources that were not checked. */
export type FindingsPage = {
  analysis: AnalysisOverview;
  /** The analysis checked only states whose keys start with this prefix. */
  state_prefix: string | null;
  /** The number of matching findings on all pages. */
  total: number;
  /** The number of these that are side effects of another finding. */
  following: number;
  findings: Finding[];
  next?: string;
  gaps: CoverageGap[];
};

/** A cursor names its analysis, since findings are ordered by severity within one. */
const FINDING_POSITION = /^(an_[0-9A-Za-z]{22}):([1-5])\.([0-9]{1,9})\.([0-9]{1,9})$/;
export const FINDINGS_CURSOR = FINDING_POSITION.source;

const inAnalysis = (id: string): CursorFormat<RankedFinding, AfterFinding> => ({
  write: (row) => `${row.analysis_id}:${row.rank}.${row.state_position}.${row.position}`,
  read(text) {
    const [, of, rank, state, position] = FINDING_POSITION.exec(text) ?? [];
    if (of !== id) return undefined;
    return { rank: Number(rank), state_position: Number(state), position: Number(position) };
  },
});

/** The analysis whose page the cursor is from; undefined if the cursor has another format. */
export function analysisOfCursor(cursor: string | undefined): string | undefined {
  return FINDING_POSITION.exec(cursor ?? '')?.[1];
}

/**
 * A page of an analysis's findings, and its new incidents that resemble earlier ones. 404 for another organization's.
 */
export async function listFindings(
  ctx: Ctx,
  input: FindingsRequest & { id: string },
): Promise<FindingsPage & { similar: SeenBefore[] }> {
  const { db } = ctx.store;
  const found = await fetchAnalysis(ctx, input.id);
  const page = await findingsOf(db, found, input);
  return { ...page, similar: await listSeenBefore(scoped(db, found.scope), found.row.id) };
}

/** A page of the findings of an analysis that the caller may see, without those of `exceptStates`. */
export async function findingsOf(
  db: Executor,
  { row, scope }: FetchedAnalysis,
  { severity, type, resource, ...request }: FindingsRequest,
  exceptStates: readonly number[] = [],
): Promise<FindingsPage> {
  const filter: FindingFilter = { severity, type, resource, exceptStates };
  const tenant = scoped(db, scope);
  const page = await pageBy(
    inAnalysis(row.id),
    request,
    (limit, after) => queryFindings(tenant, row.id, { ...filter, limit, after }),
    (rows) => rows.map(presentFindingWithin(scope)),
  );
  return {
    analysis: await presentAnalysisWithin(tenant, row),
    state_prefix: prefixWithin(scope, row),
    ...(await countFindings(tenant, row.id, filter)),
    findings: page.items,
    ...(page.next !== undefined && { next: page.next }),
    gaps: await coverageGaps(tenant, row.id, { verdicts: GAPS, exceptStates }),
  };
}

export type FindingsWanted = {
  state?: string;
  module?: string;
  severity?: Severity;
  severity_at_least?: Severity;
  kind?: FindingKind;
  type?: string;
  region?: string;
  account?: string;
  repo_id?: string;
  q?: string;
  /** `new`: this analysis was the first with the drift. `before`: an earlier one had it. */
  seen?: 'new' | 'before';
};

/** The positions, out of `among`, of the states that belong to a repository. */
async function statesOf(db: Executor, { row, scope }: FetchedAnalysis, repoId: string, among: readonly number[]) {
  const mapping = await mappingOf(scoped(db, scope));
  return among.filter((position) => mapping.of(row.states[position]?.key ?? '')?.repo_id === repoId);
}

/** The filter of the store for the request. */
export async function filterOf(
  db: Executor,
  analysis: FetchedAnalysis,
  wanted: FindingsWanted,
): Promise<FindingFilter> {
  const { repo_id: repoId } = wanted;
  const states = positionsOf(analysis.row, wanted.state);
  const began = analysis.row.started_at ?? analysis.row.created_at;
  return {
    states:
      repoId === undefined ? states : await statesOf(db, analysis, repoId, states ?? [...analysis.row.states.keys()]),
    module: wanted.module,
    exactly: wanted.severity,
    severity: wanted.severity_at_least,
    kind: wanted.kind,
    type: wanted.type,
    region: wanted.region,
    account: wanted.account,
    q: wanted.q,
    seenSince: wanted.seen === 'new' ? began : undefined,
    seenBefore: wanted.seen === 'before' ? began : undefined,
  };
}

/** Filters of the findings of an analysis, and their order. */
export type FindingsList = FindingsWanted & { id: string; sort?: FindingOrder };

/** A page of an analysis's matching findings; default order: the worst first, then by address. 404 as above. */
export async function pageFindings(
  ctx: Ctx,
  input: FindingsList & PageRequest,
): Promise<Page<Finding | UnmanagedFinding>> {
  const { db } = ctx.store;
  const found = await fetchAnalysis(ctx, input.id);
  const { row, scope } = found;
  const filter = { ...(await filterOf(db, found, input)), order: input.sort };
  return pageBy(
    inAnalysis(row.id),
    input,
    (limit, after) => queryFindings(scoped(db, scope), row.id, { ...filter, limit, after }),
    (rows) => rows.map(presentFindingWithin(scope)),
  );
}

const EXPORTED_AT_ONCE = 200;

/** All matching findings of an analysis, read page by page on demand. 404 for another organization's. */
export async function exportFindings(
  ctx: Ctx,
  input: FindingsList,
): Promise<AsyncGenerator<readonly (Finding | UnmanagedFinding)[]>> {
  const first = await pageFindings(ctx, { ...input, limit: EXPORTED_AT_ONCE });
  return (async function* () {
    for (let page: Page<Finding | UnmanagedFinding> = first; ;) {
      yield page.items;
      if (page.next === undefined) return;
      page = await pageFindings(ctx, { ...input, limit: EXPORTED_AT_ONCE, cursor: page.next });
    }
  })();
}

type CoverageWanted = {
  state?: string;
  verdict?: Verdict;
  reason?: string;
  q?: string;
  suppressed?: 'rule' | 'any';
};

const VERDICT_POSITION = /^([0-9]{1,9})\.([0-9]{1,9})$/;
export const COVERAGE_CURSOR = VERDICT_POSITION.source;

const byPosition: CursorFormat<CoverageRow, AfterVerdict> = {
  write: (row) => `${row.state_position}.${row.position}`,
  read(text) {
    const [, state, position] = VERDICT_POSITION.exec(text) ?? [];
    return state === undefined ? undefined : { state_position: Number(state), position: Number(position) };
  },
};

/** A page of an analysis's verdicts in their order, with their suppressed differences. 404 as above. */
export async function pageCoverage(
  ctx: Ctx,
  input: CoverageWanted & PageRequest & { id: string },
): Promise<Page<Coverage>> {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const { verdict, reason, q, suppressed } = input;
  const filter = { states: positionsOf(row, input.state), verdict, reason, q, suppressed };
  return pageBy(
    byPosition,
    input,
    (limit, after) => queryCoverage(scoped(ctx.store.db, scope), row.id, { ...filter, limit, after }),
    (rows) => rows.map((one) => presentCoverage(one, true)),
  );
}
