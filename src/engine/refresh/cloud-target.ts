import type { TagSettings } from '../code/provider-settings.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import type { ScanCalls } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { Gateway } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderHost } from '../../provider/contract/types.ts';
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
