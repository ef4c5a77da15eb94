import { counted } from '../../../base/plural.ts';
import type { Verdict } from '../../model/analysis.ts';

/** Number of instances and of whole states that were not checked. */
export type Unchecked = { instances: number; states: number };

/** `3 of 120 resources and 1 state`: the unchecked among `total` resources in scope. Empty if all were checked. */
export const uncheckedText = ({ instances, states }: Unchecked, total: number): string =>
  [
    instances > 0 && `${instances.toLocaleString('en-US')} of ${counted(total, 'resource')}`,
    states > 0 && counted(states, 'state'),
  ]
    .filter(Boolean)
    .join(' and ');

/**
 * The headline of reports, pull requests and summaries without drift: `No drift: 120 resources checked.`, or `No drift
 * found, but 3 of 120 resources were not checked.` `where` names the states if the text is not about all of them.
 */
export function noDriftText(unchecked: Unchecked, total: number, where?: string): string {
  const inStates = where === undefined ? '' : ` in ${where}`;
  const gap = uncheckedText(unchecked, total);
  if (gap === '') return `No drift: ${counted(total, 'resource')} checked${inStates}.`;
  const were = unchecked.instances + unchecked.states === 1 ? 'was' : 'were';
  return `No drift found${inStates}, but ${gap} ${were} not checked.`;
}

/** The texts of reason codes. The dashboard has the same ones (web/src/pages/analysis/reasons.ts). */
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

/** A reason code in plain English. */
export function reasonText({ verdict, reason }: { verdict: Verdict; reason: string }): string {
  if (verdict === 'suspect') return 'unconfirmed deletion';
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason.replaceAll('_', ' ');
}
