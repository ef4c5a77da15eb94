import { AppError } from '../../base/errors.ts';
import { plural } from '../../base/plural.ts';
import type { AnalysisOverview, Counts } from '../../engine/model/analysis.ts';
import { worstSeverity } from '../../engine/report/severity/severity.ts';
import { endAsCanceled, getAnalysis, lockAnalysis } from '../../store/queries/analyses.ts';
import { countVerdicts } from '../../store/queries/coverage.ts';
import { listSeverities } from '../../store/queries/findings.ts';
import { scoped, type Tenants } from '../../store/scope.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { accessScope } from '../access/scope.ts';
import { presentAnalysis } from '../views/present-within.ts';
import { announceEnd } from './finish.ts';

/** The counts and the summary of the results up to the cancellation. */
async function sumUp(tenants: Tenants, id: string): Promise<{ counts: Counts; ai_summary: string }> {
  const counts = await countVerdicts(tenants, id);
  const { resources } = counts;
  const stored = `the verdicts on ${plural(resources, 'resource')} that there were by then are kept`;
  return { counts, ai_summary: `Canceled${resources === 0 ? ' before anything was compared' : `; ${stored}`}.` };
}

/**
 * Cancels an analysis: a queued one never runs, a running one stops within seconds (see `watchRun`) and keeps its
 * results. 404 for another organization's; 409 if it has ended.
 */
export async function cancelAnalysis(ctx: Ctx, input: { id: string }): Promise<AnalysisOverview> {
  requireScope(ctx, 'write');
  const scope = await accessScope(ctx);
  const found = await getAnalysis(scoped(ctx.store.db, scope), input.id);
  if (!found) throw new AppError('not_found', 'No such analysis.');
  const row = await audited(ctx, async (trx) => {
    const tenants = scoped(trx, scope);
    const before = await lockAnalysis(tenants, found.id);
    if (before?.status !== 'queued' && before?.status !== 'running')
      throw new AppError('conflict', `This analysis has ended already (${before?.status ?? found.status}).`);
    const { counts, ai_summary } = await sumUp(tenants, found.id);
    const severity = worstSeverity(await listSeverities(tenants, found.id));
    const { id, org_id } = found;
    const at = new Date();
    const result = await endAsCanceled(tenants, id, { finished_at: at, counts, severity, ai_summary });
    await announceEnd({ tenant: scoped(trx, { org_id }), queue: ctx.queue, id, status: 'canceled', at });
    const detail = { status: { before: before.status, after: 'canceled' } };
    return { result, event: { org_id, action: 'analysis.cancel', target: { kind: 'analysis', id }, detail } };
  });
  return presentAnalysis({ ...row, repo_full_name: found.repo_full_name });
}
