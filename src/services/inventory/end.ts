import { resolveIncidents, type ResolvedIncident } from '../../store/queries/drift-incidents.ts';
import { endInventory, getInventory, type InventoryEnd } from '../../store/queries/inventories.ts';
import { lockInventorySettings, saveInventorySettings } from '../../store/queries/inventory-settings.ts';
import type { Run } from '../../store/queries/runs.ts';
import { forgetGone, listSettledIncidents } from '../../store/queries/unmanaged-objects.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import type { AnalysisEnded } from '../base/analysis-ended.ts';
import type { WithDatabase } from '../base/context.ts';
import type { Jobs } from '../base/jobs.ts';
import { slotAfter } from '../clouds/schedule.ts';

/** The number of days for which an object that is gone stays in the list. */
const GONE_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/**
 * Ends the inventory of an analysis, in the transaction that ends the analysis: incidents whose object is managed, gone
 * or ignored are resolved, and the next inventory is planned. Returns the resolved incidents.
 */
export async function finishInventory(
  tenant: Tenant,
  run: Run,
  end: InventoryEnd,
  at: Date,
): Promise<ResolvedIncident[]> {
  if (!(await endInventory(tenant, run.id, end))) return [];
  await forgetGone(tenant, new Date(at.getTime() - GONE_DAYS * DAY_MS));
  if (end.status !== 'failed') await planNext(tenant, at);
  const isWhole = (end.unread_states ?? []).length === 0;
  return resolveIncidents(tenant, await listSettledIncidents(tenant, run, isWhole), at);
}

/** Plans the next inventory, unless it is planned or switched off. */
async function planNext(tenant: Tenant, now: Date): Promise<void> {
  const { schedule, next_run_at: next } = await lockInventorySettings(tenant);
  if (schedule === 'off' || (next !== null && next > now)) return;
  await saveInventorySettings(tenant, { next_run_at: slotAfter(tenant.scope.org_id, schedule, now) });
}

/**
 * Gives up an inventory that has begun, whose process ended unexpectedly again and again: the next run of the analysis
 * leaves it out. False if none has begun.
 */
export async function giveUpInventory(
  { store }: WithDatabase,
  { analysis_id: id, org_id }: Jobs['analysis'],
  error: { code: string; detail: string },
): Promise<boolean> {
  const tenant = scoped(store.db, { org_id });
  if ((await getInventory(tenant, id))?.status !== 'running') return false;
  return endInventory(tenant, id, { status: 'failed', finished_at: new Date(), error });
}

const NOT_TAKEN = { code: 'analysis_ended', detail: 'Its analysis ended before the inventory did.' };

/** Ends the inventory of an analysis that was canceled or failed before it. */
export async function abandonInventory({ tenant, id, at }: AnalysisEnded): Promise<void> {
  await endInventory(tenant, id, { status: 'failed', finished_at: at, error: NOT_TAKEN });
}
