import { AppError } from '../../base/errors.ts';
import { unfinishedAnalyses } from '../../store/queries/analyses.ts';
import type { WithBilling } from '../billing/port.ts';
import type { WithCodeHosts } from '../webhooks/port.ts';
import { cancelAnalysis } from '../analyses/cancel.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { presentDeletion, type Deletion } from './deletions.ts';
import { detach } from './detach.ts';

type Input = { org_id: string; confirm: string; cancel_analyses: boolean };

/**
 * Removes an organization with everything that is known of it; it cannot be brought back. `confirm` is its login. 409 where that
 * is another one, where its subscription would go on, and while an analysis waits or runs, unless those are to be canceled.
 */
export async function deleteOrganization(ctx: Ctx & WithCodeHosts & WithBilling, input: Input): Promise<Deletion> {
  const organization = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  if (input.confirm !== organization.login)
    throw new AppError('conflict', `Nothing was deleted: confirm has to be the organization’s login.`);
  if (input.cancel_analyses)
    for (const id of await unfinishedAnalyses(ctx.store.db, { org_id: organization.id })) await cancelled(ctx, id);
  return presentDeletion(await detach(ctx, organization));
}

/** One that has ended meanwhile is as good. */
async function cancelled(ctx: Ctx, id: string): Promise<void> {
  await cancelAnalysis(ctx, { id }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  });
}
