import { AppError } from '../../base/errors.ts';
import { getRepository, setPublicDetails } from '../../store/queries/repositories.ts';
import type { WithApps } from '../codehosts/port.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { concealDetails } from '../publishing/conceal.ts';
import { requireFullAccess } from '../access/scope.ts';
import { presentRepositories, type Repository } from './list.ts';
import { scoped } from '../../store/scope.ts';

type Input = { org_id: string; repo_id: string; public_details: boolean };

/**
 * Sets whether reports in a public repository contain details. If not, the details in earlier reports are removed. 404
 * for a repository that the organization does not have.
 */
export async function updateRepository(
  ctx: Ctx & WithApps,
  { org_id, repo_id, public_details }: Input,
): Promise<Repository> {
  const { id } = await fetchOrganization(ctx, org_id);
  requireScope(ctx, 'admin');
  requireFullAccess(ctx);
  const scope = { org_id: id };
  const row = await audited(ctx, async (trx) => {
    const tenant = scoped(trx, scope);
    const before = await getRepository(tenant, repo_id);
    if (!before || before.removed_at !== null) throw new AppError('not_found', 'No such repository.');
    const after = await setPublicDetails(tenant, repo_id, public_details);
    await concealDetails(trx, ctx.queue, scope);
    const detail = { full_name: after.full_name, ...changesOf(before, after, ['public_details']) };
    const target = { kind: 'repository', id: after.id };
    const changed = before.public_details !== after.public_details;
    return { result: after, event: changed ? { org_id: id, action: 'repository.update', target, detail } : null };
  });
  const [repository] = await presentRepositories(ctx, scope, [row]);
  if (!repository) throw new Error('a repository that was changed is not presented');
  return repository;
}
