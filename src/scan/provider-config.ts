import type { ProviderConfig } from '../provider/types.ts';
import type { CloudTarget } from './ports.ts';

/**
 * Whether a provider is the one that is configured for AWS here; OpenTofu's registry has it under another host. What calls
 * itself so at a host of its own is another provider: it does not get the credentials.
 */
export const isAws = (source: string): boolean =>
  /^registry\.(?:terraform\.io|opentofu\.org)\/hashicorp\/aws$/.test(source);

/**
 * What goes into the `provider {}` block for one target. State says nothing of it, so this is all there
 * is: the AWS provider gets region and credentials and is told not to look for any of its own; other providers get
 * what the operator gives them, or nothing.
 */
export function providerConfig(
  source: string,
  target: CloudTarget,
  region: string | undefined,
  settings?: { config: ProviderConfig },
): ProviderConfig {
  if (!isAws(source)) return settings?.config ?? {};
  const { credentials, endpoint } = target;
  return {
    ...(region === undefined ? {} : { region }),
    ...(credentials && {
      access_key: credentials.accessKeyId,
      secret_key: credentials.secretAccessKey,
      ...(credentials.sessionToken === undefined ? {} : { token: credentials.sessionToken }),
    }),
    // The provider would otherwise retry a throttled call 25 times.
    max_retries: 5,
    skip_metadata_api_check: 'true',
    ...(endpoint === undefined ? {} : { s3_use_path_style: true, skip_credentials_validation: true }),
  };
}
