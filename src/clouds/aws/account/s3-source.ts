import { chunksOf } from '../../../base/chunks.ts';
import { SourceProblem, type StateObject, type StateSource } from '../../../base/state-source.ts';
import { isSidecar, looksLikeState } from '../../../engine/state/sniff.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { listLocks } from './locks.ts';
import type { AwsSettings } from './settings.ts';

export type S3SourceOptions = AwsSettings & {
  bucket: string;
  /** Only keys with this prefix; default: all. */
  prefix?: string | undefined;
  /** Larger objects are not read; default 256 MB. */
  maxBytes?: number | undefined;
};

const MAX_BYTES = 256 * 1024 * 1024;
const HEAD_BYTES = 4096;
/** The number of objects that are read at once. */
const SNIFFS = 8;

/**
 * True for an object that counts as a state: by its name, or else by its first bytes, since Terraform's S3 backend
 * accepts any key. An unreadable object counts too: it may be a state, and the failure of its read is reported.
 */
async function isState(bucket: Bucket, { key, size }: StateObject, signal: AbortSignal | undefined): Promise<boolean> {
  if (isSidecar(key)) return false;
  if (key.endsWith('.tfstate')) return true;
  if (size === 0) return false;
  try {
    return looksLikeState(await bucket.head(key, HEAD_BYTES, signal));
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    if (error.code === 'access_denied') return true;
    if (error.code === 'not_found') return false;
    throw error;
  }
}

/**
 * The states in an S3 bucket, ordered by key and listed in pages, so that their number has no limit. Sidecars are left
 * out. Follows the bucket to its own region. Throws `SourceProblem`, or the signal's reason once it aborts.
 */
export function createS3Source(options: S3SourceOptions): StateSource {
  const { bucket: name, prefix = '', maxBytes = MAX_BYTES, ...settings } = options;
  const bucket = openBucket(settings, name);
  return {
    async *list(signal) {
      for await (const page of bucket.pages(prefix, signal)) {
        for (const few of chunksOf(page, SNIFFS)) {
          const verdicts = await Promise.all(few.map((object) => isState(bucket, object, signal)));
          for (const [i, { key, size, etag }] of few.entries()) if (verdicts[i]) yield { key, size, etag };
        }
      }
    },
    read: (key, signal) => bucket.get(key, maxBytes, signal),
    etag: (key, signal) => bucket.etag(key, signal),
    locks: (keys, signal) => listLocks({ bucket, name, prefix, settings }, keys, signal),
  };
}
