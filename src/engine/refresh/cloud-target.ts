import type { TagSettings } from '../code/provider-settings.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import type { ScanCalls } from '../../gateway/sessions/call-counts.ts';
import type { Gateway } from '../../gateway/call/types.ts';
import type { ProviderConfig, ProviderHost } from '../../provider/contract/types.ts';
import type { Providing } from './providing.ts';

/** Credentials for one account; the same object for as long as they are in force. */
export type Access = {
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  /** Their account, as the cloud reports it; undefined where it is not known. */
  account: string | undefined;
};

/** Why an account is not read: a reason code, and a message with the remedy. */
export type NoAccess = { reason: string; detail: string };

/** Access to the cloud for one analysis. Credentials are held in memory until it ends. */
export type CloudTarget = {
  region: string | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
  /**
   * Credentials for an account, by default the target's own, renewed before they expire. Those that the cloud has `refused` are
   * not returned again.
   */
  access(account: string | undefined, refused?: Access): Promise<Access | NoAccess>;
  /** Whether the values of secrets may be read. */
  secretValues: boolean;
  /** The secrets of all credentials so far: no text may hold them. */
  secrets(): string[];
  /** Settings for tags of a provider configuration of a state, which are in no state. */
  tagsOf(stateKey: string, provider: ProviderAddress): TagSettings;
};

/** What it takes to read live values: one object for all states of an analysis, since calls are counted and ended by it. */
export type Reading = Providing & {
  target: CloudTarget;
  providers: ProviderHost;
  /** Where AWS's provider goes out; without it, by itself and with the credentials. */
  gateway?: Gateway | undefined;
  /** Counts the calls that go through it. */
  calls: ScanCalls;
  signal?: AbortSignal;
};

function ignoreTags({ ignore_tags: ignored }: TagSettings): ProviderConfig {
  const { keys = [], key_prefixes: prefixes = [] } = ignored ?? {};
  return keys.length + prefixes.length === 0 ? {} : { ignore_tags: [{ keys, key_prefixes: prefixes }] };
}

type AwsPlace = {
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
