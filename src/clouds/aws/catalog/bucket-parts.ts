import type { Value } from '../../../base/value.ts';
import { fields } from '../../../engine/value/canonical.ts';
import type { ToParts } from '../../contract/parts.ts';
import { text } from '../../../engine/value/fields.ts';
import { canonicalJson } from '../../../engine/value/json-documents.ts';

const first = (value: Value | undefined): Record<string, Value> =>
  fields(Array.isArray(value) ? value[0] : (value ?? null));

/** `aws_s3_bucket.versioning`: on, with or without MFA delete; no part where it is off. */
export const versioning: ToParts = (value) => {
  const { enabled, mfa_delete: mfa } = first(value);
  return [...(enabled === true ? ['Enabled'] : []), ...(mfa === true ? ['MFA'] : [])];
};
export const versioningResource: ToParts = (value) => {
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
export const website: ToParts = (value) => {
  const {
    index_document: index,
    error_document: error,
    redirect_all_requests_to: to,
    routing_rules: rules,
  } = first(value);
  return site(text(index), text(error), text(to), text(rules));
};
export const websiteResource: ToParts = (value) => {
  const configuration = fields(value);
  const index = text(first(configuration.index_document).suffix);
  const error = text(first(configuration.error_document).key);
  return site(
    index,
    error,
    text(first(configuration.redirect_all_requests_to).host_name),
    text(configuration.routing_rules),
  );
};
