import type { Analysis } from '../../drift/analysis.ts';
import { suggestionsFrom } from '../../drift/suggestions.ts';
import { sumCalls } from '../../store/queries/analysis-calls.ts';
import { listCoverage } from '../../store/queries/coverage.ts';
import { listFindings } from '../../store/queries/findings.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import type { Ctx } from '../base/context.ts';
import { presentAnalysisWithin, presentFindingWithin } from '../views/present-within.ts';
import { presentCoverage } from '../views/present.ts';
import { fetchAnalysis } from './one.ts';

/**
 * One analysis with its findings and coverage, as far as they are known by now; with what was taken out where that is
 * asked for. 404 for another organization's.
 */
export async function getAnalysis(
  ctx: Ctx,
  input: { id: string; include?: 'suppressed' },
): Promise<Analysis & Required<Pick<Analysis, 'similar' | 'calls'>>> {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const findings = (await listFindings(ctx.store.db, scope, row.id)).map(presentFindingWithin(scope));
  const coverage = (await listCoverage(ctx.store.db, scope, row.id)).map((one) =>
    presentCoverage(one, input.include === 'suppressed'),
  );
  return {
    ...(await presentAnalysisWithin(ctx.store.db, scope, row)),
    findings,
    coverage,
    // They are the organization's, and may speak of anything.
    ignore_rules: scope.only ? [] : row.ignore_rules,
    suggestions: suggestionsFrom(findings),
    similar: await listSeenBefore(ctx.store.db, scope, row.id),
    calls: await sumCalls(ctx.store.db, scope, row.id),
  };
}
