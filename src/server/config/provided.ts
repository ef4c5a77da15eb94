import { grantsFor, type ProviderGrant } from '../../services/provider-settings/grants.ts';
import { ConfigError, type Config } from './config.ts';

/**
 * What the operator gives providers, by organization. Throws `ConfigError` for an entry that names none: states are written by
 * tenants, and one that names a provider would get whatever is given to all.
 */
export function operatorGrants({ providerSettings = [] }: Pick<Config, 'providerSettings'>) {
  const without = providerSettings.findIndex(({ organizations }) => organizations === undefined);
  if (without >= 0)
    throw new ConfigError(
      'PLUMBLINE_PROVIDER_SETTINGS',
      `entry ${without + 1} names no organizations; list the ids of those whose states may be read with it`,
    );
  return (orgId: string): ProviderGrant[] => grantsFor(providerSettings, orgId);
}
