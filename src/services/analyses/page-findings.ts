import type { Finding, FindingKind, Severity } from '../../drift/analysis.ts';
import { pageFindings as query, type FindingFilter } from '../../store/queries/findings-page.ts';
import type { NamedAnalysisRow } from '../../store/queries/analyses.ts';
import type { Ctx } from '../base/context.ts';
import { pageBy, type Page, type PageRequest } from '../base/paging.ts';
import { presentFindingWithin } from '../views/present-within.ts';
import { inAnalysis } from './findings-page.ts';
import { fetchAnalysis, placesOf } from './one.ts';

/** Which findings of an analysis. */
export type FindingsWanted = {
  state?: string;
  module?: string;
  severity?: Severity;
  severity_at_least?: Severity;
  kind?: FindingKind;
  type?: string;
  q?: string;
};

/** The same as the store asks for them. */
export const filterOf = (row: NamedAnalysisRow, wanted: FindingsWanted): FindingFilter => ({
  states: placesOf(row, wanted.state),
  module: wanted.module,
  exactly: wanted.severity,
  severity: wanted.severity_at_least,
  kind: wanted.kind,
  type: wanted.type,
  q: wanted.q,
});

/** A page of the findings of an analysis, the worst first, then by state and in their order there. 404 for another organization's. */
export async function pageFindings(
  ctx: Ctx,
  input: FindingsWanted & PageRequest & { id: string },
): Promise<Page<Finding>> {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const filter = filterOf(row, input);
  return pageBy(
    inAnalysis(row.id),
    input,
    (limit, after) => query(ctx.store.db, scope, row.id, { ...filter, limit, after }),
    (rows) => rows.map(presentFindingWithin(scope)),
  );
}
