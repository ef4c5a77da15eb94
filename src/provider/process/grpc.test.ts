import { join } from 'node:path';
import { promisify } from 'node:util';
import { Metadata, Server, ServerCredentials, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { certificatePem, serverCertificate } from '../../../testkit/plugin/certificate.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { createClientCertificate } from '../launch/handshake.ts';
import { CALL_STATUS, type CallError } from '../protocol/errors.ts';
import type { Rpc } from '../protocol/definitions.ts';
import { connectGrpc, type GrpcClient } from './grpc.ts';

/** Messages are texts here. */
type Text = { text: string };
const written = (message: object): Buffer => Buffer.from((message as Text).text);
const textOf = (bytes: Buffer): Text => ({ text: bytes.toString() });
const rpc = (name: string): Rpc => ({
  path: `/test.Test/${name}`,
  requestSerialize: written,
  responseDeserialize: textOf,
});

type Answer = (error: object | null, message?: Text) => void;
/** Never answers `late`, fails with the text of an error, and returns any other text. */
const once = ({ request }: ServerUnaryCall<Text, Text>, answer: Answer): void => {
  if (request.text === 'late') return;
  if (!request.text.startsWith('error ')) return answer(null, request);
  answer({ code: CALL_STATUS.UNIMPLEMENTED, details: request.text, metadata: new Metadata() });
};
const often = (call: ServerWritableStream<Text, Text>): void => {
  for (let n = 0; n < 100; n += 1) call.write({ text: `${call.request.text} ${n} ${'x'.repeat(n * 997)}` });
  if (call.request.text === 'break') call.emit('error', Object.assign(new Error(), { code: 2, details: 'broke' }));
  else if (call.request.text !== 'endless') call.end();
};

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** A grpc-js server with mutual TLS, and our client. */
async function opened(maxMessageBytes = 1_000_000): Promise<{ client: GrpcClient; server: Server }> {
  const directory = stack.use(await temporaryDirectory());
  const { certificate: clientCertificate, key: clientKey } = createClientCertificate();
  const own = serverCertificate();
  const pem = certificatePem(own.certificate);
  const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  const codec = { requestStream: false, requestSerialize: written, requestDeserialize: textOf };
  const answers = { responseSerialize: written, responseDeserialize: textOf };
  server.addService(
    {
      Once: { path: rpc('Once').path, responseStream: false, ...codec, ...answers },
      Often: { path: rpc('Often').path, responseStream: true, ...codec, ...answers },
    },
    { Once: once, Often: often },
  );
  const socket = join(directory.path, 'socket');
  const pair = { private_key: Buffer.from(own.key), cert_chain: Buffer.from(pem) };
  const credentials = ServerCredentials.createSsl(Buffer.from(clientCertificate), [pair], true);
  await promisify(server.bindAsync.bind(server))(`unix:${socket}`, credentials);
  stack.defer(() => server.forceShutdown());
  const client = connectGrpc({ socket, serverCertificate: pem, clientCertificate, clientKey, maxMessageBytes });
  stack.defer(() => client.destroy());
  return { client, server };
}

function ask(client: GrpcClient, text: string, { deadlineMs = 60_000, method = 'Once' } = {}) {
  return new Promise<Text>((done, fail) => {
    client.unary(rpc(method), { text }, deadlineMs, (error, answer) => (error ? fail(error) : done(answer as Text)));
  });
}

test('answers many calls at once, small and large, and empty ones', async () => {
  const { client } = await opened();
  const texts = Array.from({ length: 300 }, (_, n) => 'y'.repeat(n * n));
  expect(await Promise.all(texts.map((text) => ask(client, text)))).toEqual(texts.map((text) => ({ text })));
});

test('rejects with the status of the server and its text, whatever is in it', async () => {
  const { client } = await opened();
  const details = 'error in 100 % of "zones": ä\n€';
  await expect(ask(client, details)).rejects.toMatchObject({ code: CALL_STATUS.UNIMPLEMENTED, details });
  await expect(ask(client, '', { method: 'Never' })).rejects.toMatchObject({ code: CALL_STATUS.UNIMPLEMENTED });
  expect(await ask(client, 'next')).toEqual({ text: 'next' });
});

test('ends a call at its deadline, when it is cancelled, and when its answer is too large', async () => {
  const { client } = await opened(1_000);
  await expect(ask(client, 'late', { deadlineMs: 50 })).rejects.toMatchObject({ code: CALL_STATUS.DEADLINE_EXCEEDED });
  const cancelled = new Promise((_, fail) => {
    const call = client.unary(rpc('Once'), { text: 'late' }, 60_000, fail);
    setTimeout(() => call.cancel(), 50);
  });
  await expect(cancelled).rejects.toMatchObject({ code: CALL_STATUS.CANCELLED });
  await expect(ask(client, 'z'.repeat(1_001))).rejects.toMatchObject({ code: CALL_STATUS.RESOURCE_EXHAUSTED });
  expect(await ask(client, 'next')).toEqual({ text: 'next' });
});

test('reports a connection that is lost, is closed, or never was', async () => {
  const { client, server } = await opened();
  await ask(client, 'connected');
  const lost = ask(client, 'late');
  setTimeout(() => server.forceShutdown(), 50);
  await expect(lost).rejects.toMatchObject({ code: CALL_STATUS.UNAVAILABLE });
  await expect(ask(client, 'next')).rejects.toMatchObject({ code: CALL_STATUS.UNAVAILABLE });
  const { client: other } = await opened();
  await ask(other, 'connected');
  const broken = ask(other, 'late');
  setTimeout(() => other.destroy(), 50);
  await expect(broken).rejects.toMatchObject({ code: CALL_STATUS.UNAVAILABLE });
  const { certificate: clientCertificate, key: clientKey } = createClientCertificate();
  const keys = { clientCertificate, clientKey, serverCertificate: clientCertificate };
  const none = connectGrpc({ socket: '/nowhere/socket', ...keys, maxMessageBytes: 1 });
  await expect(ask(none, 'first')).rejects.toMatchObject({ code: CALL_STATUS.UNAVAILABLE });
});

test('gives the answers of a stream in order, and then its error or its end', async () => {
  const { client } = await opened();
  const all = await Array.fromAsync(client.stream(rpc('Often'), { text: 'a' }).answers as AsyncIterable<Text>);
  expect(all.map(({ text }) => text.slice(0, 5).trim().split(' ').slice(0, 2).join(' '))).toEqual(
    Array.from({ length: 100 }, (_, n) => `a ${n}`),
  );
  const broken = Array.fromAsync(client.stream(rpc('Often'), { text: 'break' }).answers);
  await expect(broken).rejects.toMatchObject({ code: 2, details: 'broke' });
  const stopped = client.stream(rpc('Often'), { text: 'endless' });
  const heard: object[] = [];
  const hearing = (async () => {
    for await (const answer of stopped.answers) if (heard.push(answer) === 100) stopped.cancel();
  })();
  await expect(hearing).rejects.toMatchObject({ code: CALL_STATUS.CANCELLED } satisfies Partial<CallError>);
  expect(heard).toHaveLength(100);
});
