import { listOrganizations as query } from '../../store/queries/organizations.ts';
import { requireOperator, type Ctx } from '../context.ts';
import { page, type Page, type PageRequest } from '../paging.ts';
import { presentOrganization, type Organization } from './fetch.ts';

/** All organizations of this instance, newest first. Operator only. */
export async function listOrganizations(ctx: Ctx, input: PageRequest): Promise<Page<Organization>> {
  requireOperator(ctx);
  return page(input, (limit, after) => query(ctx.store.db, { limit, after }), presentOrganization);
}
