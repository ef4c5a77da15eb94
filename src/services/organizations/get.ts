import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization, presentOrganization, type Organization } from '../access/organization.ts';

/** One organization. 404 for another one than the caller's. */
export async function getOrganization(ctx: Ctx, input: { org_id: string }): Promise<Organization> {
  const found = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  return presentOrganization(found);
}
