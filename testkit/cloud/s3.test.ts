import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandInCloud, type StandInCloud } from './start.ts';

function client(url: string, accessKeyId = 'test'): S3Client {
  const credentials = { accessKeyId, secretAccessKey: 'any' };
  return new S3Client({ endpoint: url, region: 'eu-west-1', forcePathStyle: true, credentials, maxAttempts: 1 });
}

let cloud: StandInCloud;
let s3: S3Client;
beforeAll(async () => {
  cloud = await startStandInCloud();
  s3 = client(cloud.url);
  await s3.send(new CreateBucketCommand({ Bucket: 'states' }));
});
afterAll(() => cloud.stop());

const put = (Key: string, Body: string | Buffer | Readable, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'states', Key, Body, ...more }));
const get = (Key: string, more: object = {}) => s3.send(new GetObjectCommand({ Bucket: 'states', Key, ...more }));

describe('objects', () => {
  test('returns objects byte for byte, under any key, with the MD5 as ETag', async () => {
    for (const key of ['a', 'dir/with blank/ü&<>"\'+%.tfstate', '../up', 'a//b', 'env:/prod/x', '$&', '.']) {
      const body = Buffer.from(`content of ${key} \0\r\n`);
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      expect((await put(key, body)).ETag).toBe(etag);
      const got = await get(key);
      expect(Buffer.from(await got.Body!.transformToByteArray())).toEqual(body);
      expect(got).toMatchObject({ ETag: etag, ContentLength: body.length });
    }
  });

  test('accepts an upload as a stream, in chunks with a trailing checksum', async () => {
    const body = Buffer.alloc(300_000, 'stream');
    await put('streamed', Readable.from([body.subarray(0, 100_001), body.subarray(100_001)]), {
      ContentLength: body.length,
    });
    expect(Buffer.from(await (await get('streamed')).Body!.transformToByteArray())).toEqual(body);
  });

  test('reads an object in part', async () => {
    await put('digits', '0123456789');
    const part = async (Range: string) => (await get('digits', { Range })).Body!.transformToString();
    expect(await part('bytes=2-4')).toBe('234');
    expect(await part('bytes=7-')).toBe('789');
    expect(await part('bytes=-3')).toBe('789');
    expect((await get('digits', { Range: 'bytes=0-3' })).ContentRange).toBe('bytes 0-3/10');
    await expect(get('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('removes a deleted object', async () => {
    await put('short-lived', 'x');
    await s3.send(new DeleteObjectCommand({ Bucket: 'states', Key: 'short-lived' }));
    await expect(get('short-lived')).rejects.toMatchObject({ name: 'NoSuchKey' });
    const head = s3.send(new HeadObjectCommand({ Bucket: 'states', Key: 'short-lived' }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('returns no object when the condition does not hold', async () => {
    const { ETag } = await put('conditional', 'x');
    await expect(get('conditional', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    await expect(get('conditional', { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });
});

describe('listing', () => {
  const keys = Array.from({ length: 2345 }, (_, i) => `many/${String(i).padStart(5, '0')}.tfstate`);
  beforeAll(async () => {
    for (let i = 0; i < keys.length; i += 100) await Promise.all(keys.slice(i, i + 100).map((key) => put(key, key)));
  });

  test('pages through a listing of more than 1,000 keys, each once and in order', async () => {
    const seen: (string | undefined)[] = [];
    const pages: (number | undefined)[] = [];
    for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: 'states', Prefix: 'many/' })) {
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      pages.push(page.KeyCount);
    }
    expect(seen).toEqual(keys);
    expect(pages).toEqual([1000, 1000, 345]);
  });

  test('respects max-keys and start-after', async () => {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: 'states', Prefix: 'many/', MaxKeys: 2, StartAfter: 'many/00009.tfstate' }),
    );
    expect(page.Contents?.map(({ Key }) => Key)).toEqual(['many/00010.tfstate', 'many/00011.tfstate']);
    expect(page).toMatchObject({ IsTruncated: true, MaxKeys: 2 });
    expect(page.Contents?.[0]).toMatchObject({ Size: 18, ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
  });

  test('rolls keys up to the delimiter, across pages', async () => {
    for (const key of ['roll/a/1', 'roll/a/2', 'roll/b/1', 'roll/c', 'roll/d&/1']) await put(key, 'x');
    const seen: (string | undefined)[] = [];
    const input = { Bucket: 'states', Prefix: 'roll/', Delimiter: '/' };
    for await (const page of paginateListObjectsV2({ client: s3, pageSize: 1 }, input)) {
      seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
    }
    expect(seen).toEqual(['roll/a/', 'roll/b/', 'roll/c', 'roll/d&/']);
  });

  test('rejects a continuation token that it did not issue', async () => {
    const input = { Bucket: 'states', ContinuationToken: '!!' };
    await expect(s3.send(new ListObjectsV2Command(input))).rejects.toMatchObject({ name: 'InvalidArgument' });
  });
});

describe('buckets', () => {
  test('lists buckets, and finds them by HEAD', async () => {
    const { Buckets } = await s3.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toContain('states');
    await s3.send(new HeadBucketCommand({ Bucket: 'states' }));
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'absent' }))).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('answers NoSuchBucket for a missing bucket', async () => {
    const list = s3.send(new ListObjectsV2Command({ Bucket: 'absent' }));
    await expect(list).rejects.toMatchObject({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } });
    const read = s3.send(new GetObjectCommand({ Bucket: 'absent', Key: 'x' }));
    await expect(read).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  test('rejects a duplicate bucket, and a name that S3 rejects', async () => {
    const create = (Bucket: string) => s3.send(new CreateBucketCommand({ Bucket }));
    await expect(create('states')).rejects.toMatchObject({ name: 'BucketAlreadyOwnedByYou' });
    await expect(create('No_Bucket')).rejects.toMatchObject({ name: 'InvalidBucketName' });
  });
});

test('rejects an unknown access key', async () => {
  const list = client(cloud.url, 'AKIAUNKNOWN').send(new ListBucketsCommand({}));
  await expect(list).rejects.toMatchObject({ name: 'InvalidAccessKeyId', $metadata: { httpStatusCode: 403 } });
  expect((await fetch(`${cloud.url}/states?list-type=2`)).status).toBe(403);
});

test('rejects an upload with a wrong checksum', async () => {
  const upload = put('damaged', 'x', { ChecksumCRC32: 'AAAAAA==' });
  await expect(upload).rejects.toMatchObject({ name: 'BadDigest' });
});

test('answers NotImplemented for a missing operation', async () => {
  const response = await fetch(`${cloud.url}/states/x?acl`, {
    method: 'PUT',
    headers: { authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-1/s3/aws4_request' },
  });
  expect([response.status, await response.text()]).toEqual([501, expect.stringContaining('NotImplemented')]);
});
