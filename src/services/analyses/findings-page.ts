import { AppError } from '../../base/errors.ts';
import type { AnalysisOverview, Finding, SeenBefore, Severity } from '../../drift/analysis.ts';
import { getAnalysis, type NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { coverageGaps, type CoverageGap } from '../../store/queries/coverage-gaps.ts';
import {
  countFindings,
  pageFindings,
  type AfterFinding,
  type FindingFilter,
  type RankedFinding,
} from '../../store/queries/findings-page.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import { reach, requireScope, type Ctx } from '../context.ts';
import { pageBy, type PageRequest, type Place } from '../paging.ts';
import { presentAnalysis, presentFinding } from './present.ts';

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

/** Verdicts of instances that may differ or may not: nobody could look. */
const GAPS = ['unreadable', 'unsupported', 'suspect'] as const;

/** Findings of one analysis in its own order would put the worst anywhere; cursors name the analysis that they are of. */
const PLACE = /^(an_[0-9A-Za-z]{22}):([1-5])\.([0-9]{1,9})\.([0-9]{1,9})$/;
export const FINDINGS_CURSOR = PLACE.source;

const inAnalysis = (id: string): Place<RankedFinding, AfterFinding> => ({
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
  requireScope(ctx, 'read');
  const row = await getAnalysis(ctx.store.db, reach(ctx), input.id);
  if (!row) throw new AppError('not_found', 'No such analysis.');
  const page = await findingsOf(ctx, row, input);
  return { ...page, similar: await listSeenBefore(ctx.store.db, { org_id: row.org_id }, row.id) };
}

/** A page of the findings of an analysis that the caller may see, but those of some states. */
export async function findingsOf(
  ctx: Ctx,
  row: NamedAnalysisRow,
  { severity, type, resource, ...request }: FindingsRequest,
  exceptStates: readonly number[] = [],
): Promise<FindingsPage> {
  const { db } = ctx.store;
  const scope = { org_id: row.org_id };
  const filter: FindingFilter = { severity, type, resource, exceptStates };
  const page = await pageBy(
    inAnalysis(row.id),
    request,
    (limit, after) => pageFindings(db, scope, row.id, { ...filter, limit, after }),
    (rows) => rows.map(presentFinding),
  );
  return {
    analysis: presentAnalysis(row),
    state_prefix: row.state_prefix,
    ...(await countFindings(db, scope, row.id, filter)),
    findings: page.items,
    ...(page.next !== undefined && { next: page.next }),
    gaps: await coverageGaps(db, scope, row.id, { verdicts: GAPS, exceptStates }),
  };
}
