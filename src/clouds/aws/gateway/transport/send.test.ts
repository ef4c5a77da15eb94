import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../../testkit/tmp.ts';
import { UpstreamError } from '../call/errors.ts';
import type { CloudRequest } from '../call/types.ts';
import { createAuthority } from './authority.ts';
import { createSend, placeOf, SEND_LIMITS, type Send } from './send.ts';
import { createOutboundAgents, type OutboundAgents } from './outbound-agents.ts';

/** The reaction of the other end to a request. */
type Fault = (socket: Socket, requests: number) => void;

let fault: Fault;
let requests = 0;
/** The TCP socket below TLS of the last accepted connection. */
let underneath: Socket;
const sockets = new Set<Socket>();
const hear = (socket: Socket): void => {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', () => fault(socket, ++requests));
};
const listen = async (server: Server): Promise<number> => {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    underneath = socket;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const authority = createAuthority();
const plain = createServer(hear);
const secure = createTlsServer(authority.server('localhost'), hear);
const misnamed = createTlsServer(authority.server('elsewhere.example'), hear);
const unknown = createTlsServer(createAuthority().server('localhost'), hear);
const mute = createServer(() => undefined);
const servers = { plain, secure, misnamed, unknown, mute };
type Name = keyof typeof servers;
const ports = {} as Record<Name, number>;

let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
/** `patient` waits long enough for a busy machine; `impatient` is for answers that never come. */
let [way, patient, impatient]: [OutboundAgents, Send, Send] = [] as never;
beforeAll(async () => {
  dir = await temporaryDirectory();
  const bundle = join(dir.path, 'ca.pem');
  await writeFile(bundle, authority.certificate);
  for (const [name, server] of Object.entries(servers)) ports[name as Name] = await listen(server);
  way = createOutboundAgents({ AWS_CA_BUNDLE: bundle });
  patient = createSend(way, { ...SEND_LIMITS, heldBytes: 1000 });
  impatient = createSend(way, { connectMs: 400, silenceMs: 150, wholeMs: 400, heldBytes: 1000 });
});
afterEach(() => {
  requests = 0;
});
afterAll(async () => {
  way.close();
  for (const socket of sockets) socket.destroy();
  for (const server of Object.values(servers)) server.close();
  await dir[Symbol.asyncDispose]();
});

const request: CloudRequest = {
  method: 'GET',
  host: 'sts.amazonaws.com',
  target: '/',
  headers: {},
  body: Buffer.alloc(0),
};
const endpointOf = (name: Name): string =>
  name === 'plain' ? `http://127.0.0.1:${ports.plain}` : `https://localhost:${ports[name]}`;
const ask = (name: Name, change: Partial<CloudRequest> = {}, signal = new AbortController().signal, send = patient) =>
  send(
    {
      request: { ...request, ...change },
      headers: { host: request.host },
      place: placeOf(request.host, endpointOf(name)),
    },
    signal,
  );
/** The kind of error for a fault, or the complete answer. */
const outcome = async (name: Name, change: Partial<CloudRequest> = {}, send = patient): Promise<string> => {
  try {
    const { status, body } = await ask(name, change, undefined, send);
    return `${status} ${(Buffer.isBuffer(body) ? body : await buffer(body)).toString().slice(0, 20)}`;
  } catch (error) {
    return error instanceof UpstreamError ? error.kind : `another error: ${String(error)}`;
  }
};

const dribble =
  (text: string): Fault =>
  (socket) => {
    const timer = setInterval(() => {
      if (!socket.writable) clearInterval(timer);
      else socket.write(text);
    }, 40).unref();
  };
const say =
  (text: string): Fault =>
  (socket) =>
    void socket.write(text);
const sayAndEnd =
  (text: string): Fault =>
  (socket) =>
    void socket.end(text);
const sayAndReset =
  (text: string): Fault =>
  (socket) =>
    void socket.write(text, () => underneath.resetAndDestroy());
const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const long = 'x'.repeat(5000);

const FAULTS: [what: string, fault: Fault, kind: string][] = [
  ['resets the connection', sayAndReset(''), 'unreachable'],
  ['closes it without a word', sayAndEnd(''), 'unreachable'],
  ['closes it within the head', sayAndEnd('HTTP/1.1 200 O'), 'unreachable'],
  ['says nothing', () => undefined, 'timeout'],
  ['sends its head a bit at a time, for ever', dribble('X-A: b\r\n'), 'broken'],
  ['sends its head slowly', (socket, n) => (say(OK)(socket, n), dribble('X-A: b\r\n')(socket, n)), 'timeout'],
  [
    'sends its body a bit at a time, for ever',
    (socket, n) => (say(`${OK}Content-Length: 900\r\n\r\n`)(socket, n), dribble('x')(socket, n)),
    'timeout',
  ],
  ['stops within the body', say(`${OK}Content-Length: 9\r\n\r\n1234`), 'timeout'],
  ['ends within a body of a known length', sayAndEnd(`${OK}Content-Length: 9\r\n\r\n1234`), 'broken'],
  ['resets within a body', sayAndReset(`${OK}Content-Length: 9\r\n\r\n1234`), 'broken|unreachable'],
  ['ends between chunks', sayAndEnd(`${CHUNKED}4\r\n1234\r\n`), 'broken'],
  ['ends within a chunk', sayAndEnd(`${CHUNKED}9\r\n1234`), 'broken'],
  ['ends within a long body', sayAndEnd(`${OK}Content-Length: 9000\r\n\r\n${long}`), 'broken'],
  ['ends a long body between chunks', sayAndEnd(`${CHUNKED}1388\r\n${long}\r\n`), 'broken'],
  ['stops within a long body', say(`${OK}Content-Length: 9000\r\n\r\n${long}`), 'timeout'],
  ['talks of something else', sayAndEnd('220 mail.example ESMTP\r\n'), 'broken'],
  ['has a chunk of no size', sayAndEnd(`${CHUNKED}zz\r\n`), 'broken'],
  ['has no end of headers', sayAndEnd(`${OK}${`X-A: ${'b'.repeat(1000)}\r\n`.repeat(40)}\r\n`), 'broken'],
  ['gives two lengths', sayAndEnd(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`), 'broken'],
  ['is in trouble', sayAndEnd('HTTP/1.1 503 Slow Down\r\nContent-Length: 4\r\n\r\nslow'), '503 slow'],
  ['is well', sayAndEnd(`${OK}Content-Length: 4\r\n\r\nfine`), '200 fine'],
  ['is well at length', sayAndEnd(`${CHUNKED}1388\r\n${long}\r\n0\r\n\r\n`), '200 xxxxxxxxxxxxxxxxxxxx'],
];

describe.each(['plain', 'secure'] as const)('of a cloud that (%s)', (name) => {
  test.each(FAULTS)('%s', async (_what, does, expected) => {
    fault = does;
    expect(expected.split('|')).toContain(await outcome(name, {}, expected === 'timeout' ? impatient : patient));
  });
});

test('rejects a body whose end is the end of the connection, where the cloud itself is asked', async () => {
  fault = sayAndEnd(`${OK}\r\nabc`);
  expect(await outcome('secure')).toBe('broken');
  expect(await outcome('plain')).toBe('200 abc');
  fault = sayAndEnd(`${OK}\r\n`);
  expect(await outcome('secure', { method: 'HEAD' })).toBe('200 ');
});

describe('a connection', () => {
  test('fails when nothing listens', async () => {
    const free = createServer();
    const port = await listen(free);
    free.close();
    await once(free, 'close');
    ports.mute = port;
    expect(await outcome('mute')).toBe('unreachable');
  });

  test.each(['misnamed', 'unknown'] as const)('fails on an invalid certificate (%s)', async (name) => {
    fault = say(`${OK}Content-Length: 0\r\n\r\n`);
    await expect(ask(name)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('AWS_CA_BUNDLE'),
    });
    expect(requests).toBe(0);
  });

  test('fails without TLS', async () => {
    fault = sayAndEnd('HTTP/1.1 400 Bad Request\r\n\r\n');
    ports.mute = ports.plain;
    expect(await outcome('mute')).toBe('unreachable');
  });

  test('times out when the handshake never ends', async () => {
    ports.mute = (mute.address() as AddressInfo).port;
    expect(await outcome('mute', {}, impatient)).toBe('timeout');
  });

  test('retries on a new connection when a kept one was closed', async () => {
    const used = new Map<Socket, number>();
    fault = (socket) => {
      used.set(socket, (used.get(socket) ?? 0) + 1);
      if (used.get(socket) === 1) socket.write(`${OK}Content-Length: 4\r\n\r\nfine`);
      else socket.destroy();
    };
    for (let i = 0; i < 3; i++) expect(await outcome('plain')).toBe('200 fine');
    expect([...used.values()]).toEqual([2, 2, 1]);
  });
});

test('ends an aborted call with the reason, and closes its connection', async () => {
  const { promise: heard, resolve } = Promise.withResolvers<Socket>();
  fault = resolve;
  const gone = new AbortController();
  const asked = ask('plain', {}, gone.signal);
  const socket = await heard;
  const closed = once(socket, 'close');
  gone.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  await closed;
  await expect(ask('plain', {}, gone.signal)).rejects.toThrow('gone');
});

test('closes the connection of a long body that is no longer read', async () => {
  const { promise: heard, resolve } = Promise.withResolvers<Socket>();
  fault = (socket) => {
    resolve(socket);
    socket.write(`${OK}Content-Length: 9000\r\n\r\n${long}`);
  };
  const { body } = await ask('plain');
  const closed = once(await heard, 'close');
  (body as Readable).destroy();
  expect(await closed).toBeDefined();
});

test("sends to the endpoint in place of the host, and checks the endpoint's certificate", () => {
  expect(placeOf('sts.amazonaws.com', undefined)).toEqual({
    protocol: 'https:',
    hostname: 'sts.amazonaws.com',
    port: 443,
    host: 'sts.amazonaws.com',
  });
  expect(placeOf('x.amazonaws.com:8443', undefined)).toMatchObject({ port: 8443 });
  const endpoint = 'https://vpce-1.sts.eu-west-1.vpce.amazonaws.com';
  expect(placeOf('sts.amazonaws.com', endpoint)).toEqual({
    protocol: 'https:',
    hostname: new URL(endpoint).hostname,
    port: 443,
    host: new URL(endpoint).hostname,
  });
  expect(placeOf('sts.amazonaws.com', 'http://127.0.0.1:4566')).toEqual({
    protocol: 'http:',
    hostname: '127.0.0.1',
    port: 4566,
    host: '127.0.0.1:4566',
  });
});

test('keeps the bucket or account that a request names in its host before that of an endpoint', () => {
  const [request, endpoint] = ['acme.s3.amazonaws.com', 'http://emulator.test:4566'];
  expect(placeOf(request, endpoint, 'acme')).toMatchObject({
    hostname: 'emulator.test',
    host: 'acme.emulator.test:4566',
  });
  expect(placeOf(request, undefined, 'acme').host).toBe(request);
});

test('uses our proxy for the cloud, but not for an endpoint on this machine', async () => {
  const asked: string[] = [];
  const proxy = createServer((socket) => {
    socket.once('data', (first: Buffer) => {
      asked.push(first.toString('latin1').split(' ').slice(0, 2).join(' '));
      const behind = connect(ports.secure, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(behind).pipe(socket);
      });
      behind.on('error', () => socket.destroy());
    });
    socket.on('error', () => undefined);
  });
  const url = `http://127.0.0.1:${await listen(proxy)}`;
  const own = createOutboundAgents({ AWS_CA_BUNDLE: join(dir.path, 'ca.pem'), HTTPS_PROXY: url, HTTP_PROXY: url });
  const through = createSend(own, SEND_LIMITS);
  const { signal } = new AbortController();
  fault = sayAndEnd(`${OK}Content-Length: 4\r\n\r\nfine`);
  const sending = (endpoint: string) => ({
    request,
    headers: { host: request.host },
    place: placeOf(request.host, endpoint),
  });
  expect(await through(sending('https://localhost:8443'), signal)).toMatchObject({ status: 200 });
  expect(asked).toEqual(['CONNECT localhost:8443']);
  expect(await through(sending(endpointOf('plain')), signal)).toMatchObject({ status: 200 });
  expect(asked).toHaveLength(1);
  own.close();
  proxy.close();
});
