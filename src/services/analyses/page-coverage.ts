import type { Coverage, Verdict } from '../../drift/analysis.ts';
import { pageCoverage as query, type AfterVerdict } from '../../store/queries/coverage-page.ts';
import type { CoverageRow } from '../../store/queries/coverage.ts';
import type { Ctx } from '../base/context.ts';
import { pageBy, type Page, type PageRequest, type Place } from '../base/paging.ts';
import { presentCoverage } from '../views/present.ts';
import { fetchAnalysis, placesOf } from './one.ts';

/** Which verdicts of an analysis. */
type CoverageWanted = {
  state?: string;
  verdict?: Verdict;
  reason?: string;
  q?: string;
  suppressed?: 'rule' | 'any';
};

const PLACE = /^([0-9]{1,9})\.([0-9]{1,9})$/;
export const COVERAGE_CURSOR = PLACE.source;

const byPlace: Place<CoverageRow, AfterVerdict> = {
  write: (row) => `${row.state_position}.${row.position}`,
  read(text) {
    const [, state, position] = PLACE.exec(text) ?? [];
    return state === undefined ? undefined : { state_position: Number(state), position: Number(position) };
  },
};

/** A page of the verdicts of an analysis in their order, with what was taken out of each. 404 for another organization's. */
export async function pageCoverage(
  ctx: Ctx,
  input: CoverageWanted & PageRequest & { id: string },
): Promise<Page<Coverage>> {
  const { row, scope } = await fetchAnalysis(ctx, input.id);
  const { verdict, reason, q, suppressed } = input;
  const filter = { states: placesOf(row, input.state), verdict, reason, q, suppressed };
  return pageBy(
    byPlace,
    input,
    (limit, after) => query(ctx.store.db, scope, row.id, { ...filter, limit, after }),
    (rows) => rows.map((one) => presentCoverage(one, true)),
  );
}
