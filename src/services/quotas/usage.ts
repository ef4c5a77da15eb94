import { listQuotas, saveQuota } from '../../store/queries/quotas.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import { audited, changesOf } from '../audit/audited.ts';
import { QUOTA_RESOURCES, type QuotaResource } from './limits.ts';
import { usedOf, type WithQuotas } from './quotas.ts';
import { scoped } from '../../store/scope.ts';

/** An organization's use of a resource, and its quota. */
export type QuotaUsage = { resource: QuotaResource; used: number; limit: number; is_default: boolean };

/** Returns an organization's use of its quotas. Rows are counted up to one beyond the limit. */
export async function getQuotas(ctx: Ctx & WithQuotas, input: { org_id: string }): Promise<QuotaUsage[]> {
  const { id } = await fetchOrganization(ctx, input.org_id);
  const tenant = scoped(ctx.store.db, { org_id: id });
  const own = await listQuotas(tenant);
  const statuses: QuotaUsage[] = [];
  for (const resource of QUOTA_RESOURCES) {
    const limit = own.get(resource) ?? ctx.quotas.defaults[resource];
    const used = await usedOf(tenant, resource, limit + 1);
    statuses.push({ resource, used, limit, is_default: !own.has(resource) });
  }
  return statuses;
}

/**
 * Changes an organization's quotas; null restores the default of the instance. Existing data stays, even beyond the
 * quota. Operator only.
 */
export async function updateQuotas(
  ctx: Ctx & WithQuotas,
  { org_id, ...changes }: { org_id: string } & Partial<Record<QuotaResource, number | null>>,
): Promise<QuotaUsage[]> {
  requireOperator(ctx);
  const { id } = await fetchOrganization(ctx, org_id);
  const scope = { org_id: id };
  await audited(ctx, async (trx) => {
    const tenant = scoped(trx, scope);
    const shown = async () => {
      const own = await listQuotas(tenant);
      const entries = QUOTA_RESOURCES.map((resource) => [resource, own.get(resource) ?? null]);
      return Object.fromEntries(entries) as Record<QuotaResource, number | null>;
    };
    const before = await shown();
    for (const resource of QUOTA_RESOURCES) {
      const quota = changes[resource];
      if (quota !== undefined) await saveQuota(tenant, resource, quota);
    }
    const detail = changesOf(before, await shown(), QUOTA_RESOURCES);
    const event = { ...scope, action: 'quota.update', target: { kind: 'organization', id }, detail } as const;
    return { result: undefined, event: Object.keys(detail).length === 0 ? null : event };
  });
  return getQuotas(ctx, { org_id: id });
}
