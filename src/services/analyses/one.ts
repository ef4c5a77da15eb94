import { AppError } from '../../base/errors.ts';
import { getAnalysis, type NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { ofOrganization, type OrgScope } from '../../store/scope.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { reach } from '../access/reach.ts';

/** An analysis that the caller may read, and what they may see of its organization. */
export type FetchedAnalysis = { row: NamedAnalysisRow; scope: OrgScope };

/** 404 for another organization's. */
export async function fetchAnalysis(ctx: Ctx, id: string): Promise<FetchedAnalysis> {
  requireScope(ctx, 'read');
  const scope = await reach(ctx);
  const row = await getAnalysis(ctx.store.db, scope, id);
  if (!row) throw new AppError('not_found', 'No such analysis.');
  return { row, scope: ofOrganization(scope, row.org_id) };
}

/** The places of the state with this key among those in scope; undefined where none is named: then all are meant. */
export const placesOf = ({ states }: NamedAnalysisRow, key: string | undefined): number[] | undefined =>
  key === undefined ? undefined : states.flatMap((state, position) => (state.key === key ? [position] : []));
