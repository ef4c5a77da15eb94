import { grantsFor, type ProviderGrant } from '../../services/provider-settings/grants.ts';
import { ConfigError, type Config } from './config.ts';

/**
 * The provider settings that the operator grants, by organization. Throws `ConfigError` for an entry without
 * organizations: tenants write states, and any state that names the provider would get its settings.
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
