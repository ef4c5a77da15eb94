import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { base62 } from '../../base/ids.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type CloudConfigRow = Selectable<Tables['cloud_configs']>;

/** Fields that a caller may change: absent leaves a field as it is, null clears it. */
export type CloudConfigPatch = Partial<
  Omit<CloudConfigRow, 'org_id' | 'cloud' | 'external_id' | 'last_skipped' | 'locks_unread' | 'updated_at'>
>;

const json = (value: object | null | undefined): string | null | undefined =>
  value === undefined || value === null ? value : JSON.stringify(value);

export async function getCloudConfig(tenant: Tenant, cloud: string): Promise<CloudConfigRow | undefined> {
  return tenant.select('cloud_configs').selectAll().where('cloud', '=', cloud).executeTakeFirst();
}

/** Reads the configuration, created empty if missing, and locks it until the transaction ends. */
export async function lockCloudConfig(tenant: Tenant, cloud: string): Promise<CloudConfigRow> {
  return tenant
    .insert('cloud_configs', { cloud, external_id: newExternalId(), updated_at: new Date() })
    .onConflict((conflict) => conflict.columns(['org_id', 'cloud']).doUpdateSet({ cloud }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks settings as verified, unless they changed since they were tried. */
export async function noteVerified(
  tenant: Tenant,
  { cloud, updated_at: updatedAt }: Pick<CloudConfigRow, 'cloud' | 'updated_at'>,
  at: Date,
): Promise<void> {
  await tenant
    .update('cloud_configs')
    .set({ verified_at: at })
    .where('cloud', '=', cloud)
    .where('updated_at', '=', updatedAt)
    .execute();
}

export async function listCloudConfigs(tenant: Tenant): Promise<CloudConfigRow[]> {
  return tenant.select('cloud_configs').selectAll().orderBy('cloud').execute();
}

/** Creates or changes the configuration. The first save generates the external id, which never changes afterwards. */
export async function saveCloudConfig(tenant: Tenant, cloud: string, patch: CloudConfigPatch) {
  const { accounts, provider_settings, external_id_override, ...texts } = patch;
  const changes = {
    ...texts,
    accounts: json(accounts),
    provider_settings: json(provider_settings),
    external_id_override: json(external_id_override),
    updated_at: new Date(),
  };
  return tenant
    .insert('cloud_configs', { cloud, external_id: newExternalId(), ...changes })
    .onConflict((conflict) => conflict.columns(['org_id', 'cloud']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** AWS does not treat an external id as a secret, but it must be hard to guess and unique to the organization. */
function newExternalId(): string {
  return `plumbline-${base62(randomBytes(16), 22)}`;
}
