import type { TagSettings } from '../code/provider-settings.ts';
import type { ProviderAddress } from '../state/provider-address.ts';

/** Credentials for one account; the same object for as long as they are in force. */
export type Access = {
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
  /** Whose they are, by their own word; undefined where that could not be told. */
  account: string | undefined;
};

/** Why an account is not read: a reason for the coverage, and what is wrong and what to do. */
export type NoAccess = { reason: string; detail: string };

/** How the cloud is reached for one scan. Credentials are held in memory for the length of the scan. */
export type CloudTarget = {
  region: string | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
  /**
   * Credentials for what lives in an account, the target's own one where it is not known, renewed before they end. Those that the
   * cloud has `refused` are not given again.
   */
  access(account: string | undefined, refused?: Access): Promise<Access | NoAccess>;
  /** Whether the values of secrets may be read. */
  secretValues: boolean;
  /** The secrets among the credentials that were given so far: no text may hold them. */
  secrets(): string[];
  /** What no state holds of its providers: what is known of the tags of one configuration of a state. */
  tagsOf(stateKey: string, provider: ProviderAddress): TagSettings;
};
