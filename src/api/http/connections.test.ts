import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepAsking } from '../../../testkit/load.ts';
import { watchConnections, type Connections } from './connections.ts';

/** A server that takes up to `most` milliseconds for a response. */
async function serve(most: number): Promise<{ port: number; connections: Connections }> {
  const server = createServer((_request, response) => {
    setTimeout(() => {
      if (connections.draining()) response.setHeader('Connection', 'close');
      response.end('x'.repeat(1000));
    }, Math.random() * most);
  });
  const connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections };
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('fails no request in fifty stops under load', async () => {
  let answered = 0;
  for (let i = 0; i < 50; i += 1) {
    const { port, connections } = await serve(i % 5 === 0 ? 0 : 10);
    const asking = keepAsking(port, REQUEST, 10);
    await sleep(20);
    await connections.drain();
    const { answered: some, failures } = await asking;
    expect([i, failures]).toEqual([i, []]);
    expect(connections.count()).toBe(0);
    answered += some;
  }
  expect(answered).toBeGreaterThan(500);
});

test('answers a request on an idle connection after the stop, and closes the connection', async () => {
  const { port, connections } = await serve(0);
  const socket = await opened(port);
  socket.write(REQUEST);
  await once(socket, 'data');
  const drained = connections.drain();
  await sleep(300);
  socket.write(REQUEST);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close/is);
  await drained;
});

test('waits for a request that is arriving, and closes silent connections', async () => {
  const { port, connections } = await serve(0);
  const [half, silent] = [await opened(port), await opened(port)];
  half.write(REQUEST.slice(0, 20));
  await sleep(50);
  const drained = connections.drain();
  expect(await text(silent)).toBe('');
  half.write(REQUEST.slice(20));
  expect(await text(half)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close/is);
  await drained;
  expect(connections.count()).toBe(0);
});

test('refuses new connections', async () => {
  const { port, connections } = await serve(0);
  const draining = connections.drain();
  await sleep(20);
  await expect(opened(port)).rejects.toThrow(/ECONNREFUSED/);
  await draining;
});
