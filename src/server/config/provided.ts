import { ConfigError, type Config } from './config.ts';
import type { Providing } from '../../engine/refresh/providing.ts';
import { grantsFor, isShared, settingsFor, type ProviderGrant } from './provider-settings.ts';
import { secretsIn } from './provider-secrets.ts';

/**
 * What providers are given, by organization. Throws `ConfigError` for an entry that names none: states are written by
 * tenants, and one that names a provider would get whatever is given to all.
 */
export function providedTo({ providerSettings = [] }: Config) {
  const without = providerSettings.findIndex(({ organizations }) => organizations === undefined);
  if (without >= 0)
    throw new ConfigError(
      'PLUMBLINE_PROVIDER_SETTINGS',
      `entry ${without + 1} names no organizations; list the ids of those whose states may be read with it`,
    );
  return (orgId: string) => givenBy(grantsFor(providerSettings, orgId), orgId);
}

/** What these entries give the providers of one organization, or of a scan at the terminal. */
export const givenBy = (
  grants: readonly ProviderGrant[],
  orgId?: string,
): Pick<Providing, 'settingsFor' | 'sharesSettings' | 'settingsSecrets'> => ({
  settingsFor: settingsFor(grants, orgId),
  sharesSettings: grants.some(isShared),
  settingsSecrets: secretsIn(grants, 'yes'),
});
