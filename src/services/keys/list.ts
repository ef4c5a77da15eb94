import { listApiKeys, type ApiKeyRow } from '../../store/queries/api-keys.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { pick, timeOf } from '../base/present.ts';

/** The keys of an organization, revoked and expired ones included, newest first. */
export async function listKeys(ctx: Ctx, input: PageRequest & { org_id: string }): Promise<Page<ApiKey>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  return page(input, (limit, after) => listApiKeys(ctx.store.db, id, { limit, after }), presentKey);
}

/** A key as the API shows it: `hint` is its last four characters. The key itself is shown once, when it is made. */
export type ApiKey = ReturnType<typeof presentKey>;

/** The row as the API shows it: without the hash. */
export const presentKey = (row: ApiKeyRow) => ({
  ...pick(row, 'id', 'name', 'hint', 'scopes'),
  created_at: row.created_at.toISOString(),
  expires_at: timeOf(row.expires_at),
  revoked_at: timeOf(row.revoked_at),
  /** Exact to a minute. */
  last_used_at: timeOf(row.last_used_at),
  /** `replaces`: the key that this one replaced; `rotated_to`: the key that replaced it. */
  ...pick(row, 'replaces', 'rotated_to'),
});
