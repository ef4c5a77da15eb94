import type { components } from '../../api/schema.ts';

type Verdict = components['schemas']['Coverage']['verdict'];

/** The words of reason codes, the same as in reports. */
export const REASONS: Readonly<Record<string, string>> = {
  denied: 'access was denied',
  throttled: 'the service was throttling',
  timeout: 'no answer in time',
  canceled: 'the read was canceled',
  credentials_expired: 'the credentials expired',
  credentials_rejected: 'the credentials were rejected',
  settings_missing: 'its provider has no settings',
  external_id_not_required: 'the role of its account can be assumed without the external id',
  region_disabled: 'the region is not enabled',
  secret_values_off: 'comparing secret values is off',
  unknown_endpoint: 'Plumbline does not know the endpoint',
  refused: 'reading it needs a write',
  unreachable: 'the service could not be reached',
  unavailable: 'the service is unavailable',
  provider_error: 'the provider reported an error',
  no_provider: 'no provider to read it with',
  provider_not_allowed: 'its provider may not run here',
  unknown_type: 'the provider does not know the type',
  schema_too_new: 'the state was written by a newer provider',
  state_moved: 'the state changed during the check',
  data_source: 'a data source',
  ignored: 'an ignore rule hides it',
};

/** A reason code in plain English. Empty for an unconfirmed deletion: its badge says so. */
export function reasonText(verdict: Verdict, reason: string | null): string {
  if (verdict === 'suspect' || reason === null) return '';
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason.replaceAll('_', ' ');
}
