import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StateSource } from '../../../base/state-source.ts';
import { startStandInCloud, type StandInCloud } from '../../../../testkit/cloud/start.ts';
import { renewing } from './renewing.ts';
import { assumeRole } from './role.ts';
import { createS3Source } from './s3-source.ts';
import { parseS3Url } from './s3-url.ts';
import type { RenewedCredentials } from './settings.ts';

const STATE = '{\n  "version": 4,\n  "terraform_version": "1.15.3",\n  "serial": 1\n}';
const ROLE = 'arn:aws:iam::222222222222:role/other-buckets';
const credentials = { accessKeyId: 'test', secretAccessKey: 'very-secret' };
const region = 'eu-west-1';

let cloud: StandInCloud;
let s3: S3Client;
beforeAll(async () => {
  cloud = await startStandInCloud({ roles: [{ arn: ROLE, externalId: 'x', buckets: ['other'] }] });
  s3 = new S3Client({ endpoint: cloud.url, region, forcePathStyle: true, credentials });
});
afterAll(async () => {
  s3.destroy();
  await cloud.stop();
});

async function fill(bucket: string, objects: Record<string, string>): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  for (const [Key, Body] of Object.entries(objects))
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.from(Body) }));
}

const open = (bucket: string, more: object = {}): StateSource =>
  createS3Source({ bucket, region, endpoint: cloud.url, credentials, ...more });

async function keysOf(source: StateSource, signal?: AbortSignal): Promise<string[]> {
  return (await Array.fromAsync(source.list(signal))).map(({ key }) => key);
}

describe('listing', () => {
  test('continues beyond the first thousand keys, in order, whatever their names', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => `s/${String(i).padStart(4, '0')}${i % 100 ? '.tfstate' : ''}`);
    await fill('many', Object.fromEntries(many.map((key) => [key, STATE])));
    expect(await keysOf(open('many'))).toEqual(many);
  });

  test('reports the locks beside the states, with their contents', async () => {
    await fill('locked', {
      'app.tfstate': STATE,
      'app.tfstate.tflock': '{"ID":"1","Operation":"OperationTypeApply","Who":"ada@laptop"}',
      'net.tfstate.tflock': 'nonsense',
      'z/other.tfstate.tflock': '{"Operation":"OperationTypePlan"}',
    });
    const locksOf = async (more: object = {}) => Array.fromAsync(open('locked', more).locks?.(undefined) ?? []);
    const since = expect.any(Date);
    expect(await locksOf()).toEqual([
      { key: 'app.tfstate', since, operation: 'OperationTypeApply' },
      { key: 'net.tfstate', since, operation: undefined },
      { key: 'z/other.tfstate', since, operation: 'OperationTypePlan' },
    ]);
    expect(await locksOf({ prefix: 'z/' })).toHaveLength(1);
    const [lock] = await locksOf();
    expect(Math.abs(Date.now() - (lock?.since.getTime() ?? 0))).toBeLessThan(3600_000);
  });

  test('recognizes states by name or content, and leaves sidecars out', async () => {
    await fill('mixed', {
      'app.tfstate': STATE,
      'app.tfstate.backup': STATE,
      'app.tfstate.tflock': '{}',
      'broken.tfstate': 'nonsense',
      'empty.tfstate': '',
      empty: '',
      'env:/prod/network': STATE,
      'env:/prod/notes': 'version: 4',
      'ü &+%<"\'.json': STATE,
      'package.json': '{"version":"1.0.0"}',
    });
    expect(await keysOf(open('mixed'))).toEqual([
      'app.tfstate',
      'broken.tfstate',
      'empty.tfstate',
      'env:/prod/network',
      'ü &+%<"\'.json',
    ]);
    expect(await keysOf(open('mixed', { prefix: 'env:/prod/' }))).toEqual(['env:/prod/network']);
  });

  test('stops on abort', async () => {
    await fill('stopped', { 'a.tfstate': STATE });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(keysOf(open('stopped'), signal)).rejects.toThrow('enough');
    await expect(open('stopped').read('a.tfstate', signal)).rejects.toThrow('enough');
  });
});

