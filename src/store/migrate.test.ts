import { readdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import { createQueue } from '../jobs/queue.ts';
import { openDatabase, type Store } from './database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { getOrganizationByLogin, insertOrganization } from './queries/organizations.ts';
import type { Tables } from './tables.ts';
import { asDatabaseUser } from './scope.ts';

test('numbers steps from 0001 without a gap, and lists each file', () => {
  const files = readdirSync(new URL('./migrations', import.meta.url)).filter((name) => name !== 'index.ts');
  expect(MIGRATIONS.map((step) => `${step.name}.sql`)).toStrictEqual(files.sort());
  MIGRATIONS.forEach((step, at) =>
    expect(step.name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}_[a-z_]+$`)),
  );
});

/** The steps after the baseline. */
const LATER = MIGRATIONS.slice(1).map(({ name }) => name);

/** Makes the database look as if these steps of development had run. */
async function standAt(store: Store, names: string[]): Promise<void> {
  await migrate(store.db);
  await sql`drop table state_sources, provider_settings, identity_keys, inventories, inventory_listings, inventory_settings, unmanaged_objects`.execute(
    asDatabaseUser(store.db),
  );
  await sql`delete from migrations`.execute(asDatabaseUser(store.db));
  await sql`insert into migrations (name) select unnest(${names}::text[])`.execute(asDatabaseUser(store.db));
}

async function stepsOf(store: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    asDatabaseUser(store.db),
  );
  return rows.map(({ name }) => name);
}

describe.each(await databases())('migrate on $kind', ({ open }) => {
  test('takes each step once when four start at once', async () => {
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

  test('leaves nothing behind after a failed step, and refuses a database of a newer version', async () => {
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

  test('refuses a database whose queue a newer pg-boss has changed, before it changes anything', async () => {
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

  test('takes over a database that all steps of development made, once and with its rows', async () => {
    const store = await open({ migrated: false });
    await standAt(store, ['0001_first', '0002_repositories', '0050_computed_columns']);
    const organization = { id: 'org_1', login: 'acme', installation_id: null, fingerprint_key: new Uint8Array(32) };
    await insertOrganization(store.db, organization);
    expect(await migrate(store.db)).toStrictEqual(LATER);
    expect(await stepsOf(store)).toStrictEqual(['0001_baseline', ...LATER]);
    expect(await migrate(store.db)).toStrictEqual([]);
    expect(await getOrganizationByLogin(store.db, 'acme')).toMatchObject({ id: 'org_1' });
    await store.close();
  });

  test('refuses a database of an earlier step of development with what to do, and leaves it as it is', async () => {
    const store = await open({ migrated: false });
    const steps = ['0001_first', '0002_repositories', '0049_row_level_security'];
    await standAt(store, steps);
    const refused = migrate(store.db);
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    await expect(refused).rejects.toThrow(/ 0049_row_level_security .*start the previous version on it once/);
    expect(await stepsOf(store)).toStrictEqual(steps);
    await store.close();
  });

  test('refuses a database of a later step of development as one of a newer version', async () => {
    const store = await open({ migrated: false });
    await standAt(store, ['0001_first', '0050_computed_columns', '0051_later']);
    await expect(migrate(store.db)).rejects.toThrow('newer Plumbline');
    await store.close();
  });
});

test('refuses a server without pgvector and says what to do', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  const refused = migrate(db);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  await expect(refused).rejects.toThrow('install pgvector on the server');
  await db.destroy();
});
