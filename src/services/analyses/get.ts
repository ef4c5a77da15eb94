import { AppError } from '../../base/errors.ts';
import type { Analysis } from '../../drift/analysis.ts';
import { suggestionsFrom } from '../../drift/suggestions.ts';
import { getAnalysis as query } from '../../store/queries/analyses.ts';
import { sumCalls } from '../../store/queries/analysis-calls.ts';
import { listCoverage } from '../../store/queries/coverage.ts';
import { listFindings } from '../../store/queries/findings.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import { reach, requireScope, type Ctx } from '../context.ts';
import { presentAnalysis, presentCoverage, presentFinding } from './present.ts';

/**
 * One analysis with its findings and coverage, as far as they are known by now; with what was taken out where that is
 * asked for. 404 for another organization's.
 */
export async function getAnalysis(
  ctx: Ctx,
  input: { id: string; include?: 'suppressed' },
): Promise<Analysis & Required<Pick<Analysis, 'similar' | 'calls'>>> {
  requireScope(ctx, 'read');
  const scope = reach(ctx);
  const row = await query(ctx.store.db, scope, input.id);
  if (!row) throw new AppError('not_found', 'No such analysis.');
  const findings = (await listFindings(ctx.store.db, scope, row.id)).map(presentFinding);
  const coverage = (await listCoverage(ctx.store.db, scope, row.id)).map((one) =>
    presentCoverage(one, input.include === 'suppressed'),
  );
  return {
    ...presentAnalysis(row),
    findings,
    coverage,
    ignore_rules: row.ignore_rules,
    suggestions: suggestionsFrom(findings),
    similar: await listSeenBefore(ctx.store.db, scope, row.id),
    calls: await sumCalls(ctx.store.db, scope, row.id),
  };
}
