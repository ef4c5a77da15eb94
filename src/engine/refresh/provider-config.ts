import type { ProviderConfig } from '../../provider/contract/types.ts';
import type { TagSettings } from '../code/provider-settings.ts';
import type { Access } from './cloud-target.ts';

/** Tags that the provider is told not to know of, as its block has them. */
function ignoreTags({ ignore_tags: ignored }: TagSettings): ProviderConfig {
  const { keys = [], key_prefixes: prefixes = [] } = ignored ?? {};
  return keys.length + prefixes.length === 0 ? {} : { ignore_tags: [{ keys, key_prefixes: prefixes }] };
}

/** Where the AWS provider reads, and with what. */
export type AwsPlace = {
  region: string | undefined;
  endpoint: string | undefined;
  credentials: Access['credentials'];
  tags: TagSettings;
  /** Its calls go through the gateway, which also tries them again. */
  gated: boolean;
};

/**
 * What goes into the `provider {}` block of the AWS provider. State says nothing of it, so this is all there is: region,
 * credentials, tags to ignore, and that it is not to look for credentials of its own. Default tags are left out: without
 * them it shows the tags as they are, and it is asked what it would change only where no tags are.
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
