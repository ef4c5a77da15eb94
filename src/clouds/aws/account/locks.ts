import { readLock } from '../../../base/lock-info.ts';
import { SourceProblem, type LockQuery, type StateLock } from '../../../base/state-source.ts';
import { isSidecar } from '../../../engine/state/sniff.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { tableLocks } from './dynamodb-locks.ts';
import type { AwsSettings } from './settings.ts';

const SUFFIX = '.tflock';
/** A lock file holds an id, a user and an operation: some hundred bytes. */
const LOCK_BYTES = 4096;

/**
 * Finds the locks of the S3 backend with `use_lockfile` among listed objects: a lock file lies beside its state while
 * the lock is held. The time is the object's own. A lock released meanwhile is left out; one that may not be read has
 * no operation.
 */
async function* s3Locks(
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

/** A bucket with states, and the settings to reach it. */
type Place = { bucket: Bucket; name: string; prefix: string; settings: AwsSettings };

/**
 * Lists the locks of Terraform's and OpenTofu's S3 backend on states under a prefix: lock files beside them
 * (`use_lockfile`), and items in the DynamoDB tables that `query` names. Throws `SourceProblem` for the bucket; calls
 * `unread` for a table that cannot be read.
 */
export async function* listLocks(
  { bucket, name, prefix, settings }: Place,
  query: LockQuery | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<StateLock> {
  const tables = query && tableLocks({ settings, bucket: name, region: () => bucket.region() }, query);
  try {
    for await (const page of bucket.pages(prefix, signal)) {
      yield* s3Locks(bucket, page, signal);
      const states = page.flatMap(({ key }) => (isSidecar(key) ? [] : [key]));
      if (tables) yield* tables.on(states, signal);
    }
  } finally {
    await tables?.close();
  }
}
