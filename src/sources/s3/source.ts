import { SourceProblem, type SourceProblemCode, type StateSource } from '../../base/state-source.ts';
import { createS3Source } from '../../clouds/aws/account/s3-source.ts';
import type { SourceKind } from '../contract/kind.ts';
import { commonRange, trimmed } from '../shared/names.ts';
import { noCredentials } from '../shared/problems.ts';

/** Advice without AWS's terms: these stores have other policies, and other places for keys. */
const TODO: Partial<Record<SourceProblemCode, string>> = {
  credentials_missing: 'Give an access key that is in force and its secret key, and check the clock of this server.',
  access_denied: 'Allow the key to list the bucket (s3:ListBucket) and to read its objects (s3:GetObject).',
  bucket_not_found: 'Check the name of the bucket and the endpoint.',
  source_unreachable: 'Check the endpoint, the region and that the store runs, then try again.',
};

function inPlainWords(error: unknown, store: string): unknown {
  if (!(error instanceof SourceProblem) || !('detail' in error)) return error;
  const todo = TODO[error.code];
  if (todo === undefined) return error;
  const detail = String(error.detail).replace(/^AWS(?: S3)?\b/, store);
  return new SourceProblem(error.code, `${detail} ${todo}`, { cause: error.cause });
}

/** States in an S3-compatible store, read with keys only: without a role, and nothing of this server's environment. */
export const s3: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { access_key: accessKeyId, secret_key: secretAccessKey } = credentials;
    if (accessKeyId === undefined || secretAccessKey === undefined)
      throw noCredentials('An access key and its secret key are needed, and one of them is missing. Give both.');
    const { endpoint = '', bucket = '', region = 'us-east-1', prefix = '' } = settings;
    const range = commonRange(prefix, narrower);
    const store = new URL(endpoint).host;
    const source = createS3Source({
      region,
      endpoint: trimmed(endpoint),
      credentials: { accessKeyId, secretAccessKey },
      agents: ways.agents,
      bucket,
      prefix: range,
    });
    const failed = (error: unknown): never => {
      throw inPlainWords(error, store);
    };
    async function* plain<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
      if (range === undefined) return;
      try {
        yield* items;
      } catch (error) {
        failed(error);
      }
    }
    return {
      list: (signal) => plain(source.list(signal)),
      read: (key, signal) => source.read(key, signal).catch(failed),
      etag: (key, signal) => source.etag(key, signal).catch(failed),
      // Only AWS has DynamoDB tables; every store may have lock files beside the states.
      locks: (_query, signal) => plain(source.locks?.(undefined, signal) ?? (async function* () {})()),
    };
  },
};
