import type { Selectable } from 'kysely';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type StateSourceRow = Selectable<Tables['state_sources']>;

/** The fields of a source to store; `org_id` comes from the scope. */
export type NewStateSource = Pick<StateSourceRow, 'name' | 'kind' | 'settings' | 'credential_fields'> & {
  credentials: Uint8Array | null;
};

/** By name. */
export async function listStateSources(tenant: Tenant): Promise<StateSourceRow[]> {
  return tenant.select('state_sources').selectAll().orderBy('name').execute();
}

export async function getStateSource(tenant: Tenant, name: string): Promise<StateSourceRow | undefined> {
  return tenant.select('state_sources').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Creates or replaces a source. Clears `verified_at`, because other settings were verified. */
export async function saveStateSource(tenant: Tenant, source: NewStateSource): Promise<StateSourceRow> {
  const { name, ...fields } = source;
  const changes = {
    ...fields,
    settings: JSON.stringify(fields.settings),
    verified_at: null,
    updated_at: new Date(),
  };
  return tenant
    .insert('state_sources', { name, ...changes })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns whether there was such a source. */
export async function deleteStateSource(tenant: Tenant, name: string): Promise<boolean> {
  const { numDeletedRows } = await tenant.delete('state_sources').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks a source as verified, unless it changed since it was tried. */
export async function noteSourceVerified(
  tenant: Tenant,
  { name, updated_at }: Pick<StateSourceRow, 'name' | 'updated_at'>,
  at: Date,
): Promise<void> {
  await tenant
    .update('state_sources')
    .set({ verified_at: at })
    .where('name', '=', name)
    .where('updated_at', '=', updated_at)
    .execute();
}
