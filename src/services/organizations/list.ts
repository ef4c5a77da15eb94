import { listOrganizations as query } from '../../store/queries/organizations.ts';
import { requireOperator, requireScope, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { presentOrganization, fetchOrganization, type Organization } from '../access/organization.ts';

/** All organizations of this instance, newest first. Operator only. */
export async function listOrganizations(ctx: Ctx, input: PageRequest): Promise<Page<Organization>> {
  requireOperator(ctx);
  return page(input, (limit, after) => query(ctx.store.db, { limit, after }), presentOrganization);
}

/** One organization. 404 for any but the caller's. */
export async function getOrganization(ctx: Ctx, input: { org_id: string }): Promise<Organization> {
  const found = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  return presentOrganization(found);
}
