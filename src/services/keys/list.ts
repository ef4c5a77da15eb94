import { listApiKeys } from '../../store/queries/api-keys.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { presentKey, type ApiKey } from './present.ts';

/** The keys of an organization, revoked and expired ones included, newest first. */
export async function listKeys(ctx: Ctx, input: PageRequest & { org_id: string }): Promise<Page<ApiKey>> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'admin');
  return page(input, (limit, after) => listApiKeys(ctx.store.db, id, { limit, after }), presentKey);
}
