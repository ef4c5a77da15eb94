import { listQuotas, saveQuota } from '../../store/queries/quotas.ts';
import { audited } from '../audit/audited.ts';
import { changesOf } from '../audit/changes.ts';
import { requireOperator, type Ctx } from '../base/context.ts';
import { fetchOrganization } from '../access/organization.ts';
import type { WithQuotas } from './quotas.ts';
import { getQuotas, type QuotaStanding } from './get.ts';
import { QUOTA_RESOURCES, type QuotaResource } from './limits.ts';

/**
 * Allows an organization more or less than the instance's default; null: the default again. What it has already stays, whatever is
 * allowed. For the operator only.
 */
export async function updateQuotas(
  ctx: Ctx & WithQuotas,
  { org_id, ...given }: { org_id: string } & Partial<Record<QuotaResource, number | null>>,
): Promise<QuotaStanding[]> {
  requireOperator(ctx);
  const { id } = await fetchOrganization(ctx, org_id);
  const scope = { org_id: id };
  await audited(ctx, async (trx) => {
    const shown = (own: Map<string, number>) => ({
      keys: own.get('keys') ?? null,
      incidents: own.get('incidents') ?? null,
      states: own.get('states') ?? null,
      bytes: own.get('bytes') ?? null,
    });
    const before = shown(await listQuotas(trx, scope));
    for (const resource of QUOTA_RESOURCES) {
      const quota = given[resource];
      if (quota !== undefined) await saveQuota(trx, scope, resource, quota);
    }
    const detail = changesOf(before, shown(await listQuotas(trx, scope)), QUOTA_RESOURCES);
    const event = { ...scope, action: 'quota.update', target: { kind: 'organization', id }, detail } as const;
    return { result: undefined, event: Object.keys(detail).length === 0 ? null : event };
  });
  return getQuotas(ctx, { org_id: id });
}
