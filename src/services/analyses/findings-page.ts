import type { AnalysisOverview, Finding, SeenBefore, Severity } from '../../drift/analysis.ts';
import { coverageGaps, type CoverageGap } from '../../store/queries/coverage-gaps.ts';
import {
  countFindings,
  pageFindings,
  type AfterFinding,
  type FindingFilter,
  type RankedFinding,
} from '../../store/queries/findings-page.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import { GAPS } from '../../report/overview.ts';
import type { Executor } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { pageBy, type PageRequest, type Place } from '../base/paging.ts';
import { prefixWithin, presentAnalysisWithin, presentFindingWithin } from '../views/present-within.ts';
import { fetchAnalysis, type FetchedAnalysis } from './one.ts';

/** Which findings: this severe or worse, of a resource type, with a text in their address. */
export type FindingsRequest = PageRequest & { severity?: Severity; type?: string; resource?: string };

/** A page of an analysis's findings, the worst first, with what the analysis could not look at. */
export type FindingsPage = {
  analysis: AnalysisOverview;
  /** It looked only at states whose key begins so. */
  state_prefix: string | null;
  /** How many findings fit the request, on all pages. */
  total: number;
  /** How many of these only follow from another finding. */
  following: number;
  findings: Finding[];
  next?: string;
  gaps: CoverageGap[];
};

/** Findings of one analysis in its own order would put the worst anywhere; cursors name the analysis that they are of. */
const PLACE = /^(an_[0-9A-Za-z]{22}):([1-5])\.([0-9]{1,9})\.([0-9]{1,9})$/;
export const FINDINGS_CURSOR = PLACE.source;

export const inAnalysis = (id: string): Place<RankedFinding, AfterFinding> => ({
  write: (row) => `${row.analysis_id}:${row.rank}.${row.state_position}.${row.position}`,
  read(text) {
    const [, of, rank, state, position] = PLACE.exec(text) ?? [];
    if (of !== id) return undefined;
    return { rank: Number(rank), state_position: Number(state), position: Number(position) };
  },
});

/** The analysis that a page with this cursor is of; undefined where it is no such cursor. */
export function analysisOfCursor(cursor: string | undefined): string | undefined {
  return PLACE.exec(cursor ?? '')?.[1];
}

/**
 * A page of the findings of an analysis, and the incidents that it opened which are like earlier ones. 404 for another
 * organization's.
 */
export async function listFindings(
  ctx: Ctx,
  input: FindingsRequest & { id: string },
): Promise<FindingsPage & { similar: SeenBefore[] }> {
  const { db } = ctx.store;
  const found = await fetchAnalysis(ctx, input.id);
  const page = await findingsOf(db, found, input);
  return { ...page, similar: await listSeenBefore(db, found.scope, found.row.id) };
}

/** A page of the findings of an analysis that the caller may see, but those of some states. */
export async function findingsOf(
  db: Executor,
  { row, scope }: FetchedAnalysis,
  { severity, type, resource, ...request }: FindingsRequest,
  exceptStates: readonly number[] = [],
): Promise<FindingsPage> {
  const filter: FindingFilter = { severity, type, resource, exceptStates };
  const page = await pageBy(
    inAnalysis(row.id),
    request,
    (limit, after) => pageFindings(db, scope, row.id, { ...filter, limit, after }),
    (rows) => rows.map(presentFindingWithin(scope)),
  );
  return {
    analysis: await presentAnalysisWithin(db, scope, row),
    state_prefix: prefixWithin(scope, row),
    ...(await countFindings(db, scope, row.id, filter)),
    findings: page.items,
    ...(page.next !== undefined && { next: page.next }),
    gaps: await coverageGaps(db, scope, row.id, { verdicts: GAPS, exceptStates }),
  };
}
