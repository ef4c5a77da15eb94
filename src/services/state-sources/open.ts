import { AppError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { combinedStates, narrowed, type NamedSource } from '../../engine/state/combined-states.ts';
import { settingsFor } from '../../engine/code/provider-settings.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { getCloudConfig, type CloudConfigRow } from '../../store/queries/cloud-configs.ts';
import { listStateSources, type StateSourceRow } from '../../store/queries/state-sources.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import type { WithDatabase } from '../base/context.ts';
import { fetchCloud } from '../clouds/settings.ts';
import type { OpenedCloud, WithClouds } from '../clouds/port.ts';
import { Unsealable, type Vault, type WithVault } from '../secrets/vault.ts';
import type { Given } from '../../sources/contract/kind.ts';
import type { WithStateSources } from './port.ts';

/** What reading an organization's states and cloud takes. */
export type WithStates = WithDatabase & WithClouds & WithStateSources & WithVault;

/** Where the credentials of a source are sealed for. */
export const sealedIn = (orgId: string, name: string): string => `state_sources/${orgId}/${name}`;

/** The credentials of a source; 409 where they were sealed with a key that is lost. */
export function credentialsOf(vault: Vault, row: StateSourceRow): Given {
  if (row.credentials === null) return {};
  try {
    const opened: unknown = JSON.parse(vault.open(row.credentials, sealedIn(row.org_id, row.name)));
    return isObject(opened) ? (opened as Given) : {};
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    throw new AppError(
      'not_configured',
      `The credentials of the state source ${row.name} were encrypted with a key that this server does not have: give them again ("plumbline sources set").`,
    );
  }
}

const canReach = (row: CloudConfigRow | undefined): row is CloudConfigRow & { role_arn: string } =>
  row !== undefined && row.role_arn !== null;

/** Whether an organization has any states that can be analysed: in the bucket of its cloud, or in a source of their own. */
export async function hasStates(tenant: Tenant): Promise<boolean> {
  const row = await getCloudConfig(tenant, 'aws');
  if (canReach(row) && row.state_bucket !== null) return true;
  return (await listStateSources(tenant)).length > 0;
}

/** Throws 409, with what to do, where an organization has none. */
export async function requireStates(tenant: Tenant): Promise<void> {
  if (await hasStates(tenant)) return;
  throw new AppError(
    'not_configured',
    `This organization has no states yet: set role_arn and state_bucket with PATCH /api/v1/orgs/${tenant.scope.org_id}/aws ("plumbline aws set"), or add a state source with PUT /api/v1/orgs/${tenant.scope.org_id}/state-sources/{name} ("plumbline sources set").`,
  );
}

/** An organization without a role: states of AWS resources say what is missing, and all others are read. */
const NO_ROLE = {
  reason: 'credentials_missing',
  detail: 'This organization has no AWS role to read it with: set one with "plumbline aws set --role-arn".',
};

function withoutCloud(row: CloudConfigRow | undefined): OpenedCloud {
  const settings = row?.provider_settings ?? {};
  return {
    source: undefined,
    target: {
      region: row?.region ?? undefined,
      endpoint: undefined,
      access: async () => NO_ROLE,
      secretValues: false,
      secrets: () => [],
      tagsOf: (_, provider) => settingsFor(settings, provider),
    },
    decryptDataKey: async () => {
      throw new SourceProblem('key_unavailable', `Its key is kept by AWS KMS. ${NO_ROLE.detail}`);
    },
  };
}

/**
 * All states of an organization that begin with a prefix, and its cloud. Throws 409 where there are none, and `SourceProblem` where the
 * role cannot be taken on.
 */
export async function openStates(
  services: WithStates,
  orgId: string,
  prefix: string | null,
  signal?: AbortSignal,
): Promise<OpenedCloud & { source: StateSource }> {
  const tenant = scoped(services.store.db, { org_id: orgId });
  await requireStates(tenant);
  const row = await getCloudConfig(tenant, 'aws');
  const rows = await listStateSources(tenant);
  const cloud = canReach(row) ? await fetchCloud(services, 'aws').open(row, prefix, signal) : withoutCloud(row);
  const named = rows.flatMap((one): NamedSource[] => {
    const narrower = narrowed(one.name, prefix ?? '');
    if (narrower === undefined) return [];
    const credentials = credentialsOf(services.vault, one);
    return [
      {
        name: one.name,
        source: services.openSource(orgId, one.kind, { settings: one.settings, credentials, narrower }),
      },
    ];
  });
  const own = cloud.source ? [{ name: null, source: cloud.source }] : [];
  return { ...cloud, source: combinedStates([...own, ...named]) };
}
