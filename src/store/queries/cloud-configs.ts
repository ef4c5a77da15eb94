import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { base62 } from '../../base/ids.ts';
import type { Tenant } from '../scope.ts';
import type { Tables } from '../tables.ts';

export type CloudConfigRow = Selectable<Tables['cloud_configs']>;

/** What a caller may change: absent stays as it is, null clears. */
export type CloudConfigPatch = Partial<
  Omit<CloudConfigRow, 'org_id' | 'cloud' | 'external_id' | 'last_skipped' | 'locks_unread' | 'updated_at'>
>;

const json = (value: object | null | undefined): string | null | undefined =>
  value === undefined || value === null ? value : JSON.stringify(value);

export async function getCloudConfig(tenant: Tenant, cloud: string): Promise<CloudConfigRow | undefined> {
  return tenant.select('cloud_configs').selectAll().where('cloud', '=', cloud).executeTakeFirst();
}

/** The configuration as it is, made empty where there is none; in a transaction nobody else changes it until the end. */
export async function lockCloudConfig(tenant: Tenant, cloud: string): Promise<CloudConfigRow> {
  return tenant
    .insert('cloud_configs', { cloud, external_id: newExternalId(), updated_at: new Date() })
    .onConflict((conflict) => conflict.columns(['org_id', 'cloud']).doUpdateSet({ cloud }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes that settings work, if they are still the ones that were tried out. */
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

/** What is configured of an organization's clouds. */
export async function listCloudConfigs(tenant: Tenant): Promise<CloudConfigRow[]> {
  return tenant.select('cloud_configs').selectAll().orderBy('cloud').execute();
}

/** Creates or changes the configuration. The external id is made with the first save and never changes after it. */
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

/** Not a secret to AWS, but hard to guess and never the same for two organizations, which is what it is for. */
function newExternalId(): string {
  return `plumbline-${base62(randomBytes(16), 22)}`;
}
