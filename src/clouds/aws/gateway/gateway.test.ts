import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectThrough, dummySignature, tunnel, type HostConnection } from '../../../../testkit/gateway-client.ts';
import { sendRaw } from '../../../../testkit/raw-http.ts';
import { temporaryDirectory } from '../../../../testkit/tmp.ts';
import { createGateway, type Classify } from './gateway.ts';
import { signedHeaders } from './sign/sign.ts';
import type { CloudCredentials, CloudRequest, Gateway, NoCredentials, SessionHandle, Session } from './call/types.ts';
import type { ProviderProxy } from '../../tunnel/provider-proxy.ts';

const REAL = { accessKeyId: 'AKIAREALREALREALREAL', secretAccessKey: 'canary-secret', sessionToken: 'canary-token' };
const HOST = 'sts.us-east-1.amazonaws.com';

type Seen = { method: string; target: string; headers: IncomingMessage['headers']; body: string };
type Behaviour = (seen: Seen, response: ServerResponse) => void;

let [seen, counted]: [Seen[], string[]] = [[], []];
const usual: Behaviour = ({ method, target, body }, response) => void response.end(`${method} ${target} ${body}`);
let behave = usual;
const cloud = createServer((message, response) => {
  void buffer(message).then((body) => {
    const { method = '', url: target = '', headers } = message;
    const one = { method, target, headers, body: body.toString() };
    seen.push(one);
    behave(one, response);
  });
});

/** Ignores kinds of operations and their hosts, which do not matter here. */
const byName: Classify = ({ method, body }, { service }) => {
  const name = new URLSearchParams(body.toString()).get('Action') ?? method;
  return { service, name, kind: 'read', protocol: 'query', permissions: [] };
};
const isAws = (host: string): boolean => host.endsWith('.amazonaws.com');

let credentials: Session['credentials'];
let [gateway, proxy, session]: [Gateway, ProviderProxy, SessionHandle] = [] as never;
const analysis = {};
let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  cloud.listen(0, '127.0.0.1');
  await once(cloud, 'listening');
  dir = await temporaryDirectory();
  gateway = createGateway({ stages: [], limits: { heldBytes: 1024 ** 2 }, classify: byName, isCloudHost: isAws });
  proxy = await gateway.openProxy(dir.path);
  session = gateway.session({
    by: analysis,
    account: '123456789012',
    credentials: (refused) => credentials(refused),
    endpoint: `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`,
    secretValues: false,
    counter: {
      count: ({ action, region }, what) => void counted.push(`${action.service} ${action.name} ${region} ${what}`),
    },
  });
});
beforeEach(() => {
  [seen, counted, behave] = [[], [], usual];
  credentials = async () => REAL;
});
afterAll(async () => {
  await gateway.close();
  cloud.closeAllConnections();
  cloud.close();
  await dir[Symbol.asyncDispose]();
});

beforeEach(() => proxy.admit(session.credentials.accessKeyId));

const sign = (service: string) => ({ authorization: dummySignature(session.credentials.accessKeyId, service) });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const identity = { method: 'POST', headers: {}, body: 'Action=GetCallerIdentity' };
const asked = () => ({ ...identity, headers: { ...form, ...sign('sts') } });

