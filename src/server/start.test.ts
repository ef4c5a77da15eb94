import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { plumbline, until } from '../../testkit/cli.ts';
import { createDatabase } from '../../testkit/database.ts';
import { askAt, serverEnv, startInstance } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';
import { prepareDirectory } from '../../testkit/prepared.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { openDatabase } from '../store/database.ts';
import { asDatabaseUser } from '../store/scope.ts';

/** Flags for a Node process that cannot load one of the last files of the server. */
const HOOK = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/server/lifecycle.ts')) throw new Error('a part is missing');
    return next(url, context);
  },
});`;
/** The bundle has no file of this name. */
const FROM_SOURCES = { PLUMBLINE_FROM_SOURCES: '1' };
const MISSING_PART = ['--import', `data:text/javascript,${encodeURIComponent(HOOK)}`];

test('fails on an invalid file of the data directory before touching the database', async () => {
  await using dir = await temporaryDirectory();
  const file = join(dir.path, 'secrets.key');
  await writeFile(file, 'short');
  const { code, out, err } = await plumbline(['start'], serverEnv(dir.path)).ended;
  expect([code, out, err]).toEqual([
    1,
    '',
    `plumbline: ${file} does not hold a key for secrets; delete it to have a new one generated, or restore it\n`,
  ]);
  const store = await openDatabase({ dataDir: dir.path });
  const { rows } = await sql`select to_regclass('migrations') as schema, to_regnamespace('pgboss') as queue`.execute(
    asDatabaseUser(store.db),
  );
  await store.close();
  expect(rows).toEqual([{ schema: null, queue: null }]);
});

test('ends and frees the directory when a module cannot be loaded', async () => {
  await using dir = await temporaryDirectory();
  const env = serverEnv(dir.path);
  await prepareDirectory(env);
  const { code, err } = await plumbline(['start'], { ...env, ...FROM_SOURCES }, MISSING_PART).ended;
  expect([code, err]).toEqual([1, 'plumbline: a part is missing\n']);
  await (await openDatabase({ dataDir: dir.path })).close();
});

test('connects to Postgres after loading, outside of its time limit', async () => {
  await using dir = await temporaryDirectory();
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { ...serverEnv(dir.path), DATABASE_URL: `postgres://u@127.0.0.1:${port}/d` };
  const { code, err } = await plumbline(['start'], { ...env, ...FROM_SOURCES }, MISSING_PART).ended;
  expect([code, err, calls]).toEqual([1, 'plumbline: a part is missing\n', 0]);
  expect((await plumbline(['start'], env).ended).err).toContain('cannot use the database');
  expect(calls).toBeGreaterThan(0);
  server.close();
});

test.each([
  ['9999_later', `insert into migrations (name) values ('9999_later')`],
  ['schema 9999 of the queue', 'update pgboss.version set version = 9999'],
])('rejects an embedded database of a newer version (%s)', async (what, change) => {
  await using dir = await temporaryDirectory();
  const env = serverEnv(dir.path);
  await prepareDirectory(env);
  const store = await openDatabase({ dataDir: dir.path });
  await sql.raw(change).execute(asDatabaseUser(store.db));
  await store.close();
  const { code, err } = await plumbline(['start'], env).ended;
  const says = `plumbline: the database was changed by a newer Plumbline (${what}): start that version\n`;
  expect([code, err]).toEqual([1, says]);
});

test.skipIf(await missing('postgres'))(
  'answers while its work begins, is ready when all of it has, and never where it fails',
  async () => {
    await using stack = new AsyncDisposableStack();
    const dir = stack.use(await temporaryDirectory());
    const database = (await createDatabase())!;
    stack.defer(() => database.drop());
    const env = { ...serverEnv(dir.path), DATABASE_URL: database.url };
    await (await startInstance(env)).stop();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    stack.defer(() => client.end());

    /** Starts the server and blocks it while it begins its work, when it already listens. */
    const heldUp = async () => {
      await client.query('begin');
      await client.query('lock table webhook_deliveries');
      const server = plumbline(['start'], env);
      stack.defer(() => void server.child.kill('SIGKILL'));
      const listening = () => /Server listening at (http[^"]+)/.exec(server.said.out)?.[1];
      await until(server, () => listening() !== undefined);
      const ask = askAt(listening()!);
      expect((await ask('GET', '/health')).status).toBe(200);
      expect(await ask('GET', '/ready')).toMatchObject({
        status: 503,
        body: { detail: 'This instance is being started.', checks: { database: { status: 'ok' } } },
      });
      return { ...server, ask };
    };

    const fine = await heldUp();
    await client.query('commit');
    await until(fine, () => fine.said.err.includes('Ctrl-C stops it'));
    expect((await fine.ask('GET', '/ready')).status).toBe(200);
    fine.child.kill('SIGTERM');
    expect((await fine.ended).code).toBe(0);

    const failing = await heldUp();
    await client.query('alter table organizations rename to gone');
    await client.query('commit');
    const statuses: number[] = [];
    for (;;) {
      const answer = await failing.ask('GET', '/ready').catch(() => undefined);
      if (answer === undefined) break;
      statuses.push(answer.status);
      await sleep(5);
    }
    expect(statuses.filter((status) => status !== 503)).toEqual([]);
    const { code, err } = await failing.ended;
    expect([code, err]).toEqual([1, expect.stringContaining('relation "organizations" does not exist')]);
  },
);
