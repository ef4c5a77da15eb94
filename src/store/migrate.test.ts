import { readdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import { createQueue } from '../jobs/queue.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Tables } from './tables.ts';
import { asDatabaseUser } from './scope.ts';

test('steps are numbered from 0001 without a gap, and each file is in the list', () => {
  const files = readdirSync(new URL('./migrations', import.meta.url)).filter((name) => name !== 'index.ts');
  expect(MIGRATIONS.map((step) => `${step.name}.ts`)).toStrictEqual(files.sort());
  MIGRATIONS.forEach((step, at) =>
    expect(step.name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}_[a-z_]+$`)),
  );
});

describe.each(await databases())('migrate on $kind', ({ open }) => {
  test('four starters at once take each step once', async () => {
    const store = await open({ migrated: false });
    const others =
      store.boss.kind === 'postgres'
        ? await Promise.all(
            [1, 2, 3].map(() => openDatabase({ url: (store.boss as { url: string }).url, dataDir: '' })),
          )
        : [store, store, store];
    const taken = await Promise.all([store, ...others].map(({ db }) => migrate(db)));
    expect(taken.flat()).toStrictEqual(MIGRATIONS.map((step) => step.name));
    expect(await migrate(store.db)).toStrictEqual([]);
    await Promise.all(others.map((other) => other.close()));
    await store.close();
  });

  test('a step that fails leaves nothing behind, and a database of a newer version is refused', async () => {
    const store = await open({ migrated: false });
    await sql`create table coverage (mine int)`.execute(asDatabaseUser(store.db));
    await expect(migrate(store.db)).rejects.toThrow('already exists');
    const { rows } = await sql`select to_regclass('organizations') as found`.execute(asDatabaseUser(store.db));
    expect(rows).toStrictEqual([{ found: null }]);
    await sql`drop table coverage`.execute(asDatabaseUser(store.db));
    await migrate(store.db);
    await sql`insert into migrations (name) values ('9999_later')`.execute(asDatabaseUser(store.db));
    await expect(migrate(store.db)).rejects.toThrow('newer Plumbline (9999_later)');
    await store.close();
  });

  test('a database is refused whose queue a newer pg-boss has changed, before anything is done to it', async () => {
    const store = await open({ migrated: false });
    const queue = createQueue(store.boss, { queues: {}, onError: () => {} });
    await queue.start();
    await queue.stop({ graceTimeoutMs: 0 });
    await sql`update pgboss.version set version = version + 1`.execute(asDatabaseUser(store.db));
    const refused = migrate(store.db);
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    await expect(refused).rejects.toThrow(/newer Plumbline \(schema \d+ of the queue\): start that version$/);
    const { rows } = await sql`select to_regclass('migrations') as found`.execute(asDatabaseUser(store.db));
    expect(rows).toStrictEqual([{ found: null }]);
    await sql`update pgboss.version set version = version - 1`.execute(asDatabaseUser(store.db));
    expect(await migrate(store.db)).toHaveLength(MIGRATIONS.length);
    await store.close();
  });
});

test('a server without pgvector is refused with what to do about it', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  const refused = migrate(db);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  await expect(refused).rejects.toThrow('install pgvector on the server');
  await db.destroy();
});
