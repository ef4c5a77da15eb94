import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, databases } from '../../testkit/database.ts';
import { seedEveryTable } from '../../testkit/seed.ts';
import { newId } from '../base/ids.ts';
import { openDatabase, type Store } from './database.ts';
import { migrate } from './migrate.ts';
import { insertOrganization } from './queries/organizations.ts';
import { isRowSecurityActive } from './row-security.ts';
import { asDatabaseUser, scoped, within, type Executor } from './scope.ts';

type Tenant = { name: string; forced: boolean };

async function tenantTables(db: Executor): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid) as forced
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`.execute(asDatabaseUser(db));
  return rows;
}

async function makeOrganization(store: Store): Promise<string> {
  const id = newId('org');
  await insertOrganization(store.db, { id, login: id, installation_id: null, fingerprint_key: new Uint8Array(32) });
  await scoped(store.db, { org_id: id }).insert('ignore_rules', {}).execute();
  return id;
}

describe.each(await databases())('row-level security on $kind', ({ open }) => {
  let store: Store;
  let tables: string[];
  beforeAll(async () => {
    store = await open();
    await seedEveryTable(store.db);
    tables = (await tenantTables(store.db)).map(({ name }) => name);
  });
  afterAll(() => store.close());

  const count = async (db: Executor, table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]!.n;

  test('protects every table with an org_id from the user of the tests', async () => {
    expect(await isRowSecurityActive(store.db)).toBe(true);
    const unprotected = (await tenantTables(store.db)).filter(({ forced }) => !forced);
    expect(unprotected).toStrictEqual([]);
    expect(tables.length).toBeGreaterThan(20);
  });

  test('protects a table that a later step makes', async () => {
    const own = await open();
    await sql`create table later (org_id text, n int)`.execute(asDatabaseUser(own.db));
    await migrate(own.db);
    expect((await tenantTables(own.db)).find(({ name }) => name === 'later')).toMatchObject({ forced: true });
    await own.close();
  });

  test('shows nothing to a query without a scope, whatever scope its connection had before', async () => {
    const [org] = (await sql<{ id: string }>`select id from organizations order by id`.execute(store.db)).rows;
    for (const table of tables) {
      const all = await count(within(store.db, 'instance'), table);
      expect([table, all > 0]).toEqual([table, true]);
      // Each organization sees its own rows, and together they see every row that belongs to an organization.
      await count(within(store.db, { org_id: org!.id }), table);
      expect([table, await count(store.db, table)]).toEqual([table, 0]);
      await store.db.transaction().execute(async (trx) => {
        await count(within(trx, { org_id: org!.id }), table);
        expect([table, await count(trx, table)]).toEqual([table, 0]);
        const { numAffectedRows } = await sql`delete from ${sql.table(table)}`.execute(trx);
        expect([table, Number(numAffectedRows)]).toEqual([table, 0]);
        const updated = await sql`update ${sql.table(table)} set org_id = org_id`.execute(trx);
        expect([table, Number(updated.numAffectedRows)]).toEqual([table, 0]);
      });
      expect(await count(within(store.db, 'instance'), table)).toBe(all);
    }
  });

  test('shows nothing to a query without a scope on a new connection', async () => {
    const fresh = store.boss.kind === 'postgres' ? await openDatabase({ url: store.boss.url, dataDir: '' }) : store;
    for (const table of tables) expect([table, await count(fresh.db, table)]).toEqual([table, 0]);
    if (fresh !== store) await fresh.close();
  });

  test("rejects writes of another organization's rows, and of rows without one", async () => {
    const [mine, theirs] = [await makeOrganization(store), await makeOrganization(store)];
    const row = { org_id: theirs, fingerprint: 'f', text: 't', written_at: new Date() };
    for (const db of [store.db, within(store.db, { org_id: mine })])
      await expect(db.insertInto('summaries').values(row).execute()).rejects.toThrow(/row-level security/);
    await within(store.db, { org_id: theirs }).insertInto('summaries').values(row).execute();
    const stolen = within(store.db, { org_id: theirs }).updateTable('summaries').set({ org_id: mine });
    await expect(stolen.execute()).rejects.toThrow(/row-level security/);
  });

  test('filters joins and subqueries that name no organization', async () => {
    const [mine, theirs] = [await makeOrganization(store), await makeOrganization(store)];
    const { rows } = await sql<{ org_id: string }>`
      select r.org_id from organizations o join ignore_rules r on r.org_id = o.id
      where o.id in (${mine}, ${theirs})`.execute(within(store.db, { org_id: mine }));
    expect(rows).toEqual([{ org_id: mine }]);
  });

  test('switches scopes within a transaction, its savepoints and errors', async () => {
    const [one, two] = [await makeOrganization(store), await makeOrganization(store)];
    const seen = async (db: Executor) =>
      (await sql<{ org_id: string }>`select org_id from ignore_rules where org_id in (${one}, ${two})`.execute(db)).rows
        .map(({ org_id }) => org_id)
        .join();
    const failed = store.db.transaction().execute(async (trx) => {
      expect(await seen(within(trx, { org_id: one }))).toBe(one);
      expect(await seen(within(trx, { org_id: two }))).toBe(two);
      expect(await seen(trx)).toBe('');
      await sql`savepoint here`.execute(within(trx, { org_id: one }));
      expect(await seen(within(trx, { org_id: two }))).toBe(two);
      await sql`rollback to savepoint here`.execute(within(trx, { org_id: two }));
      expect(await seen(within(trx, { org_id: two }))).toBe(two);
      expect(await seen(within(trx, { org_id: one }))).toBe(one);
      await sql`select 1 / 0`.execute(within(trx, { org_id: two }));
    });
    await expect(failed).rejects.toThrow('division by zero');
    expect(await seen(store.db)).toBe('');
    expect(await seen(within(store.db, { org_id: one }))).toBe(one);
    expect(await seen(within(store.db, { org_id: two }))).toBe(two);
  });

  test('separates concurrent scopes on few connections, whatever becomes of their transactions', async () => {
    const few =
      store.boss.kind === 'postgres' ? await openDatabase({ url: store.boss.url, connections: 3, dataDir: '' }) : store;
    const orgs = await Promise.all(Array.from({ length: 5 }, () => makeOrganization(store)));
    const seen = async (db: Executor) =>
      (await db.selectFrom('ignore_rules').select('org_id').where('org_id', 'in', orgs).execute()).map(
        ({ org_id }) => org_id,
      );
    const ask = async (n: number) => {
      const org = orgs[n % orgs.length]!;
      const other = orgs[(n + 1) % orgs.length]!;
      const own = (db: Executor) => within(db, { org_id: org });
      switch (n % 6) {
        case 0:
          expect(await seen(own(few.db))).toEqual([org]);
          break;
        case 1:
          expect(await seen(few.db)).toEqual([]);
          break;
        case 2:
          await few.db.transaction().execute(async (trx) => {
            expect(await seen(own(trx))).toEqual([org]);
            expect(await seen(within(trx, { org_id: other }))).toEqual([other]);
          });
          break;
        case 3:
          await few.db
            .transaction()
            .execute(async (trx) => {
              expect(await seen(own(trx))).toEqual([org]);
              throw new Error('rolled back');
            })
            .catch((error: unknown) => {
              expect((error as Error).message).toBe('rolled back');
            });
          break;
        case 4:
          await few.db
            .transaction()
            .execute(async (trx) => {
              await sql`select ${randomBytes(2).toString('hex')}::int / 0`.execute(own(trx)).catch(() => undefined);
            })
            .catch(() => undefined);
          break;
        default:
          expect((await seen(within(few.db, 'instance'))).toSorted()).toEqual(orgs.toSorted());
      }
    };
    await Promise.all(Array.from({ length: 300 }, (_, n) => ask(n)));
    if (few !== store) await few.close();
  });
});

describe.skipIf((await databases()).length === 1)('row-level security for other users of Postgres', () => {
  test('needs no role where the user owns the tables and is no superuser', async () => {
    const made = (await createDatabase())!;
    const admin = await openDatabase({ url: made.url, dataDir: '' });
    const name = `plumbline_owner_${randomBytes(4).toString('hex')}`;
    const database = new URL(made.url).pathname.slice(1);
    await sql.raw(`create role ${name} login password 'x'`).execute(asDatabaseUser(admin.db));
    await sql.raw(`alter database ${database} owner to ${name}`).execute(asDatabaseUser(admin.db));
    await sql.raw(`alter schema public owner to ${name}`).execute(asDatabaseUser(admin.db));
    await sql`create extension vector`.execute(asDatabaseUser(admin.db));
    const url = new URL(made.url);
    url.username = name;
    url.password = 'x';
    const store = await openDatabase({ url: url.href, dataDir: '' });
    await migrate(store.db);
    const org = await makeOrganization(store);
    expect(await isRowSecurityActive(store.db)).toBe(true);
    expect(await store.db.selectFrom('ignore_rules').selectAll().execute()).toEqual([]);
    expect(await scoped(store.db, { org_id: org }).select('ignore_rules').selectAll().execute()).toHaveLength(1);
    expect((await sql`select current_user as name`.execute(within(store.db, 'instance'))).rows).toEqual([{ name }]);
    await store.close();
    await admin.close();
    await made.drop();
  });
});
