import { AppError } from '../../base/errors.ts';
import { combinedStates, narrowed, type NamedSource } from '../../engine/state/combined-states.ts';
import { settingsFor, type ProviderSettings } from '../../engine/code/provider-settings.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { getCloudConfig, type CloudConfigRow } from '../../store/queries/cloud-configs.ts';
import { listStateSources, type StateSourceRow } from '../../store/queries/state-sources.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import type { WithDatabase } from '../base/context.ts';
import { fetchCloud } from '../clouds/settings.ts';
import type { OpenedCloud, WithClouds } from '../clouds/port.ts';
import { openIfOurs, type Vault, type WithVault } from '../secrets/vault.ts';
import type { Given } from '../../sources/contract/kind.ts';
import type { WithStateSources } from './port.ts';

/** The dependencies of reading an organization's states and cloud. */
export type WithStates = WithDatabase & WithClouds & WithStateSources & WithVault;

/** The vault context of a source's credentials. */
export const sealedIn = (orgId: string, name: string): string => `state_sources/${orgId}/${name}`;

/** The credentials of a source. Throws 409 if they were sealed with a lost key. */
export function credentialsOf(vault: Vault, row: StateSourceRow): Given {
  if (row.credentials === null) return {};
  const opened = openIfOurs(vault, row.credentials, sealedIn(row.org_id, row.name));
  if (opened !== undefined) return JSON.parse(opened) as Given;
  throw new AppError(
    'not_configured',
    `The credentials of the state source ${row.name} were encrypted with a key that this server does not have: give them again ("plumbline sources set").`,
  );
}

const canReach = (row: CloudConfigRow | undefined): row is CloudConfigRow & { role_arn: string } =>
  row !== undefined && row.role_arn !== null;

/** The sources of an organization's states. */
type Configured = { cloud: CloudConfigRow | undefined; sources: StateSourceRow[] };

const readConfigured = async (tenant: Tenant): Promise<Configured> => ({
  cloud: await getCloudConfig(tenant, 'aws'),
  sources: await listStateSources(tenant),
});

const isAnywhere = ({ cloud, sources }: Configured): boolean =>
  sources.length > 0 || (canReach(cloud) && cloud.state_bucket !== null);

/** True if an organization has a source of states: the bucket of its cloud settings, or a state source. */
export const hasStates = async (tenant: Tenant): Promise<boolean> => isAnywhere(await readConfigured(tenant));

/** The sources of an organization's states. Throws 409, with the remedy, if there is none. */
export async function requireStates(tenant: Tenant): Promise<Configured> {
  const configured = await readConfigured(tenant);
  if (isAnywhere(configured)) return configured;
  const path = `/api/v1/orgs/${tenant.scope.org_id}`;
  throw new AppError(
    'not_configured',
    `This organization has no states yet: set role_arn and state_bucket with PATCH ${path}/aws ("plumbline aws set"), or add a state source with PUT ${path}/state-sources/{name} ("plumbline sources set").`,
  );
}

/** For an organization without a role: AWS resources report the missing role, and all others are read. */
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
 * Opens all states of an organization whose keys start with a prefix, its cloud, and its tag settings for providers.
 * Throws 409 if it has no source of states, and `SourceProblem` if the role cannot be assumed.
 */
export async function openStates(
  services: WithStates,
  orgId: string,
  prefix: string | null,
  signal?: AbortSignal,
): Promise<OpenedCloud & { source: StateSource; tagSettings: ProviderSettings }> {
  const tenant = scoped(services.store.db, { org_id: orgId });
  const { cloud: row, sources } = await requireStates(tenant);
  const cloud = canReach(row) ? await fetchCloud(services, 'aws').open(row, prefix, signal) : withoutCloud(row);
  const named = sources.flatMap((one): NamedSource[] => {
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
  return { ...cloud, source: combinedStates([...own, ...named]), tagSettings: row?.provider_settings ?? {} };
}
