import type { Coverage, Finding, StateReport } from '../drift/analysis.ts';

/** One object that may hold a state. `etag` changes when its content does. */
export type StateObject = { key: string; size: number; etag: string };

/** Why a source could not be used, or one object of it not be had. */
export type SourceProblemCode =
  | 'role_not_assumable'
  | 'credentials_missing'
  | 'bucket_not_found'
  | 'access_denied'
  | 'not_found'
  | 'source_unreachable';

/** Thrown by a state source. The message is for the person who configured it: what is wrong and what to do. */
export class SourceProblem extends Error {
  readonly code: SourceProblemCode;

  constructor(code: SourceProblemCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SourceProblem';
    this.code = code;
  }
}

/**
 * Where states lie: a bucket, a directory, a file. `list` yields what looks like a state by name or content and leaves
 * sidecars out; `read` gives an object's bytes, refusing what is larger than `maxBytes`.
 */
export type StateSource = {
  list(signal?: AbortSignal): AsyncIterable<StateObject>;
  read(key: string, signal?: AbortSignal): Promise<Uint8Array>;
};

/** Where a scan reports to as it goes: a worker stores, the command line prints. Calls come one at a time, in order. */
export type ScanSink = {
  /** The states in scope, and how many instances they hold, once that is known. */
  planned(states: StateReport[], instances: number): Promise<void>;
  /** Results of a few more instances: what was found and the verdict on each. */
  progress(batch: { findings: Finding[]; coverage: Coverage[]; done: number }): Promise<void>;
};

/** How the cloud is reached for one scan. Credentials are held in memory for the length of the scan. */
export type CloudTarget = {
  region: string | undefined;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  /** Set for an emulator or a VPC endpoint. */
  endpoint: string | undefined;
};
