import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { certificatePem, serverCertificate } from '../../../testkit/plugin/certificate.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { createClientCertificate } from '../launch/handshake.ts';
import { CALL_STATUS } from '../protocol/errors.ts';
import type { Rpc } from '../protocol/definitions.ts';
import { connectGrpc, type GrpcClient } from './grpc.ts';
import { framed } from './grpc-messages.ts';

const RPC: Rpc = {
  path: '/test.Test/List',
  requestSerialize: () => Buffer.alloc(0),
  responseDeserialize: (bytes) => ({ text: bytes.toString() }),
};
const WHOLE = framed(Buffer.from('one'));
const { INTERNAL, UNKNOWN, DEADLINE_EXCEEDED } = CALL_STATUS;

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

const own = serverCertificate();
const pem = certificatePem(own.certificate);
const { certificate: clientCertificate, key: clientKey } = createClientCertificate();

/** A client of a server that listens in the way of `listen`. */
async function clientOf(listen: (socket: string, ready: () => void) => { close(): unknown }): Promise<GrpcClient> {
  const directory = stack.use(await temporaryDirectory());
  const socket = join(directory.path, 'socket');
  await new Promise<void>((ready) => {
    const server = listen(socket, ready);
    stack.defer(() => void server.close());
  });
  const client = connectGrpc({ socket, serverCertificate: pem, clientCertificate, clientKey, maxMessageBytes: 1_000 });
  stack.defer(() => client.destroy());
  return client;
}

function http2Server(answer: (stream: ServerHttp2Stream) => void, maxConcurrentStreams = 100): Http2SecureServer {
  const server = createSecureServer({ key: own.key, cert: pem, settings: { maxConcurrentStreams } });
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    answer(stream);
  });
  return server;
}

/** The outcomes of a call with one answer and one with several. */
const both = (client: GrpcClient, deadlineMs: number) =>
  Promise.allSettled([
    new Promise((done, fail) => {
      client.unary(RPC, {}, deadlineMs, (error, answer) => (error ? fail(error) : done(answer)));
    }),
    Array.fromAsync(client.stream(RPC, {}, deadlineMs).answers),
  ]);

const failed = (code: number) => ({ status: 'rejected', reason: { code } });

test.each([
  ['never greets', (socket: string, ready: () => void) => createServer(() => undefined).listen(socket, ready)],
  ['accepts no call', (socket: string, ready: () => void) => http2Server(() => undefined, 0).listen(socket, ready)],
])('ends calls at their deadline with a server that %s', async (_, listen) => {
  const client = await clientOf(listen);
  // Until then, a server that accepts no call has not said so.
  await setTimeout(100);
  expect(await both(client, 200)).toMatchObject([failed(DEADLINE_EXCEEDED), failed(DEADLINE_EXCEEDED)]);
});

/** Answers with these bytes and trailers. */
const answering = (bytes: Uint8Array, trailers: Record<string, string>) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': 200 }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end(bytes);
};

test.each([
  ['half a message', INTERNAL, answering(Buffer.concat([WHOLE, WHOLE.subarray(0, 7)]), { 'grpc-status': '0' })],
  ['no status', INTERNAL, answering(WHOLE, { other: '0' })],
  ['an empty status', UNKNOWN, answering(WHOLE, { 'grpc-status': '' })],
  [
    'a status before what it breaks off',
    INTERNAL,
    (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 200, 'grpc-status': '0' });
      stream.write(WHOLE, () => stream.close(2));
    },
  ],
] as const)('does not take an answer with %s for a whole one', async (_, code, answer) => {
  const client = await clientOf((socket, ready) => http2Server(answer).listen(socket, ready));
  expect(await both(client, 10_000)).toMatchObject([failed(code), failed(code)]);
});
