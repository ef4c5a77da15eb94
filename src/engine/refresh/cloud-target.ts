import type { TagSettings } from '../code/provider-settings.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import type { ScanCalls } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { Gateway } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderHost } from '../../provider/contract/types.ts';
import type { Providing } from './providing.ts';

/** Credentials for one account. The same object is returned until they are renewed. */
export type Access = {
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  /** The account of the credentials as the cloud reports it; undefined if it is unknown. */
  account: string | undefined;
};

/** The reason why an account cannot be read: a reason code, and a message with the remedy. */
export type NoAccess = { reason: string; detail: string };

/** Access to the cloud for one analysis. Credentials stay in memory until it ends. */
export type CloudTarget = {
  region: string | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
  /**
   * Returns credentials for an account, by default those of the target itself, renewed before they expire. Never
   * returns `refused` again, which the cloud has rejected.
   */
  access(account: string | undefined, refused?: Access): Promise<Access | NoAccess>;
  /** True if the values of secrets may be read. */
  secretValues: boolean;
  /** The secrets of all credentials used so far. They must not appear in any text. */
  secrets(): string[];
  /** The tag settings of a provider configuration of a state. States do not contain them. */
  tagsOf(stateKey: string, provider: ProviderAddress): TagSettings;
};

/**
 * The dependencies of reading live values. All states of an analysis share one object, because calls are counted and
 * ended by it.
 */
export type Reading = Providing & {
  target: CloudTarget;
  providers: ProviderHost;
  /** The gateway for AWS's provider. Without it the provider calls AWS directly, with the credentials. */
  gateway?: Gateway | undefined;
  /** Counts the calls through the gateway. */
  calls: ScanCalls;
  signal?: AbortSignal;
};
