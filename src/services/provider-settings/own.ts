import { isObject, type JsonObject } from '../../base/json.ts';
import { listProviderSettings, type ProviderSettingsRow } from '../../store/queries/provider-settings.ts';
import type { Tenant } from '../../store/scope.ts';
import { parseProviderPattern } from '../../provider/address/pattern.ts';
import { openIfOurs, type Vault, type WithVault } from '../secrets/vault.ts';
import type { ProviderGrant } from './grants.ts';

/** An organization's input to a provider: the content of `provider { }`, and variables. Both may contain secrets. */
export type GivenToProvider = { config: JsonObject; env: Record<string, string> };

/** The vault context of the settings. */
export const sealedIn = (orgId: string, name: string): string => `provider_settings/${orgId}/${name}`;

/** Undefined if they were sealed with a key that this server does not have. */
function openGiven(vault: Vault, row: ProviderSettingsRow): GivenToProvider | undefined {
  const opened = openIfOurs(vault, row.given, sealedIn(row.org_id, row.name));
  const given: unknown = opened === undefined ? undefined : JSON.parse(opened);
  return isObject(given) ? (given as GivenToProvider) : undefined;
}

/** Settings in the form for providers; undefined if they cannot be opened. */
export function grantOf(vault: Vault, row: ProviderSettingsRow): ProviderGrant | undefined {
  const [provider, given] = [parseProviderPattern(row.provider), openGiven(vault, row)];
  if (!provider || !given) return undefined;
  const { alias, states, reach, org_id } = row;
  return {
    provider,
    alias,
    states: states ?? undefined,
    organizations: [org_id],
    reach: reach ?? [],
    isTenants: true,
    ...given,
  };
}

/** An organization's settings for its providers, without those that cannot be opened: their instances report that. */
export async function ownGrants({ vault }: WithVault, tenant: Tenant): Promise<ProviderGrant[]> {
  return (await listProviderSettings(tenant)).flatMap((row) => grantOf(vault, row) ?? []);
}
