import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { sendError } from './errors.ts';
import { withRawBodies } from './raw-body.ts';
import type { App } from './types.ts';

const HELD = { all: 20_000, small: 1_000, large: 10_000 };
const open: { app: App; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { app, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});

/** A server whose one route returns the length of a body, and a client that sends incomplete requests. */
async function listening() {
  const app = fastify({ forceCloseConnections: true }) as unknown as App;
  app.setErrorHandler(sendError);
  await withRawBodies(
    app,
    (scope) => scope.post('/in', (request) => ({ length: (request.body as Buffer).length })),
    HELD,
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  open.push({ app, sockets });
  /** Sends the beginning of a body; `answer` resolves with the response. */
  async function begin(length: number) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const answer = once(socket, 'data').then(([text]) => String(text));
    socket.write(`POST /in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n`);
    socket.write('x'.repeat(length));
    return { socket, answer };
  }
  const send = (length: number) =>
    fetch(`${url}/in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(length),
    });
  return { begin, send };
}

test('bounds the memory of slow bodies together, answers 503 beyond it, and still takes small ones', async () => {
  const { begin, send } = await listening();
  const first = await begin(9_000);
  await expect.poll(async () => (await send(9_000)).status).toBe(503);
  const refused = await send(9_000);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await refused.json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect(await (await send(1_000)).json()).toEqual({ length: 1_000 });
  first.socket.write('x'.repeat(999));
  expect(await first.answer).toContain('{"length":9999}');
  expect(await (await send(9_000)).json()).toEqual({ length: 9_000 });
});

test('frees the memory of a body when its sender disconnects', async () => {
  const { begin, send } = await listening();
  const gone = await begin(9_000);
  await expect.poll(async () => (await send(9_000)).status).toBe(503);
  gone.socket.destroy();
  await expect.poll(async () => (await send(9_000)).status).toBe(200);
});

test('bounds the memory of small bodies together', async () => {
  const { begin, send } = await listening();
  for (let i = 0; i < 20; i += 1) await begin(990);
  await expect.poll(async () => (await send(900)).status).toBe(503);
});
