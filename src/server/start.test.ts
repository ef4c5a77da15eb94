import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { plumbline } from '../../testkit/cli.ts';
import { serverEnv } from '../../testkit/instance.ts';
import { prepareDirectory } from '../../testkit/prepared.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { openDatabase } from '../store/database.ts';

/** Node's flags for a process that finds all of the server but one file, which is among the last that are loaded. */
const HOOK = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/server/lifecycle.ts')) throw new Error('a part is missing');
    return next(url, context);
  },
});`;
const MISSING_PART = ['--import', `data:text/javascript,${encodeURIComponent(HOOK)}`];

test('what a file of the data directory refuses is refused before the database is touched, and the process ends', async () => {
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
    store.db,
  );
  await store.close();
  expect(rows).toEqual([{ schema: null, queue: null }]);
});

test('where a part of it cannot be loaded, the process ends though its database is open, and the directory is free', async () => {
  await using dir = await temporaryDirectory();
  const env = serverEnv(dir.path);
  await prepareDirectory(env);
  const { code, err } = await plumbline(['start'], env, MISSING_PART).ended;
  expect([code, err]).toEqual([1, 'plumbline: a part is missing\n']);
  await (await openDatabase({ dataDir: dir.path })).close();
});

test('a Postgres is called when everything is loaded: that takes none of the time which it has to answer', async () => {
  await using dir = await temporaryDirectory();
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { ...serverEnv(dir.path), DATABASE_URL: `postgres://u@127.0.0.1:${port}/d` };
  const { code, err } = await plumbline(['start'], env, MISSING_PART).ended;
  expect([code, err, calls]).toEqual([1, 'plumbline: a part is missing\n', 0]);
  expect((await plumbline(['start'], env).ended).err).toContain('cannot use the database');
  expect(calls).toBeGreaterThan(0);
  server.close();
});
