/** An object that may be a state. `etag` changes with its content. */
export type StateObject = { key: string; size: number; etag: string };

/** Why a source, or one of its objects, cannot be used. */
export type SourceProblemCode =
  | 'role_not_assumable'
  | 'external_id_not_required'
  | 'credentials_missing'
  | 'bucket_not_found'
  | 'access_denied'
  | 'not_found'
  | 'too_large'
  /** The organization has reached its quota of states. */
  | 'quota_exceeded'
  | 'key_unavailable'
  | 'encrypted'
  | 'encryption_unsupported'
  | 'wrong_key'
  | 'invalid'
  | 'source_unreachable';

/** Thrown by a state source. The message tells the person who configured it what is wrong and what to do. */
export class SourceProblem extends Error {
  readonly code: SourceProblemCode;

  constructor(code: SourceProblemCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SourceProblem';
    this.code = code;
  }
}

/** An object's content at the time of the read. */
export type StateBytes = { bytes: Uint8Array; etag: string };

/** A DynamoDB table of locks, as Terraform's S3 backend uses it; without `region` it is in the bucket's region. */
export type LockTable = { table: string; region?: string };

/** The lock tables of states, and a report of unreadable tables. */
export type LockQuery = {
  tablesOf: (stateKey: string) => readonly LockTable[];
  /** Called once for each unreadable table, with a sentence for a person. */
  unread: (detail: string) => void;
};

/** A lock on a state. */
export type StateLock = {
  /** The state's key. */
  key: string;
  since: Date;
  /** Terraform's name of the running operation (`OperationTypeApply`); undefined where it cannot be read. */
  operation: string | undefined;
};

/**
 * A place where states are stored: a bucket, a directory, a file. `list` yields objects that look like a state by name
 * or content, without sidecars. `read` returns an object's bytes, and refuses objects larger than `maxBytes`. `etag`
 * detects changes without a read. `locks`, where the source has any, lists the held locks; those in tables only with a
 * query.
 */
export type StateSource = {
  list(signal?: AbortSignal): AsyncIterable<StateObject>;
  read(key: string, signal?: AbortSignal): Promise<StateBytes>;
  etag(key: string, signal?: AbortSignal): Promise<string>;
  locks?(query: LockQuery | undefined, signal?: AbortSignal): AsyncIterable<StateLock>;
};
