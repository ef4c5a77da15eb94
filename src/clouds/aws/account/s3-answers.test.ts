import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { StateSource } from '../../../base/state-source.ts';
import { createS3Source } from './s3-source.ts';

type Answer = { status: number; body: string; headers?: Record<string, string> };

/** A server with S3's answers in cases that no emulator has. */
async function scripted(answer: (url: URL, headers: IncomingHttpHeaders) => Answer | 'silence') {
  const server = createServer((request, response) => {
    const said = answer(new URL(request.url ?? '/', 'http://s3'), request.headers);
    if (said === 'silence') return;
    response.writeHead(said.status, { 'content-type': 'application/xml', ...said.headers }).end(said.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const refusal = (status: number, code: string, more = ''): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`,
});

function listing(...keys: string[]): Answer {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>9</Size><ETag>"e"</ETag></Contents>`);
  const body = `<EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>${contents.join('')}`;
  return { status: 200, body: `<?xml version="1.0"?><ListBucketResult>${body}</ListBucketResult>` };
}

const isList = (url: URL): boolean => url.searchParams.has('list-type');
const keysOf = async (source: StateSource) => (await Array.fromAsync(source.list())).map(({ key }) => key);

function sourceAt(endpoint: string): StateSource {
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'very-secret' };
  return createS3Source({ bucket: 'states', region: 'us-east-1', endpoint, credentials });
}

test.each([
  [
    'a redirect',
    { ...refusal(301, 'PermanentRedirect'), headers: { 'x-amz-bucket-region': 'eu-west-1' } } satisfies Answer,
  ],
  ['an error', refusal(400, 'AuthorizationHeaderMalformed', '<Region>eu-west-1</Region>')],
])("uses a bucket's own region from then on, once it is named by %s", async (_, elsewhere) => {
  const regions: string[] = [];
  await using s3 = await scripted((url, { authorization }) => {
    const region = authorization?.split('/')[2] ?? '';
    regions.push(region);
    if (region !== 'eu-west-1') return elsewhere;
    return isList(url) ? listing('a.tfstate', 'b+c%2B%C3%BC.tfstate') : { status: 200, body: 'content' };
  });
  const source = sourceAt(s3.url);
  expect(await keysOf(source)).toEqual(['a.tfstate', 'b c+ü.tfstate']);
  expect(Buffer.from((await source.read('a.tfstate')).bytes).toString()).toBe('content');
  expect(regions).toEqual(['us-east-1', 'eu-west-1', 'eu-west-1']);
});

test('lists an unreadable object, and reports the missing permission on reading it', async () => {
  await using s3 = await scripted((url) => {
    if (isList(url)) return listing('archived', 'encrypted');
    return refusal(403, url.pathname.endsWith('archived') ? 'InvalidObjectState' : 'AccessDenied');
  });
  const source = sourceAt(s3.url);
  expect(await keysOf(source)).toEqual(['archived', 'encrypted']);
  const said = (what: string) => ({ code: 'access_denied', hint: expect.stringContaining(what) });
  await expect(source.read('archived')).rejects.toMatchObject(said('Restore'));
  await expect(source.read('encrypted')).rejects.toMatchObject(said('kms:Decrypt'));
});

test('tries an overloaded S3 three times, then reports it as unreachable', async () => {
  let calls = 0;
  await using s3 = await scripted(() => {
    calls += 1;
    return refusal(503, 'SlowDown');
  });
  await expect(keysOf(sourceAt(s3.url))).rejects.toMatchObject({ code: 'source_unreachable' });
  expect(calls).toBe(3);
});

test('repeats nothing of a refused signature', async () => {
  const signed = '<CanonicalRequest>x-amz-security-token:HUSH</CanonicalRequest>';
  await using s3 = await scripted(() => refusal(403, 'SignatureDoesNotMatch', signed));
  const problem = await keysOf(sourceAt(s3.url)).catch((error: unknown) => error as Error);
  expect(problem).toMatchObject({ code: 'credentials_missing' });
  const said = JSON.stringify([problem, String(problem), (problem as Error).cause, (problem as Error).stack]);
  expect(said).not.toMatch(/HUSH|very-secret/);
});

test('ends a wait for a silent S3 with the reason of the signal', async () => {
  const controller = new AbortController();
  await using s3 = await scripted(() => {
    controller.abort(new Error('enough'));
    return 'silence';
  });
  await expect(Array.fromAsync(sourceAt(s3.url).list(controller.signal))).rejects.toThrow('enough');
});

test('ends a stalled read with the reason of the signal', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"version":4');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const source = sourceAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const controller = new AbortController();
    const reading = source.read('a.tfstate', controller.signal);
    await once(server, 'request');
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
