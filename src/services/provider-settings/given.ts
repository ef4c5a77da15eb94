import type { Providing } from '../../engine/refresh/providing.ts';
import { isShared, settingsFor, type ProviderGrant } from './grants.ts';
import { secretsIn } from './secrets.ts';

/** What these entries give the providers of one organization, or of a scan at the terminal. */
export const givenBy = (
  grants: readonly ProviderGrant[],
  orgId?: string,
): Pick<Providing, 'settingsFor' | 'sharesSettings' | 'settingsSecrets'> => ({
  settingsFor: settingsFor(grants, orgId),
  sharesSettings: grants.some(isShared),
  settingsSecrets: secretsIn(grants, 'yes'),
});
