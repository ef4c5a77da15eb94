import { AppError } from '../../base/errors.ts';
import { revokeApiKey } from '../../store/queries/api-keys.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';

/** Revokes a key from now on. 404 for one that is revoked already, does not exist, or belongs to another organization. */
export async function revokeKey(ctx: Ctx, input: { org_id: string; key_id: string }): Promise<void> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  await audited(ctx, async (trx) => {
    const row = await revokeApiKey(trx, id, input.key_id, new Date());
    if (!row) throw new AppError('not_found', 'No such key.');
    const { name, hint } = row;
    const event = { action: 'key.revoke', detail: { name, hint } } as const;
    return { result: undefined, event: { ...event, org_id: id, target: { kind: 'key', id: row.id } } };
  });
}
