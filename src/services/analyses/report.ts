import { GAPS } from '../../report/overview.ts';
import { markdownOf } from '../../report/markdown.ts';
import { listFindingsInBrief, pageFindings } from '../../store/queries/findings-page.ts';
import { verdictsIn } from '../../store/queries/told.ts';
import { seesStates } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import { presentFindingWithin } from '../views/present-within.ts';
import { presentCoverage } from '../views/present.ts';
import { fetchAnalysis } from './one.ts';
import { analysisInBrief } from './overview.ts';

/** Findings that are told one by one, the worst: more than anybody pastes anywhere. */
const MOST_FINDINGS = 500;

/** One analysis as Markdown, for tickets and pull requests. 404 for another organization's. */
export async function reportAnalysis(ctx: Ctx, input: { id: string }): Promise<string> {
  const found = await fetchAnalysis(ctx, input.id);
  const { row, scope } = found;
  const { db } = ctx.store;
  const told = await pageFindings(db, scope, row.id, { limit: MOST_FINDINGS, after: undefined });
  const counted = await listFindingsInBrief(db, scope, row.id);
  const sees = seesStates(scope);
  const positions = row.states.map((_, position) => position);
  const gaps = await verdictsIn(db, scope, { analysis_id: row.id, positions }, GAPS);
  return markdownOf({
    ...(await analysisInBrief(db, found)),
    findings: counted.map(({ caused_by: cause, ...one }) => ({
      ...one,
      ...(cause && sees(cause.state_key) && { caused_by: cause }),
    })),
    told: told.map(presentFindingWithin(scope)),
    coverage: gaps.map((gap) => presentCoverage(gap, false)),
  });
}
