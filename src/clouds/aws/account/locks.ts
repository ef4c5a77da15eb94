import { readLock } from '../../../base/lock-info.ts';
import { SourceProblem, type LockQuery, type StateLock } from '../../../base/state-source.ts';
import { isSidecar } from '../../../engine/state/sniff.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { tableLocks } from './dynamodb-locks.ts';
import type { AwsSettings } from './settings.ts';

const SUFFIX = '.tflock';
/** A lock holds an id, who and what: some hundred bytes. */
const LOCK_BYTES = 4096;

/**
 * The locks of the S3 backend with `use_lockfile` among listed objects: they lie beside the states, as long as they are held. Since
 * when is S3's word. One that is let go meanwhile is none; one that must not be read is held for nobody knows what.
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

/** States in a bucket, and how it is reached. */
type Place = { bucket: Bucket; name: string; prefix: string; settings: AwsSettings };

/**
 * The locks of Terraform's and OpenTofu's S3 backend on states under a prefix: beside them (`use_lockfile`), and in those tables
 * of DynamoDB that `query` names. Throws `SourceProblem` for the bucket; a table that cannot be read is reported by `unread`.
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
