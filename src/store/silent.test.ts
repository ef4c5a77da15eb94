import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '../../testkit/database.ts';
import { missing } from '../../testkit/needs.ts';
import { createQueue } from '../jobs/queue.ts';
import { isUnavailable } from './errors.ts';
import { openPostgres } from './postgres.ts';
import { watchedSocket } from './watched-socket.ts';

/** A proxy to Postgres; connections made before `forget` get no more data, and are not closed. */
async function forgetfulWay(to: URL) {
  const open = new Set<{ client: Socket; server: Socket }>();
  const way = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    const pair = { client, server };
    open.add(pair);
    for (const [from, into] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('data', (chunk) => open.has(pair) && into.write(chunk));
      from.once('close', () => open.has(pair) && into.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const url = new URL(to.href);
  url.port = String((way.address() as AddressInfo).port);
  const forgotten: Socket[] = [];
  return {
    url: url.href,
    forget() {
      for (const { client, server } of open) forgotten.push(client, server);
      open.clear();
    },
    close() {
      for (const { client, server } of open) forgotten.push(client, server);
      for (const socket of forgotten) socket.destroy();
      way.close();
    },
  };
}

describe.skipIf(await missing('postgres'))('a server that falls silent', () => {
  const to = new URL(process.env.PLUMBLINE_TEST_DATABASE_URL ?? 'postgres://localhost');

  test('fails waiting statements as unavailable, and gives later ones a new connection', async () => {
    const way = await forgetfulWay(to);
    const { db } = openPostgres({ url: way.url, connections: 2, silentMs: 3_000, onError: () => undefined });
    try {
      const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one);
      expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
      way.forget();
      const failed = await Promise.allSettled([ask(), ask()]);
      expect(failed.map((one) => one.status === 'rejected' && isUnavailable(one.reason))).toEqual([true, true]);
      expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    } finally {
      await db.destroy();
      way.close();
    }
  });

  test('reconnects the queue', async () => {
    const database = await createDatabase();
    if (!database) throw new Error('there is no Postgres');
    const way = await forgetfulWay(new URL(database.url));
    const { db } = openPostgres({ url: database.url, onError: () => undefined });
    const stream = () => watchedSocket(4_000, () => false);
    const queue = createQueue<{ scan: { n: number } }>(
      { kind: 'postgres', url: way.url, stream },
      { queues: { scan: {} }, onError: () => undefined },
    );
    try {
      await queue.start();
      const taken: number[] = [];
      await queue.work('scan', { concurrency: 2 }, ({ n }) => Promise.resolve(void taken.push(n)));
      const send = (n: number) => db.transaction().execute((tx) => queue.send('scan', { n }, { db: tx }));
      await send(1);
      await expect.poll(() => taken).toEqual([1]);
      way.forget();
      await send(2);
      await expect.poll(() => taken).toEqual([1, 2]);
    } finally {
      await queue.stop({ graceTimeoutMs: 0 });
      await db.destroy();
      way.close();
      await database.drop();
    }
  });

  test('waits longer while statements are allowed to take long, and only then', async () => {
    let patient = true;
    const settings = { url: to.href, connections: 1, silentMs: 200, patient: () => patient };
    const { db } = openPostgres({ ...settings, onError: () => undefined });
    const sleep = () => sql<{ done: string }>`select pg_sleep(1)::text as done`.execute(db);
    expect((await sleep()).rows).toHaveLength(1);
    patient = false;
    await expect(sleep()).rejects.toThrow('the database server fell silent');
    await db.destroy();
  });
});
