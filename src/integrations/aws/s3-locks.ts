import { SourceProblem, type StateLock } from '../../base/state-source.ts';
import { isObject } from '../../base/json.ts';
import type { Bucket } from './bucket.ts';

const SUFFIX = '.tflock';
/** A lock holds an id, who and what: some hundred bytes. */
const LOCK_BYTES = 4096;

/**
 * The locks of Terraform's S3 backend (`use_lockfile`): objects beside the states, there as long as they are held. Since when
 * is S3's word. One that is let go meanwhile is none; one that must not be read is held for nobody knows what.
 */
export async function* listLocks(
  bucket: Bucket,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StateLock> {
  for await (const page of bucket.pages(prefix, signal))
    for (const { key, modified } of page) {
      if (!key.endsWith(SUFFIX)) continue;
      const text = await bucket.head(key, LOCK_BYTES, signal).catch((error: unknown) => {
        if (!(error instanceof SourceProblem)) throw error;
        return error.code === 'not_found' ? undefined : '';
      });
      if (text === undefined) continue;
      yield { key: key.slice(0, -SUFFIX.length), since: modified ?? new Date(), operation: operationIn(text) };
    }
}

/** What Terraform wrote into its lock: `{"ID", "Operation", "Info", "Who", "Version", "Created", "Path"}`. */
function operationIn(text: string): string | undefined {
  try {
    const lock: unknown = JSON.parse(text);
    return isObject(lock) && typeof lock.Operation === 'string' ? lock.Operation : undefined;
  } catch {
    return undefined;
  }
}
