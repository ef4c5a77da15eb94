import type { LocksAsked, StateLock } from '../../base/state-source.ts';
import { isSidecar } from '../../engine/state/sniff.ts';
import type { Bucket } from './bucket.ts';
import { tableLocks } from './dynamodb-locks.ts';
import { s3Locks } from './s3-locks.ts';
import type { AwsSettings } from './settings.ts';

/** States in a bucket, and how it is reached. */
type Place = { bucket: Bucket; name: string; prefix: string; settings: AwsSettings };

/**
 * The locks of Terraform's and OpenTofu's S3 backend on states under a prefix: beside them (`use_lockfile`), and in those tables
 * of DynamoDB that are asked about. Throws `SourceProblem` for the bucket; of a table that cannot be read only `asked` is told.
 */
export async function* listLocks(
  { bucket, name, prefix, settings }: Place,
  asked: LocksAsked | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<StateLock> {
  const tables = asked && tableLocks({ settings, bucket: name, region: () => bucket.region() }, asked);
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