describe('reading', () => {
  test('returns the bytes of any key', async () => {
    const key = 'env:/a b/ü+%.tfstate';
    await fill('bytes', { [key]: STATE });
    expect(Buffer.from((await open('bytes').read(key)).bytes).toString()).toBe(STATE);
  });

  test('detects changed objects by their ETag', async () => {
    await fill('moving', { 'a.tfstate': STATE });
    const source = open('moving');
    const [listed] = await Array.fromAsync(source.list());
    const { etag } = await source.read('a.tfstate');
    expect([listed?.etag, await source.etag('a.tfstate')]).toEqual([etag, etag]);
    expect(etag).not.toBe('');
    await s3.send(new PutObjectCommand({ Bucket: 'moving', Key: 'a.tfstate', Body: `${STATE} ` }));
    const now = await source.etag('a.tfstate');
    expect(now).not.toBe(etag);
    expect((await source.read('a.tfstate')).etag).toBe(now);
    await expect(source.etag('b.tfstate')).rejects.toMatchObject({ name: 'AwsProblem', code: 'not_found' });
  });

  test('rejects objects that are too large or deleted', async () => {
    await fill('sizes', { 'a.tfstate': STATE });
    await expect(open('sizes', { maxBytes: 10 }).read('a.tfstate')).rejects.toMatchObject({ code: 'too_large' });
    await expect(open('sizes').read('b.tfstate')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('problems with advice', () => {
  test('reports a missing bucket', async () => {
    const problem = { name: 'AwsProblem', code: 'bucket_not_found', message: expect.stringContaining('nowhere') };
    await expect(keysOf(open('nowhere'))).rejects.toMatchObject(problem);
  });

  test('reports a bucket that the role may not read', async () => {
    await fill('closed', { 'a.tfstate': STATE });
    const settings = { region, endpoint: cloud.url, credentials };
    const role = await assumeRole(settings, { roleArn: ROLE, externalId: 'x', sessionName: 'test' });
    const source = open('closed', { credentials: role });
    const list = { code: 'access_denied', message: expect.stringContaining('s3:ListBucket') };
    await expect(keysOf(source)).rejects.toMatchObject(list);
    const get = { code: 'access_denied', message: expect.stringContaining('s3:GetObject') };
    await expect(source.read('a.tfstate')).rejects.toMatchObject(get);
  });

  test('reports unknown credentials without repeating them', async () => {
    const unknown = { accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'very-secret' };
    const error: unknown = await keysOf(open('any', { credentials: unknown })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'credentials_missing' });
    expect(JSON.stringify([String(error), error])).not.toMatch(/very-secret|AKIAUNKNOWN/);
  });

  test('reports an endpoint that nothing listens on', async () => {
    const down = await startStandInCloud();
    await down.stop();
    const problem = { code: 'source_unreachable', message: expect.stringContaining('AWS_ENDPOINT_URL') };
    await expect(keysOf(open('any', { endpoint: down.url }))).rejects.toMatchObject(problem);
  });
});

test('follows a bucket to its region, by several reads at once', async () => {
  await fill('abroad', { 'a.tfstate': STATE });
  const seen: string[] = [];
  // In the wrong region, S3 answers with a redirect that names the right one; the stand-in knows no regions.
  const regional = createServer((request, response) => {
    const asked = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    seen.push(asked);
    if (asked !== 'ap-southeast-2') {
      response.writeHead(301, { 'x-amz-bucket-region': 'ap-southeast-2', 'content-type': 'application/xml' });
      return response.end('<Error><Code>PermanentRedirect</Code><Message>elsewhere</Message></Error>');
    }
    const { authorization = '' } = request.headers;
    void fetch(`${cloud.url}${request.url}`, { headers: { authorization } }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await once(regional.listen(0, '127.0.0.1'), 'listening');
  try {
    const endpoint = `http://127.0.0.1:${(regional.address() as AddressInfo).port}`;
    const source = open('abroad', { endpoint });
    const read = await Promise.all(Array.from({ length: 5 }, () => source.read('a.tfstate')));
    expect(read.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(Array.from({ length: 5 }, () => STATE));
    const before = seen.length;
    expect(await keysOf(source)).toEqual(['a.tfstate']);
    expect(seen.slice(before)).toEqual(['ap-southeast-2']);
  } finally {
    regional.closeAllConnections();
    regional.close();
  }
});

describe('an s3:// URL', () => {
  test.each([
    ['s3://states', { bucket: 'states', prefix: '' }],
    ['s3://states/', { bucket: 'states', prefix: '' }],
    ['s3://my.states-1/env:/prod/', { bucket: 'my.states-1', prefix: 'env:/prod/' }],
  ])('%s names bucket and prefix', (url, expected) => expect(parseS3Url(url)).toEqual(expected));

  test.each(['states', './s3', '/tmp/x.tfstate', 'C:\\x.tfstate'])('%s is none', (text) =>
    expect(parseS3Url(text)).toBeUndefined(),
  );

  test.each(['s3://', 's3:///key', 's3://UPPER/key', 's3://a_b', 'S3://-x'])('%s is refused', (url) =>
    expect(() => parseS3Url(url)).toThrow(expect.objectContaining({ code: 'bucket_not_found' })),
  );
});

test('replaces expired credentials once for each call, and repeats the call', async () => {
  await fill('renewed', { 'a.tfstate': STATE });
  const arn = 'arn:aws:iam::222222222222:role/renewed';
  cloud.registerRole({ arn, externalId: 'x' });
  const request = { roleArn: arn, externalId: 'x', sessionName: 'scan' };
  const role = renewing(() => assumeRole({ region, endpoint: cloud.url, credentials }, request));
  const inForce: RenewedCredentials = (refused) => role.get(({ accessKeyId }) => accessKeyId === refused?.accessKeyId);
  const source = open('renewed', { credentials: inForce });
  expect(await keysOf(source)).toEqual(['a.tfstate']);
  for (let i = 0; i < 2; i++) {
    cloud.expire(arn);
    expect(Buffer.from((await source.read('a.tfstate')).bytes).toString()).toBe(STATE);
  }
  cloud.registerRole({ arn, externalId: 'x', seconds: -60 });
  cloud.expire(arn);
  await expect(source.read('a.tfstate')).rejects.toMatchObject({ code: 'credentials_missing' });
});
