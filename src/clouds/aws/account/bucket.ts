import { addAbortSignal, Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { StateBytes, StateObject } from '../../../base/state-source.ts';
import { boundAnswers } from './bounded-answers.ts';
import { bucketProblem, objectProblem, tooLarge } from './bucket-problems.ts';
import { clientOptions } from './client.ts';
import { failureOf } from './problems.ts';
import type { AwsSettings } from './settings.ts';

/** An object in a listing. */
export type ListedObject = StateObject & { modified: Date | undefined };

/** The operations on an S3 bucket that states need. All throw `AwsProblem`, or the signal's reason once it aborts. */
export type Bucket = {
  /** The objects under a prefix, ordered by key, up to 1,000 a page. */
  pages(prefix: string, signal?: AbortSignal): AsyncGenerator<ListedObject[]>;
  /** The first bytes of a non-empty object, as text. */
  head(key: string, bytes: number, signal?: AbortSignal): Promise<string>;
  /** A whole object; throws `too_large` where it has more than `maxBytes`. */
  get(key: string, maxBytes: number, signal?: AbortSignal): Promise<StateBytes>;
  /** The current ETag of an object. */
  etag(key: string, signal?: AbortSignal): Promise<string>;
  /** The region of the requests: the bucket's own, once it has answered. */
  region: () => Promise<string>;
};

/** The bucket's region, which S3 names when a request went to another one: in a header, or in the error's text. */
function regionNamedIn(error: unknown): string | undefined {
  const { $response, Region } = (error ?? {}) as {
    $response?: { headers?: Record<string, string> };
    Region?: unknown;
  };
  const named = $response?.headers?.['x-amz-bucket-region'] ?? Region;
  return typeof named === 'string' && /^[a-z]{2}(-[a-z]+)+-\d$/.test(named) ? named : undefined;
}

type Client = { s3: S3Client; settings: AwsSettings };

/** No state is larger. */
const MAX_OBJECT_BYTES = 256 * 1024 * 1024;

/** With an endpoint, buckets stand in the path: most emulators have no host per bucket. */
function opened(settings: AwsSettings): Client {
  const s3 = new S3Client({ ...clientOptions(settings), forcePathStyle: settings.endpoint !== undefined });
  if (settings.agents) boundAnswers(s3, MAX_OBJECT_BYTES);
  return { s3, settings };
}

/** A client that may succeed where `client` failed: in the bucket's own region, or with renewed credentials. */
async function replacement({ s3, settings }: Client, error: unknown): Promise<Client | undefined> {
  const region = regionNamedIn(error);
  if (region !== undefined && region !== (await s3.config.region())) return opened({ ...settings, region });
  if (typeof settings.credentials !== 'function' || failureOf(error).kind !== 'bad_credentials') return undefined;
  await settings.credentials(await s3.config.credentials());
  return opened(settings);
}

/**
 * Calls S3 in the region of the settings, or in the bucket's own as soon as S3 names it. Repeats a call once with
 * renewed credentials when the old ones have expired.
 */
function persistentClient(settings: AwsSettings): {
  persistently: <T>(call: (client: S3Client) => Promise<T>) => Promise<T>;
  region: () => Promise<string>;
} {
  let current = opened(settings);
  const attempt = async <T>(call: (client: S3Client) => Promise<T>, more: number): Promise<T> => {
    // Another call may replace `current` while this one is pending.
    const client = current;
    try {
      return await call(client.s3);
    } catch (error) {
      const next = more > 0 ? await replacement(client, error) : undefined;
      if (next === undefined) throw error;
      if (current === client) current = next;
      return attempt(call, more - 1);
    }
  };
  return { persistently: (call) => attempt(call, 2), region: () => current.s3.config.region() };
}

/** Decodes a URL-encoded key; XML cannot hold every key. S3 writes a space as `+`, other servers as `%20`. */
function decodeKey(key: string, encoding: string | undefined): string {
  return encoding === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}

/** Reads a body of the announced length without a second copy in memory. */
async function collect(body: Readable, length: number): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (at + chunk.length > bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, at), chunk], 2 * (at + chunk.length));
    else bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.subarray(0, at);
}

/** Opens a bucket. Sends nothing by itself. */
export function openBucket(settings: AwsSettings, name: string): Bucket {
  const { persistently, region } = persistentClient(settings);

  async function page(prefix: string, token: string | undefined, signal: AbortSignal | undefined) {
    const input = { Bucket: name, Prefix: prefix, ContinuationToken: token, EncodingType: 'url' } as const;
    try {
      return await persistently((s3) => s3.send(new ListObjectsV2Command(input), { abortSignal: signal }));
    } catch (error) {
      signal?.throwIfAborted();
      throw bucketProblem(error, settings, name);
    }
  }

  async function get(key: string, range: string | undefined, signal: AbortSignal | undefined) {
    const input = { Bucket: name, Key: key, Range: range };
    return persistently((s3) => s3.send(new GetObjectCommand(input), { abortSignal: signal }));
  }

  return {
    async *pages(prefix, signal) {
      let token: string | undefined;
      do {
        signal?.throwIfAborted();
        const { Contents = [], EncodingType, IsTruncated, NextContinuationToken } = await page(prefix, token, signal);
        yield Contents.map(({ Key = '', Size = 0, ETag = '', LastModified }) => ({
          key: decodeKey(Key, EncodingType),
          size: Size,
          etag: ETag,
          modified: LastModified,
        }));
        token = IsTruncated === true ? NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    async head(key, bytes, signal) {
      try {
        const { Body } = await get(key, `bytes=0-${bytes - 1}`, signal);
        return (await Body?.transformToString()) ?? '';
      } catch (error) {
        signal?.throwIfAborted();
        throw objectProblem(error, settings, name, key);
      }
    },

    async get(key, maxBytes, signal) {
      try {
        const { Body, ContentLength = 0, ETag: etag = '' } = await get(key, undefined, signal);
        if (!(Body instanceof Readable)) return { bytes: new Uint8Array(), etag };
        if (ContentLength > maxBytes) {
          Body.destroy();
          throw tooLarge(key, ContentLength, maxBytes);
        }
        // The SDK heeds the signal only until the response's headers.
        if (signal) addAbortSignal(signal, Body);
        return { bytes: await collect(Body, ContentLength), etag };
      } catch (error) {
        signal?.throwIfAborted();
        throw objectProblem(error, settings, name, key);
      }
    },

    async etag(key, signal) {
      const command = new HeadObjectCommand({ Bucket: name, Key: key });
      try {
        const { ETag = '' } = await persistently((s3) => s3.send(command, { abortSignal: signal }));
        return ETag;
      } catch (error) {
        signal?.throwIfAborted();
        throw objectProblem(error, settings, name, key);
      }
    },

    region,
  };
}
