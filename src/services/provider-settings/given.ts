import type { Providing } from '../../engine/refresh/providing.ts';
import { isShared, settingsFor, type ProviderGrant } from './grants.ts';
import { secretsIn } from './secrets.ts';

/** The providers' settings from these entries, for one organization or for a scan at the terminal. */
export const givenBy = (
  grants: readonly ProviderGrant[],
  orgId?: string,
): Pick<Providing, 'settingsFor' | 'sharesSettings' | 'settingsSecrets'> => ({
  settingsFor: settingsFor(grants, orgId),
  sharesSettings: grants.some(isShared),
  settingsSecrets: secretsIn(grants, 'yes'),
});
