import { sumFigures, type CallFigures } from '../../drift/analysis.ts';
import { listCalls, type CallRow } from '../../store/queries/analysis-calls.ts';
import type { Ctx } from '../base/context.ts';
import { fetchAnalysis } from './one.ts';

export type ActionCalls = Omit<CallRow, 'account'> & { account_id: string | null };
export type AnalysisCalls = CallFigures & { actions: ActionCalls[] };

/** What an analysis called at the cloud, as far as that is known by now. 404 for another organization's. */
export async function getAnalysisCalls(ctx: Ctx, input: { id: string }): Promise<AnalysisCalls> {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const rows = await listCalls(ctx.store.db, scope, row.id);
  const actions = rows.map(({ account, ...rest }) => ({ account_id: account === '' ? null : account, ...rest }));
  return { ...sumFigures(rows), actions };
}
