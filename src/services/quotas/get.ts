import { listQuotas } from '../../store/queries/quotas.ts';
import type { Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { usedOf, type WithQuotas } from './quotas.ts';
import { QUOTA_RESOURCES, type QuotaResource } from './limits.ts';

/** How much an organization has of something, and how much it may have. */
export type QuotaStanding = { resource: QuotaResource; used: number; limit: number; is_default: boolean };

/** How an organization stands against its quotas. `used` of rows is not counted beyond the limit. */
export async function getQuotas(ctx: Ctx & WithQuotas, input: { org_id: string }): Promise<QuotaStanding[]> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  const scope = { org_id: id };
  const own = await listQuotas(ctx.store.db, scope);
  const standings: QuotaStanding[] = [];
  for (const resource of QUOTA_RESOURCES) {
    const limit = own.get(resource) ?? ctx.quotas.defaults[resource];
    const used = await usedOf(ctx.store.db, scope, resource, limit + 1);
    standings.push({ resource, used, limit, is_default: !own.has(resource) });
  }
  return standings;
}
