import { sumFigures, type Analysis } from '../../engine/model/analysis.ts';
import { suggestionsFrom } from '../../engine/report/suggestions.ts';
import { sumCalls, listCalls } from '../../store/queries/analysis-calls.ts';
import { listCoverage } from '../../store/queries/coverage.ts';
import { listFindings } from '../../store/queries/findings.ts';
import { listSeenBefore } from '../../store/queries/similar-incidents.ts';
import { AppError } from '../../base/errors.ts';
import { getAnalysis as findAnalysis, type NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { ofOrganization, scoped, type OrgScope } from '../../store/scope.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { presentAnalysisWithin, presentFindingWithin, presentCoverage } from '../views/present-within.ts';
import { accessScope } from '../access/scope.ts';

/** One analysis with its findings and coverage so far; suppressed differences on request. 404 as `fetchAnalysis`. */
export async function getAnalysis(
  ctx: Ctx,
  input: { id: string; include?: 'suppressed' },
): Promise<Analysis & Required<Pick<Analysis, 'similar' | 'calls'>>> {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const tenant = scoped(ctx.store.db, scope);
  const findings = (await listFindings(tenant, row.id)).map(presentFindingWithin(scope));
  const coverage = (await listCoverage(tenant, row.id)).map((one) =>
    presentCoverage(one, input.include === 'suppressed'),
  );
  return {
    ...(await presentAnalysisWithin(tenant, row)),
    findings,
    coverage,
    // The rules are the organization's, and their texts may be about resources that the caller may not see.
    ignore_rules: scope.visible ? [] : row.ignore_rules,
    suggestions: suggestionsFrom(findings),
    similar: await listSeenBefore(tenant, row.id),
    calls: await sumCalls(tenant, row.id),
  };
}

/** An analysis that the caller may read, and the caller's scope within its organization. */
export type FetchedAnalysis = { row: NamedAnalysisRow; scope: OrgScope };

/** 404 for another organization's analysis. */
export async function fetchAnalysis(ctx: Ctx, id: string): Promise<FetchedAnalysis> {
  requireScope(ctx, 'read');
  const scope = await accessScope(ctx);
  const row = await findAnalysis(scoped(ctx.store.db, scope), id);
  if (!row) throw new AppError('not_found', 'No such analysis.');
  return { row, scope: ofOrganization(scope, row.org_id) };
}

/** The positions, among the states in scope, of the state with this key. Undefined (all states) without a key. */
export const positionsOf = ({ states }: NamedAnalysisRow, key: string | undefined): number[] | undefined =>
  key === undefined ? undefined : states.flatMap((state, position) => (state.key === key ? [position] : []));

export type AnalysisCalls = Awaited<ReturnType<typeof getAnalysisCalls>>;

/** The calls of an analysis to the cloud so far. 404 for another organization's. */
export async function getAnalysisCalls(ctx: Ctx, input: { id: string }) {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const rows = await listCalls(scoped(ctx.store.db, scope), row.id);
  const actions = rows.map(({ account, ...rest }) => ({ account_id: account === '' ? null : account, ...rest }));
  return { ...sumFigures(rows), actions };
}
