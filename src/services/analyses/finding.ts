import { AppError } from '../../base/errors.ts';
import { findByFingerprint } from '../../store/queries/findings-page.ts';
import { scoped } from '../../store/scope.ts';
import type { Ctx } from '../base/context.ts';
import type { WithApps } from '../codehosts/port.ts';
import { nextSteps, type FindingDetails } from '../views/next-steps.ts';
import { presentFindingWithin } from '../views/present-within.ts';
import { fetchAnalysis } from './get.ts';

/** One finding of an analysis with its next steps. 404 for another organization's. */
export async function getFinding(
  ctx: Ctx & WithApps,
  { id, fingerprint }: { id: string; fingerprint: string },
): Promise<FindingDetails> {
  const { row, scope } = await fetchAnalysis(ctx, id);
  const found = await findByFingerprint(scoped(ctx.store.db, scope), row.id, fingerprint);
  if (!found) throw new AppError('not_found', 'No such finding.');
  const finding = presentFindingWithin(scope)(found);
  return { analysis_id: row.id, finding, next_steps: await nextSteps(ctx, scope, finding) };
}
