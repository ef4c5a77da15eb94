import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { insertApiKey } from '../../store/queries/api-keys.ts';
import type { WithQuotas } from '../quotas/quotas.ts';
import { audited } from '../audit/audited.ts';
import { requireScope, type Ctx, type Scope } from '../base/context.ts';
import { instantOf } from '../base/paging.ts';
import { fetchOrganization } from '../access/organization.ts';
import { refuseSecrets } from '../base/refuse-secrets.ts';
import { hashKey, newKey } from './format.ts';
import { presentKey, type ApiKey } from './list.ts';

/** Makes a key for an organization. The answer is the only place where the key itself ever appears. */
export async function createKey(
  ctx: Ctx & WithQuotas,
  input: { org_id: string; name: string; scopes: Scope[]; expires_at?: string | null },
): Promise<ApiKey & { key: string }> {
  const organization = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  refuseSecrets({ name: input.name });
  const expires = input.expires_at ? instantOf(input.expires_at, '/expires_at') : null;
  if (expires && expires.getTime() <= Date.now())
    throw new AppError('invalid_input', 'The key would have expired already.', {
      fields: [{ path: '/expires_at', message: 'must lie in the future' }],
    });
  const key = newKey();
  const made = await audited(ctx, async (trx) => {
    await ctx.quotas.require(trx, { org_id: organization.id }, 'keys');
    const row = await insertApiKey(trx, {
      id: newId('key'),
      org_id: organization.id,
      name: input.name,
      hash: hashKey(key),
      hint: key.slice(-4),
      scopes: [...new Set(input.scopes)],
      expires_at: expires,
    });
    const { name, hint, scopes, expires_at } = presentKey(row);
    const event = { action: 'key.create', detail: { name, hint, scopes, expires_at } } as const;
    return { result: row, event: { ...event, org_id: row.org_id, target: { kind: 'key', id: row.id } } };
  });
  return { ...presentKey(made), key };
}