describe.each(['http/1.1', 'h2'] as const)('over %s', (alpn) => {
  let host: HostConnection;
  beforeAll(async () => {
    host = await connectThrough(proxy.env, HOST, { alpn });
  });

  test('passes requests on unchanged but for the signature, over one connection', async () => {
    for (const target of ['/?b=1&a=%2F', '/x%20y'])
      expect(
        await host.ask({
          ...identity,
          target,
          headers: { ...form, ...sign('sts'), 'x-amz-date': 'old', te: 'trailers' },
        }),
      ).toMatchObject({
        status: 200,
        body: Buffer.from(`POST ${target} Action=GetCallerIdentity`),
      });
    const { headers } = seen[0]!;
    expect(headers).toMatchObject({ 'x-amz-security-token': 'canary-token', 'content-length': '24' });
    expect(headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/);
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAREALREALREALREAL\/\d{8}\/us-east-1\/sts\/aws4_request, /,
    );
    expect(headers.te).toBeUndefined();
    expect(counted).toEqual(Array.from({ length: 2 }, () => 'sts GetCallerIdentity us-east-1 calls'));
  });

  test('answers HEAD with the length of the body and without it', async () => {
    behave = (_, response) => void response.writeHead(200, { 'content-length': '12345', 'x-amz-meta-a': 'b' }).end();
    const answer = await host.ask({ method: 'HEAD', target: '/k', headers: sign('s3') });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-length': '12345', 'x-amz-meta-a': 'b' },
      body: Buffer.alloc(0),
    });
  });

  test('passes a body on whole that is too long to be held', async () => {
    const long = Buffer.alloc(12 * 1024 ** 2, 'plumb');
    behave = (_, response) => void Readable.from([long.subarray(0, 1000), long.subarray(1000)]).pipe(response);
    const { body } = await host.ask({ headers: sign('s3') });
    expect(createHash('sha256').update(body).digest('hex')).toBe(createHash('sha256').update(long).digest('hex'));
  });

  test("breaks off the answer when the cloud's answer breaks off", async () => {
    // The body is larger than the limit for held answers, so its start is already being sent.
    behave = (_, response) =>
      void response
        .writeHead(200, { 'content-length': String(30 * 1024 ** 2) })
        .write(Buffer.alloc(20 * 1024 ** 2), () => response.destroy());
    const other = await connectThrough(proxy.env, HOST, { alpn });
    await expect(other.ask({ headers: sign('s3') })).rejects.toThrow(/aborted|terminated|closed|reset|Stream/i);
  });

  test('ends the call of a client that disconnects', async () => {
    const gone = Promise.withResolvers<void>();
    const there = Promise.withResolvers<void>();
    behave = (_, response) => {
      response.once('close', gone.resolve);
      there.resolve();
    };
    const other = await connectThrough(proxy.env, HOST, { alpn });
    other.ask({ headers: sign('s3') }).catch(() => undefined);
    await there.promise;
    other.close();
    await gone.promise;
    expect(seen).toHaveLength(1);
  });

  test('ends the calls of a proxy when it is closed', async () => {
    const [gone, there] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    behave = (_, response) => {
      response.once('close', gone.resolve);
      there.resolve();
    };
    await using own = await temporaryDirectory();
    const another = await gateway.openProxy(own.path);
    another.admit(session.credentials.accessKeyId);
    const other = await connectThrough(another.env, HOST, { alpn });
    other.ask({ headers: sign('s3') }).catch(() => undefined);
    await there.promise;
    await another.close();
    const ended = gone.promise.then(() => 'ended');
    expect(await Promise.race([ended, sleep(5_000, 'still waits', { ref: false })])).toBe('ended');
  });

  test('refuses a request that is larger than any read', async () => {
    const other = await connectThrough(proxy.env, HOST, { alpn });
    const answer = await other
      .ask({ method: 'POST', headers: sign('sts'), body: Buffer.alloc(5 * 1024 ** 2) })
      .catch(() => undefined);
    expect([413, undefined]).toContain(answer?.status);
    expect(seen).toEqual([]);
  });

  test.each([
    ['has no signature', {}, '/', 'not signed in its header'],
    ['has one of version 2', { authorization: 'AWS AKIAX:abc=' }, '/', 'not signed in its header'],
    [
      'is presigned',
      {},
      '/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a&X-Amz-Signature=b',
      'not signed in its header',
    ],
    ['is presigned and signed', 'own', '/k?x-amz%2dsignature=b', 'not signed in its header'],
    [
      'comes with a key of nobody',
      { authorization: dummySignature('AKIANOBODY', 's3') },
      '/',
      'stands for no analysis',
    ],
  ])('refuses a request that %s', async (_, headers, target, why) => {
    const answer = await host.ask({
      target,
      headers: headers === 'own' ? sign('s3') : (headers as Record<string, string>),
    });
    expect(answer.status).toBe(403);
    expect(answer.body.toString()).toContain('PlumblineRefused');
    expect(answer.body.toString()).toContain(why);
    expect(seen).toEqual([]);
  });

  test('refuses an endpoint that it does not know, says so, and counts it', async () => {
    const other = await connectThrough(proxy.env, 'amazonaws.com.example.org', { alpn });
    const answer = await other.ask(asked());
    expect([answer.status, answer.body.toString()]).toEqual([
      403,
      expect.stringMatching(/PlumblineUnknownEndpoint.*it does not know the endpoint amazonaws\.com\.example\.org\./s),
    ]);
    expect(counted).toEqual(['sts GetCallerIdentity us-east-1 refused']);
    expect(seen).toEqual([]);
  });

  test('records a refused call as unanswered, so that no deletion is inferred from it', async () => {
    const other = await connectThrough(proxy.env, 'amazonaws.com.example.org', { alpn });
    const since = performance.now();
    const answer = await other.ask({ method: 'HEAD', target: '/acme', headers: sign('s3') });
    expect(answer.status).toBe(403);
    expect(session.cloud.about(['acme'], since)).toContain('PlumblineUnknownEndpoint');
  });

  test('refuses another host in the header than in the tunnel', async () => {
    const other = await connectThrough(proxy.env, HOST, { alpn: 'http/1.1' });
    const answer = await other.ask({ headers: { host: 'iam.amazonaws.com', ...sign('iam') } });
    expect([answer.status, seen]).toEqual([421, []]);
  });
});

