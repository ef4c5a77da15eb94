import type { JsonObject } from '../../../base/json.ts';
import type { ProviderAccess } from '../../contract/cloud.ts';

/**
 * The official provider, in Terraform's or OpenTofu's registry; one of this name at another host gets no credentials.
 */
export const isAwsProvider = (source: string): boolean =>
  /^registry\.(?:terraform\.io|opentofu\.org)\/hashicorp\/aws$/.test(source);

/** The provider's `ignore_tags` block. */
function ignoreTags({ keys = [], key_prefixes = [] }: ProviderAccess['ignoredTags'] = {}): JsonObject {
  return keys.length + key_prefixes.length === 0 ? {} : { ignore_tags: [{ keys, key_prefixes }] };
}

/**
 * The `provider {}` block of the AWS provider: region, credentials, ignored tags, and no search for other credentials.
 * Default tags are left out: without them the provider shows the live tags, and plans never cover tags.
 */
export function awsConfig({ region, endpoint, credentials, ignoredTags, gated }: ProviderAccess): JsonObject {
  return {
    ...(region === undefined ? {} : { region }),
    access_key: credentials.accessKeyId,
    secret_key: credentials.secretAccessKey,
    ...(credentials.sessionToken === undefined ? {} : { token: credentials.sessionToken }),
    ...ignoreTags(ignoredTags),
    // The provider would otherwise retry a throttled call 25 times.
    max_retries: gated ? 1 : 5,
    skip_metadata_api_check: 'true',
    ...(endpoint === undefined ? {} : { s3_use_path_style: true, skip_credentials_validation: true }),
  };
}
