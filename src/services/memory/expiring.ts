import { countExpired } from '../../store/queries/incident-removal.ts';
import { requireScope, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { keptFrom } from './expire.ts';

/** How many incidents keeping them for so many days would forget, were it said now: those that were over before a day. */
export async function countExpiring(
  ctx: Ctx,
  input: { org_id: string; days: number },
): Promise<{ before: string; incidents: number }> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  requireScope(ctx, 'read');
  const before = keptFrom(input.days, new Date());
  return { before, incidents: await countExpired(ctx.store.db, { org_id: id }, before) };
}
