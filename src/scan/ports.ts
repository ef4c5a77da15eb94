import type { Coverage, Finding, ProviderUse, StateReport } from '../drift/analysis.ts';

/** Where a scan reports to as it goes: a worker stores, the command line prints. Calls come one at a time, in order. */
export type ScanSink = {
  /** The states in scope, and how many instances they hold, once that is known. */
  planned(states: StateReport[], instances: number): Promise<void>;
  /** A provider that is used from here on; each is told once a scan. */
  provider(use: ProviderUse): Promise<void>;
  /** Results of a few more instances: what was found and the verdict on each. */
  progress(batch: { findings: Finding[]; coverage: Coverage[]; done: number }): Promise<void>;
};

/** How the cloud is reached for one scan. Credentials are held in memory for the length of the scan. */
export type CloudTarget = {
  region: string | undefined;
  /** Whose the credentials are, where that is known: what lives in another account is not read with them. */
  account: () => Promise<string | undefined>;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
};