test('names an endpoint by its own host, which the signature covers, and signs for the region that was asked for', async () => {
  const { port } = cloud.address() as AddressInfo;
  const host = await connectThrough(proxy.env, HOST);
  await host.ask(asked());
  const [{ headers }] = seen as [(typeof seen)[number]];
  expect(headers.host).toBe(`127.0.0.1:${port}`);
  const signedAt = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
  const request: CloudRequest = {
    method: 'POST',
    host: `127.0.0.1:${port}`,
    target: '/',
    headers: { ...form, 'accept-encoding': 'identity' },
    body: Buffer.from(identity.body),
  };
  const scope = { service: 'sts', region: 'us-east-1' };
  const { authorization } = await signedHeaders(request, scope, REAL, new Date(signedAt));
  expect(headers.authorization).toBe(authorization);
  expect(authorization).toContain('SignedHeaders=content-type;host;');
});

describe('access to the proxy', () => {
  test('rejects clients without the password', async () => {
    const wrong = `Basic ${Buffer.from('plumbline:x').toString('base64')}`;
    for (const authorization of [wrong, '', 'Bearer x']) expect(await tunnel(proxy.env, HOST, authorization)).toBe(407);
  });

  test('rejects a TLS handshake for another name, or for none', async () => {
    await expect(connectThrough(proxy.env, HOST, { servername: 'iam.amazonaws.com' })).rejects.toThrow(
      /disconnected|reset|hang up|alert/,
    );
    const unnamed = await connectThrough(proxy.env, HOST, { servername: '' }).catch(() => undefined);
    expect((await unnamed?.ask({ headers: sign('sts') }))?.status ?? 421).toBe(421);
  });

  test('rejects requests other than a tunnel to a host', async () => {
    const { port, username, password } = new URL(proxy.env.HTTPS_PROXY!);
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    const answer = async (bytes: string) => (await sendRaw(Number(port), bytes)).whole.slice(0, 12);
    const head = `Host: x\r\nProxy-Authorization: Basic ${basic}\r\nConnection: close\r\n\r\n`;
    expect(await answer(`GET http://169.254.169.254/latest/ HTTP/1.1\r\n${head}`)).toBe('HTTP/1.1 403');
    for (const target of ['x', '[::1]:443', 'a b:443', 'x:999999', '-:443'])
      expect(['', 'HTTP/1.1 400']).toContain(await answer(`CONNECT ${target} HTTP/1.1\r\n${head}`));
    expect(seen).toEqual([]);
  });
});

