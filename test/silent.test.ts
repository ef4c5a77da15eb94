import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startServer } from '../src/server/start.ts';
import { createDatabase } from '../testkit/database.ts';
import { OPERATOR_KEY, serverEnv } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { ownRedis } from '../testkit/redis.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

/** A forwarder to a port. After `swallow` it accepts connections and keeps them open, without any response. */
async function swallower(target: number): Promise<{ port: number; swallow(): void }> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((inbound) => {
    sockets.add(inbound);
    inbound.on('error', () => undefined);
    if (silent) return;
    const outbound = connect(target, '127.0.0.1');
    sockets.add(outbound);
    outbound.on('error', () => inbound.destroy());
    inbound.on('data', (chunk) => silent || outbound.write(chunk));
    outbound.on('data', (chunk) => silent || inbound.write(chunk));
    for (const [one, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const)
      one.on('close', () => silent || other.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, swallow: () => void (silent = true) };
}

describe.skipIf(await missing('postgres', 'redis-server'))('with a database and a Redis that fall silent', () => {
  test('answers health at once, names the silent service in ready within 5 s, and serves metrics without the queue', async () => {
    const dir = stack.use(await temporaryDirectory());
    const database = (await createDatabase())!;
    stack.defer(() => database.drop());
    const redis = stack.use(await ownRedis());
    await redis.start();
    const url = new URL(database.url);
    const [toDatabase, toRedis] = [
      await swallower(Number(url.port || 5432)),
      await swallower(Number(new URL(redis.url).port)),
    ];
    url.hostname = '127.0.0.1';
    url.port = String(toDatabase.port);
    const env = {
      ...serverEnv(join(dir.path, 'data')),
      DATABASE_URL: url.href,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      PLUMBLINE_LOG_LEVEL: 'silent',
      PLUMBLINE_WORKERS: '0',
    };
    const server = await startServer({ env });
    const ask = async (path: string) => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${OPERATOR_KEY}` },
        signal: AbortSignal.timeout(5000),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    expect(await ask('/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: { status: 'ok' }, cache: { status: 'ok', kind: 'redis' } } },
    });
    toDatabase.swallow();
    toRedis.swallow();
    expect((await ask('/health')).status).toBe(200);
    const ready = await ask('/ready');
    expect(ready).toMatchObject({
      status: 503,
      body: {
        status: 503,
        code: 'unavailable',
        detail: 'The database does not answer.',
        checks: { database: { status: 'unavailable' }, cache: { status: 'degraded' } },
      },
    });
    expect(ready.headers.get('retry-after')).toBe('5');
    expect(await ask('/metrics')).toMatchObject({ status: 200, body: { queue: null } });
    await server.stop();
  });

  test('ends a start with one line where the database accepts connections but never answers', async () => {
    const dir = stack.use(await temporaryDirectory());
    const hole = await swallower(9);
    hole.swallow();
    const env = {
      ...serverEnv(join(dir.path, 'data')),
      DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${hole.port}/plumbline`,
      PLUMBLINE_LOG_LEVEL: 'silent',
    };
    const refused = await startServer({ env }).then(
      () => new Error('it started'),
      (error: unknown) => error as Error,
    );
    expect(refused).toMatchObject({ message: expect.stringMatching(/^cannot use the database .*DATABASE_URL$/) });
    expect(refused.message).not.toMatch(/hunter2|\n/);
  });
});
