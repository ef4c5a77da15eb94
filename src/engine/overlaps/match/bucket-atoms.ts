import type { Value } from '../../../base/value.ts';
import { fields } from '../../value/canonical.ts';
import { text, type Atoms } from './atoms.ts';
import { canonicalJson } from '../../value/json-documents.ts';

const first = (value: Value | undefined): Record<string, Value> =>
  fields(Array.isArray(value) ? value[0] : (value ?? null));

/** What `aws_s3_bucket.versioning` shows: on, with or without MFA; nothing where it is off. */
export const versioning: Atoms = (value) => {
  const { enabled, mfa_delete: mfa } = first(value);
  return [...(enabled === true ? ['Enabled'] : []), ...(mfa === true ? ['MFA'] : [])];
};
export const versioningResource: Atoms = (value) => {
  const { status, mfa_delete: mfa } = first(fields(value).versioning_configuration);
  return [...(status === 'Enabled' ? ['Enabled'] : []), ...(mfa === 'Enabled' ? ['MFA'] : [])];
};

/** Documents, error pages and redirects of a website; its routing rules as one document. */
const site = (index: string, error: string, redirect: string, rules: string): string[] =>
  [
    index && `index ${index}`,
    error && `error ${error}`,
    redirect && `redirect ${redirect.replace(/^https?:\/\//, '')}`,
    rules && `rules ${canonicalJson(rules, 'json')}`,
  ].filter((part) => part !== '');
export const website: Atoms = (value) => {
  const {
    index_document: index,
    error_document: error,
    redirect_all_requests_to: to,
    routing_rules: rules,
  } = first(value);
  return site(text(index), text(error), text(to), text(rules));
};
export const websiteResource: Atoms = (value) => {
  const given = fields(value);
  const index = text(first(given.index_document).suffix);
  const error = text(first(given.error_document).key);
  return site(index, error, text(first(given.redirect_all_requests_to).host_name), text(given.routing_rules));
};

/**
 * Every text and number in a value, whatever it is called: the bucket and the resources for its parts tell the same settings
 * in differently built blocks. Switches are not among them, and neither is the prefix of everything.
 */
export const leaves: Atoms = (value) => {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  const leaf = text(value);
  return leaf === '' || leaf === '0' ? [] : [leaf];
};
