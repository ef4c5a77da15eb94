import type {
  Analysis,
  AnalysisOverview,
  AnalysisStatus,
  CallFigures,
  IgnoreRuleUse,
  SeenBefore,
  Suggestion,
} from '../../drift/analysis.ts';
import { suggestionsFrom } from '../../drift/suggestions.ts';
import { sumCalls } from '../../store/queries/analysis-calls.ts';
import type { StateCounts } from '../../store/queries/analyses-page.ts';
import { coverageGaps, type CoverageGap } from '../../store/queries/coverage-gaps.ts';
import { countVerdicts } from '../../store/queries/coverage.ts';
import { listTagFindings } from '../../store/queries/findings-page.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import type { Executor, OrgScope } from '../../store/scope.ts';
import { GAPS } from '../../report/overview.ts';
import type { Ctx } from '../base/context.ts';
import { prefixWithin, presentAnalysisWithin, presentFindingWithin } from '../views/present-within.ts';
import { countStates } from './list.ts';
import { fetchAnalysis, type FetchedAnalysis } from './one.ts';

/** All of an analysis but its findings and verdicts, of which there may be very many: those are read page by page. */
export type AnalysisInBrief = AnalysisOverview & {
  state_prefix: string | null;
  state_counts: StateCounts;
  not_looked_at: CoverageGap[];
  ignore_rules: IgnoreRuleUse[];
  suggestions: Suggestion[];
  similar: SeenBefore[];
  calls: CallFigures;
};

/** The most findings that suggestions are made from. */
const MOST_TAG_FINDINGS = 2000;

const isUnderWay = (status: AnalysisStatus) => status === 'queued' || status === 'running';

/**
 * One analysis without findings and verdicts, as far as it is known by now; what only its end tells (suggestions, rules, what it
 * is like) is empty before. 404 for another organization's.
 */
export async function getAnalysisInBrief(ctx: Ctx, input: { id: string }): Promise<AnalysisInBrief> {
  return analysisInBrief(ctx.store.db, await fetchAnalysis(ctx, input.id));
}

/** The same of one that was fetched. */
export async function analysisInBrief(db: Executor, { row, scope }: FetchedAnalysis): Promise<AnalysisInBrief> {
  const running = isUnderWay(row.status);
  const shown = await presentAnalysisWithin(db, scope, row);
  return {
    ...shown,
    counts: running ? await countVerdicts(db, scope, row.id) : shown.counts,
    state_prefix: prefixWithin(scope, row),
    state_counts: countStates(shown.states),
    not_looked_at: await coverageGaps(db, scope, row.id, { verdicts: GAPS, exceptStates: [] }),
    // They are the organization's, and may speak of anything.
    ignore_rules: scope.only ? [] : row.ignore_rules,
    suggestions: running ? [] : await suggestions(db, scope, row.id),
    similar: running ? [] : await listSeenBefore(db, scope, row.id),
    calls: await sumCalls(db, scope, row.id),
  };
}

async function suggestions(db: Executor, scope: OrgScope, id: string): Promise<Analysis['suggestions']> {
  return suggestionsFrom((await listTagFindings(db, scope, id, MOST_TAG_FINDINGS)).map(presentFindingWithin(scope)));
}
