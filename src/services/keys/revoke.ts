import { AppError } from '../../base/errors.ts';
import { revokeApiKey } from '../../store/queries/api-keys.ts';
import { requireScope, type Ctx } from '../context.ts';
import { fetchOrganization } from '../organizations/fetch.ts';

/** Revokes a key from now on. 404 for one that is revoked already, does not exist, or belongs to another organization. */
export async function revokeKey(ctx: Ctx, input: { org_id: string; key_id: string }): Promise<void> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  if (!(await revokeApiKey(ctx.store.db, id, input.key_id, new Date())))
    throw new AppError('not_found', 'No such key.');
}
