/** One object that may hold a state. `etag` changes when its content does. */
export type StateObject = { key: string; size: number; etag: string };

/** Why a source could not be used, or one object of it not be had. */
export type SourceProblemCode =
  | 'role_not_assumable'
  | 'external_id_not_required'
  | 'credentials_missing'
  | 'bucket_not_found'
  | 'access_denied'
  | 'not_found'
  | 'too_large'
  /** The organization may have no more states. */
  | 'quota_exceeded'
  | 'key_unavailable'
  | 'encrypted'
  | 'encryption_unsupported'
  | 'wrong_key'
  | 'invalid'
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

/** The content of an object when it was read. */
export type StateBytes = { bytes: Uint8Array; etag: string };

/** A table of DynamoDB that Terraform's S3 backend locks states in; without a region, in that of the bucket. */
export type LockTable = { table: string; region?: string };

/** Lock tables of states, and a report of those that cannot be read. */
export type LockQuery = {
  tablesOf: (stateKey: string) => readonly LockTable[];
  /** Takes a sentence for a person, once a table. */
  unread: (detail: string) => void;
};

/** A lock that somebody holds on a state. */
export type StateLock = {
  /** The state's. */
  key: string;
  since: Date;
  /** The running operation of Terraform, in its words (`OperationTypeApply`); undefined where that cannot be read. */
  operation: string | undefined;
};

/**
 * Where states lie: a bucket, a directory, a file. `list` yields what looks like a state by name or content and leaves
 * sidecars out; `read` gives an object's bytes, refusing what is larger than `maxBytes`; `etag` shows whether they are
 * still the same, without reading them. `locks`, where the source knows of any, lists the locks that are held; those in tables
 * only with a query.
 */
export type StateSource = {
  list(signal?: AbortSignal): AsyncIterable<StateObject>;
  read(key: string, signal?: AbortSignal): Promise<StateBytes>;
  etag(key: string, signal?: AbortSignal): Promise<string>;
  locks?(query: LockQuery | undefined, signal?: AbortSignal): AsyncIterable<StateLock>;
};
