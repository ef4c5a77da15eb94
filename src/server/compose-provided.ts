import { ConfigError, type Config } from './config.ts';
import { grantsFor, settingsFor } from './provider-settings.ts';
import { secretsIn } from './settings-secrets.ts';

/**
 * What providers are given, by organization. Throws `ConfigError` for an entry that names none: states are written by
 * tenants, and one that names a provider would get whatever is given to all.
 */
export function composeProvided({ providerSettings = [] }: Config) {
  const without = providerSettings.findIndex(({ organizations }) => organizations === undefined);
  if (without >= 0)
    throw new ConfigError(
      'PLUMBLINE_PROVIDER_SETTINGS',
      `entry ${without + 1} names no organizations; list the ids of those whose states may be read with it`,
    );
  return (orgId: string) => {
    const grants = grantsFor(providerSettings, orgId);
    return { settingsFor: settingsFor(grants, orgId), settingsSecrets: secretsIn(grants, 'yes') };
  };
}
