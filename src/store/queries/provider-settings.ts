import type { Insertable, Selectable } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type ProviderSettingsRow = Selectable<Tables['provider_settings']>;
export type NewProviderSettings = Omit<Insertable<Tables['provider_settings']>, 'org_id' | 'updated_at'>;

/** By name, which is their order of precedence. */
export async function listProviderSettings(tenant: Tenant): Promise<ProviderSettingsRow[]> {
  return tenant.select('provider_settings').selectAll().orderBy('name').execute();
}

export async function getProviderSettings(tenant: Tenant, name: string): Promise<ProviderSettingsRow | undefined> {
  return tenant.select('provider_settings').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Creates or replaces the settings of this name. */
export async function saveProviderSettings(
  tenant: Tenant,
  { name, ...fields }: NewProviderSettings,
): Promise<ProviderSettingsRow> {
  const changes = { ...fields, updated_at: new Date() };
  return tenant
    .insert('provider_settings', { name, ...changes })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns whether any existed under this name. */
export async function deleteProviderSettings(tenant: Tenant, name: string): Promise<boolean> {
  const deleted = await tenant.delete('provider_settings').where('name', '=', name).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
