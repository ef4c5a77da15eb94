import type { Schedule } from '../../store/column-values.ts';
import { baselineAt } from '../../store/queries/inventories.ts';
import {
  getInventorySettings as query,
  lockInventorySettings,
  saveInventorySettings,
  type InventorySettingsRow,
} from '../../store/queries/inventory-settings.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { fetchOrganization } from '../access/organization.ts';
import { audited, changesOf } from '../audit/audited.ts';
import type { Ctx } from '../base/context.ts';
import { pick, timeOf } from '../base/present.ts';
import { DEFAULT_SCHEDULE, slotAfter } from '../clouds/schedule.ts';

/** The settings of an organization's inventories. */
export type InventorySettings = Awaited<ReturnType<typeof present>>;

type Settings = Pick<InventorySettingsRow, 'schedule' | 'expensive' | 'next_run_at'>;
const DEFAULTS: Settings = { schedule: DEFAULT_SCHEDULE, expensive: false, next_run_at: null };

async function present(tenant: Tenant, settings: Settings) {
  return {
    ...pick(settings, 'schedule', 'expensive'),
    /** Inventories are made by themselves once there is a baseline. */
    on: settings.schedule !== 'off' && (await baselineAt(tenant)) !== null,
    next_run_at: timeOf(settings.next_run_at),
  };
}

export async function getInventorySettings(ctx: Ctx, input: { org_id: string }): Promise<InventorySettings> {
  const { id } = await fetchOrganization(ctx, input.org_id, 'read');
  const tenant = scoped(ctx.store.db, { org_id: id });
  return present(tenant, (await query(tenant)) ?? DEFAULTS);
}

/** Changes the given settings. Inventories are planned from the first one on, which somebody has to ask for. */
export async function saveSettings(
  ctx: Ctx,
  { org_id: name, ...patch }: { org_id: string; schedule?: Schedule; expensive?: boolean },
): Promise<InventorySettings> {
  const { id: org_id } = await fetchOrganization(ctx, name, 'write');
  return audited(ctx, async (trx) => {
    const tenant = scoped(trx, { org_id });
    const before = await lockInventorySettings(tenant);
    const after = { ...before, ...patch };
    const detail = changesOf(before, after, ['schedule', 'expensive']);
    if (Object.keys(detail).length === 0) return { result: await present(tenant, before), event: null };
    const { schedule, expensive } = after;
    const hasBaseline = (await baselineAt(tenant)) !== null;
    const next_run_at = schedule === 'off' || !hasBaseline ? null : slotAfter(org_id, schedule, new Date());
    const isSame = schedule === before.schedule;
    const saved = await saveInventorySettings(tenant, {
      schedule,
      expensive,
      ...(!isSame && { next_run_at }),
    });
    const event = { org_id, action: 'inventory.update', target: { kind: 'inventory', id: org_id }, detail } as const;
    return { result: await present(tenant, saved), event };
  });
}