describe('credentials', () => {
  let host: HostConnection;
  beforeAll(async () => {
    host = await connectThrough(proxy.env, HOST);
  });
  const error = (response: ServerResponse, status: number, code: string, date = new Date()): void =>
    void response
      .writeHead(status, { 'content-type': 'text/xml', date: date.toUTCString() })
      .end(`<ErrorResponse><Error><Code>${code}</Code><Message>m</Message></Error></ErrorResponse>`);
  const ask = () => host.ask(asked());
  const keys = () => seen.map(({ headers }) => /Credential=(\w+)/.exec(headers.authorization ?? '')?.[1]);

  test('renews expired credentials once and repeats the call', async () => {
    const asked: (string | undefined)[] = [];
    const given = ['FIRST', 'SECOND', 'THIRD'].map((accessKeyId) => ({ ...REAL, accessKeyId }));
    credentials = async (refused) => {
      asked.push(refused?.accessKeyId);
      return given.find(
        ({ accessKeyId }) => refused === undefined || accessKeyId > refused.accessKeyId,
      ) as CloudCredentials;
    };
    behave = (one, response) =>
      one.headers.authorization?.includes('FIRST') ? error(response, 403, 'ExpiredToken') : usual(one, response);
    expect((await ask()).status).toBe(200);
    behave = (_, response) => error(response, 403, 'ExpiredToken');
    expect((await ask()).body.toString()).toContain('ExpiredToken');
    expect(keys()).toEqual(['FIRST', 'SECOND', 'FIRST', 'SECOND']);
    expect(asked).toEqual([undefined, 'FIRST', undefined, 'FIRST']);
  });

  test('renews credentials when an answer without a body may mean that they expired', async () => {
    const renewed = { ...REAL, accessKeyId: 'SECOND' };
    credentials = async (refused) => (refused ? renewed : { ...REAL, accessKeyId: 'FIRST' });
    behave = (one, response) =>
      void response
        .writeHead(one.headers.authorization?.includes('FIRST') ? 400 : 200, { 'content-length': '0' })
        .end();
    expect((await host.ask({ method: 'HEAD', headers: sign('s3') })).status).toBe(200);
    expect(keys()).toEqual(['FIRST', 'SECOND']);
  });

  test('answers with the reason when there are no credentials any more', async () => {
    credentials = async (): Promise<NoCredentials> => ({
      reason: 'credentials_expired',
      detail: 'The role is <gone>.',
    });
    const answer = await ask();
    expect([answer.status, answer.body.toString()]).toEqual([
      403,
      expect.stringMatching(/<Code>PlumblineCredentials<\/Code><Message>The role is &lt;gone&gt;\.<\/Message>/),
    ]);
    expect([seen, counted]).toEqual([[], ['sts GetCallerIdentity us-east-1 failed']]);
  });

  test("signs again with the cloud's time when this machine's clock is wrong", async () => {
    const now = new Date(Date.now() + 3_600_000);
    behave = (one, response) => {
      const [, y, mo, d, h, mi] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/
        .exec(String(one.headers['x-amz-date']))!
        .map(Number);
      const signedAt = Date.UTC(y!, mo! - 1, d, h, mi);
      if (Math.abs(signedAt - now.getTime()) > 300_000) error(response, 403, 'RequestTimeTooSkewed', now);
      else usual(one, response);
    };
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status, seen.length]).toEqual([200, 200, 3]);
  });
});

