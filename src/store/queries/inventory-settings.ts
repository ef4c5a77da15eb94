import { sql, type Selectable } from 'kysely';
import { scoped, type Executor, type Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type InventorySettingsRow = Selectable<Tables['inventory_settings']>;
type Changes = Partial<Pick<InventorySettingsRow, 'schedule' | 'expensive' | 'next_run_at'>>;

export async function getInventorySettings(tenant: Tenant): Promise<InventorySettingsRow | undefined> {
  return tenant.select('inventory_settings').selectAll().executeTakeFirst();
}

/** Reads the settings, created with the defaults if missing, and locks them until the transaction ends. */
export async function lockInventorySettings(tenant: Tenant): Promise<InventorySettingsRow> {
  return tenant
    .insert('inventory_settings', {})
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: tenant.scope.org_id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes settings. Lock them first. */
export async function saveInventorySettings(tenant: Tenant, changes: Changes): Promise<InventorySettingsRow> {
  return tenant.update('inventory_settings').set(changes).returningAll().executeTakeFirstOrThrow();
}

/** Tries a due inventory again at a time, unless inventories are switched off. */
export async function postponeInventory(tenant: Tenant, until: Date): Promise<void> {
  await tenant.update('inventory_settings').set({ next_run_at: until }).where('schedule', '<>', 'off').execute();
}

/** Organizations handled at once. */
const MAX_AT_ONCE = 100;

/**
 * The settings whose next inventory is due, longest overdue first, locked until the transaction ends. Only in
 * organizations that are neither suspended, uninstalled nor being deleted.
 */
export async function holdDueInventories(db: Executor, now: Date): Promise<InventorySettingsRow[]> {
  return scoped(db, 'instance')
    .select('inventory_settings')
    .innerJoin('organizations', 'organizations.id', 'inventory_settings.org_id')
    .selectAll('inventory_settings')
    .where('inventory_settings.schedule', '<>', 'off')
    .where('inventory_settings.next_run_at', '<=', now)
    .where('organizations.suspended_at', 'is', null)
    .where('organizations.uninstalled_at', 'is', null)
    .where('organizations.deleting_at', 'is', null)
    .orderBy(sql`inventory_settings.next_run_at`)
    .limit(MAX_AT_ONCE)
    .forUpdate('inventory_settings')
    .skipLocked()
    .execute();
}
