import type { Verdict } from '../../ui/badge.tsx';

const REASONS: Readonly<Record<string, string>> = {
  denied: 'access was denied',
  throttled: 'the service was throttling',
  timeout: 'no answer in time',
  canceled: 'the read was called off',
  credentials_expired: 'the credentials expired',
  credentials_rejected: 'the credentials were not accepted',
  settings_missing: 'its provider got no settings',
  external_id_not_required: 'the role of its account can be assumed without the external id',
  region_disabled: 'the region is not enabled',
  secret_values_off: 'values of secrets are not read',
  unknown_endpoint: 'Plumbline does not know the endpoint',
  refused: 'reading it takes more than reading',
  unreachable: 'the service could not be reached',
  unavailable: 'the service had trouble',
  provider_error: 'the provider reported an error',
  no_provider: 'there is no provider to read it with',
  provider_not_allowed: 'its provider may not run here',
  unknown_type: 'the provider does not know the type',
  schema_too_new: 'the state was written by a newer provider',
  state_moved: 'the state was written while it was looked at',
  data_source: 'a data source: it is read, not made',
  ignored: 'an ignore rule takes it out',
};

/** Why an instance got its verdict, for a person. */
export function reasonText(verdict: Verdict, reason: string | null): string {
  if (verdict === 'suspect') return 'said to be gone, not confirmed';
  if (reason === null) return '';
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason.replaceAll('_', ' ');
}