describe('a session', () => {
  const wanted = {
    account: 'a',
    credentials: async () => REAL,
    endpoint: undefined,
    secretValues: false,
    counter: { count: () => undefined },
  };

  test('returns the same session for the same analysis and account, and another for others', () => {
    const by = {};
    const open = gateway.session({ ...wanted, by });
    expect(gateway.session({ ...wanted, by })).toBe(open);
    const others = [gateway.session({ ...wanted, by, account: 'b' }), gateway.session({ ...wanted, by: {} })];
    const keys = [open, ...others].map(({ credentials: { accessKeyId } }) => accessKeyId);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^AKIA[A-Z2-7]{16}$/);
  });

  test('invalidates the sessions of an analysis that ended', async () => {
    const [by, another] = [{}, {}];
    const endpoint = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`;
    const keys = [by, another].map((one) => gateway.session({ ...wanted, endpoint, by: one }).credentials.accessKeyId);
    const host = await connectThrough(proxy.env, HOST);
    const answer = async (admitted: string) => {
      proxy.admit(admitted);
      const asked = keys.map((key) => host.ask({ headers: { authorization: dummySignature(key, 's3') } }));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const [first = '', second = ''] = keys;
    // A process is served for its own session only, whatever other keys it has obtained.
    expect(await answer(first)).toEqual([200, 403]);
    expect(await answer(second)).toEqual([403, 200]);
    gateway.end(by);
    expect(await answer(first)).toEqual([403, 403]);
    expect(await answer(second)).toEqual([403, 200]);
  });

  test('rejects a session that the process was not admitted for', async () => {
    await using other = await temporaryDirectory();
    const unused = await gateway.openProxy(other.path);
    const host = await connectThrough(unused.env, HOST);
    expect(await host.ask({ headers: sign('s3') })).toMatchObject({ status: 403 });
    await unused.close();
  });
});

test('bounds the memory of unfinished requests, and answers others once they are gone', async () => {
  const head = `POST / HTTP/1.1\r\nhost: ${HOST}\r\ncontent-length: ${4 * 1024 ** 2}\r\n\r\n`;
  const most = Buffer.alloc(4 * 1024 ** 2 - 1);
  const all = await Promise.all(Array.from({ length: 18 }, () => connectThrough(proxy.env, HOST)));
  await Promise.race(
    all.map(async ({ socket }) => {
      const turnedAway = new Promise((done) => socket.once('close', done));
      socket.write(head);
      socket.write(most);
      await turnedAway;
    }),
  );
  const closed = all.map(({ socket }) =>
    socket.closed ? Promise.resolve() : new Promise((done) => socket.once('close', done)),
  );
  for (const one of all) one.close();
  await Promise.all(closed);
  await expect
    .poll(async () => {
      const host = await connectThrough(proxy.env, HOST);
      const answer = await host.ask(asked()).catch(() => undefined);
      host.close();
      return answer?.status;
    })
    .toBe(200);
});

test('removes the signing credentials from an error that repeats them', async () => {
  const host = await connectThrough(proxy.env, HOST);
  const real = { ...REAL, sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE0TOKEN//+=' };
  credentials = async () => real;
  behave = ({ headers }, response) =>
    void response
      .writeHead(403)
      .end(
        `<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>${real.accessKeyId}</AWSAccessKeyId><CanonicalRequest>` +
          `x-amz-security-token:${headers['x-amz-security-token']?.toString().replaceAll('/', '&#47;')}</CanonicalRequest></Error>`,
      );
  const answer = (await host.ask(asked())).body.toString();
  expect(answer).toContain('<Code>SignatureDoesNotMatch</Code>');
  for (const secret of [real.accessKeyId, 'EXAMPLE0TOKEN']) expect(answer).not.toContain(secret);
  behave = (_, response) => void response.writeHead(400).end('<Error><Code>InvalidParameterValue</Code></Error>');
  expect((await host.ask(asked())).body.toString()).toBe('<Error><Code>InvalidParameterValue</Code></Error>');
});

test('answers without credentials, whatever goes wrong', async () => {
  const host = await connectThrough(proxy.env, HOST);
  const answer: string[] = [];
  const quote: Behaviour = ({ headers }, response) =>
    void response
      .writeHead(500)
      .end(`Should have been: x-amz-security-token:${String(headers['x-amz-security-token'])}`);
  const wrong: Behaviour[] = [
    quote,
    (_, response) => void response.destroy(),
    (_, response) => void response.writeHead(500).end(),
    (_, response) => void response.socket?.end('nonsense\r\n\r\n'),
  ];
  for (behave of wrong) {
    const { status, headers, body } = await host.ask(asked());
    expect(status).toBeGreaterThanOrEqual(500);
    answer.push(JSON.stringify([headers, body.toString()]));
  }
  expect(answer[0]).toContain('repeats credentials');
  for (const secret of [...Object.values(REAL), 'Signature=', session.credentials.secretAccessKey])
    expect(answer.join('\n')).not.toContain(secret);
});
