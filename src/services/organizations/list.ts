import { listOrganizations as query } from '../../store/queries/organizations.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { page, type Page, type PageRequest } from '../base/paging.ts';
import { presentOrganization, type Organization } from '../access/organization.ts';

/** All organizations of this instance, newest first. Operator only. */
export async function listOrganizations(ctx: Ctx, input: PageRequest): Promise<Page<Organization>> {
  requireOperator(ctx);
  return page(input, (limit, after) => query(ctx.store.db, { limit, after }), presentOrganization);
}
