import { AppError } from '../../base/errors.ts';
import { sumFigures, type CallFigures } from '../../drift/analysis.ts';
import { listCalls, type CallRow } from '../../store/queries/analysis-calls.ts';
import { getAnalysis } from '../../store/queries/analyses.ts';
import { reach, requireScope, type Ctx } from '../context.ts';

export type ActionCalls = Omit<CallRow, 'account'> & { account_id: string | null };
export type AnalysisCalls = CallFigures & { actions: ActionCalls[] };

/** What an analysis called at the cloud, as far as that is known by now. 404 for another organization's. */
export async function getAnalysisCalls(ctx: Ctx, input: { id: string }): Promise<AnalysisCalls> {
  requireScope(ctx, 'read');
  const row = await getAnalysis(ctx.store.db, reach(ctx), input.id);
  if (!row) throw new AppError('not_found', 'No such analysis.');
  const rows = await listCalls(ctx.store.db, { org_id: row.org_id }, row.id);
  const actions = rows.map(({ account, ...rest }) => ({ account_id: account === '' ? null : account, ...rest }));
  return { ...sumFigures(rows), actions };
}
