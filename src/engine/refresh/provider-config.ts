import type { ProviderConfig } from '../../provider/contract/types.ts';
import type { TagSettings } from '../code/provider-settings.ts';
import type { Access } from './cloud-target.ts';

/** The provider's `ignore_tags` block. */
function ignoreTags({ ignore_tags: ignored }: TagSettings): ProviderConfig {
  const { keys = [], key_prefixes: prefixes = [] } = ignored ?? {};
  return keys.length + prefixes.length === 0 ? {} : { ignore_tags: [{ keys, key_prefixes: prefixes }] };
}

/** The settings of an AWS provider. */
export type AwsPlace = {
  region: string | undefined;
  endpoint: string | undefined;
  credentials: Access['credentials'];
  tags: TagSettings;
  /** Whether its calls go through the gateway, which also retries them. */
  gated: boolean;
};

/**
 * The `provider {}` block of the AWS provider: region, credentials, ignored tags, and no search for other credentials. Default
 * tags are left out: without them the provider shows the live tags, and plans never cover tags.
 */
export function awsConfig({ region, endpoint, credentials, tags, gated }: AwsPlace): ProviderConfig {
  return {
    ...(region === undefined ? {} : { region }),
    access_key: credentials.accessKeyId,
    secret_key: credentials.secretAccessKey,
    ...(credentials.sessionToken === undefined ? {} : { token: credentials.sessionToken }),
    ...ignoreTags(tags),
    // The provider would otherwise retry a throttled call 25 times.
    max_retries: gated ? 1 : 5,
    skip_metadata_api_check: 'true',
    ...(endpoint === undefined ? {} : { s3_use_path_style: true, skip_credentials_validation: true }),
  };
}
