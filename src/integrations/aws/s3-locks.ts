import { SourceProblem, type StateLock } from '../../base/state-source.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { readLock } from './lock-info.ts';

const SUFFIX = '.tflock';
/** A lock holds an id, who and what: some hundred bytes. */
const LOCK_BYTES = 4096;

/**
 * The locks of the S3 backend with `use_lockfile` among listed objects: they lie beside the states, as long as they are held. Since
 * when is S3's word. One that is let go meanwhile is none; one that must not be read is held for nobody knows what.
 */
export async function* s3Locks(
  bucket: Bucket,
  listed: readonly ListedObject[],
  signal: AbortSignal | undefined,
): AsyncGenerator<StateLock> {
  for (const { key, modified } of listed) {
    if (!key.endsWith(SUFFIX)) continue;
    const text = await bucket.head(key, LOCK_BYTES, signal).catch((error: unknown) => {
      if (!(error instanceof SourceProblem)) throw error;
      return error.code === 'not_found' ? undefined : '';
    });
    if (text === undefined) continue;
    yield { key: key.slice(0, -SUFFIX.length), since: modified ?? new Date(), operation: readLock(text).operation };
  }
}
