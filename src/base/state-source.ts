/** One object that may hold a state. `etag` changes when its content does. */
export type StateObject = { key: string; size: number; etag: string };

/** Why a source could not be used, or one object of it not be had. */
export type SourceProblemCode =
  | 'role_not_assumable'
  | 'credentials_missing'
  | 'bucket_not_found'
  | 'access_denied'
  | 'not_found'
  | 'too_large'
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

/** What an object held when it was read. */
export type StateBytes = { bytes: Uint8Array; etag: string };

/** A lock that somebody holds on a state, as it lies beside it. */
export type StateLock = {
  /** The state's. */
  key: string;
  since: Date;
  /** What Terraform does meanwhile, in its words (`OperationTypeApply`); undefined where that cannot be read. */
  operation: string | undefined;
};

/**
 * Where states lie: a bucket, a directory, a file. `list` yields what looks like a state by name or content and leaves
 * sidecars out; `read` gives an object's bytes, refusing what is larger than `maxBytes`; `etag` tells whether they are
 * still the same, without reading them. `locks`, where the source knows of any, tells who is writing.
 */
export type StateSource = {
  list(signal?: AbortSignal): AsyncIterable<StateObject>;
  read(key: string, signal?: AbortSignal): Promise<StateBytes>;
  etag(key: string, signal?: AbortSignal): Promise<string>;
  locks?(signal?: AbortSignal): AsyncIterable<StateLock>;
};
