import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import { newId } from '../base/ids.ts';
import { openDatabase, type Store } from './database.ts';
import { isUnavailable, isUniqueViolation } from './errors.ts';
import { getOrganizationByLogin, insertOrganization } from './queries/organizations.ts';
import { asDatabaseUser, type Executor } from './scope.ts';

const organization = (db: Executor, login: string) =>
  insertOrganization(db, { id: newId('org'), login, installation_id: null, fingerprint_key: randomBytes(32) });

describe.each(await databases())('a database on $kind', ({ open, kind }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test('gives every column type the same value', async () => {
    const { rows } = await sql`
      select 7::int8 as small, 9007199254740993::int8 as large, 3::int4 as int4, count(*) as count, '\\x00ff'::bytea as bytes,
        '2024-02-29T01:02:03.456789+02'::timestamptz as time, null::timestamptz as never, array['a', 'b,"c']::text[] as texts,
        '{"a": [1, null]}'::jsonb as document, 1.50::numeric as numeric, 0.5::float8 as float, true as bool,
        '[1,2]'::vector as vector`.execute(asDatabaseUser(store.db));
    expect(rows).toStrictEqual([
      {
        small: 7,
        large: 9007199254740993n,
        int4: 3,
        count: 1,
        bytes: Buffer.from([0, 255]),
        time: new Date('2024-02-28T23:02:03.456Z'),
        never: null,
        texts: ['a', 'b,"c'],
        document: { a: [1, null] },
        numeric: '1.50',
        float: 0.5,
        bool: true,
        vector: '[1,2]',
      },
    ]);
  });

  test('takes every kind of parameter', async () => {
    const at = new Date('2024-01-02T03:04:05.678Z');
    const { rows } = await sql`
      select ${9007199254740993n}::int8 as large, ${new Uint8Array([1, 2])}::bytea as bytes, ${at}::timestamptz as time,
        ${at.toISOString()}::timestamptz as text_time, ${['x', 'y']}::text[] as texts, ${'{"a":"ü"}'}::jsonb as document,
        ${null}::text as nothing`.execute(asDatabaseUser(store.db));
    expect(rows).toStrictEqual([
      {
        large: 9007199254740993n,
        bytes: Buffer.from([1, 2]),
        time: at,
        text_time: at,
        texts: ['x', 'y'],
        document: { a: 'ü' },
        nothing: null,
      },
    ]);
  });

  test('gives errors the code of Postgres, and neither statement nor values', async () => {
    const error: unknown = await sql`select ${'secret'}::int`
      .execute(asDatabaseUser(store.db))
      .catch((error: unknown) => error);
    expect(error).toMatchObject({ code: '22P02' });
    expect(Object.keys(error as object)).not.toContain('params');
    expect(Object.keys(error as object)).not.toContain('query');
  });

  test('recognizes a duplicate by its constraint', async () => {
    await organization(store.db, 'Twice');
    const error: unknown = await organization(store.db, 'twice').catch((error: unknown) => error);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'organizations_login_key')).toBe(true);
    expect(isUniqueViolation(error, 'organizations_installation_id_key')).toBe(false);
    expect(isUnavailable(error)).toBe(false);
  });

  test('keeps nothing of those of many concurrent transactions that fail', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        store.db.transaction().execute(async (tx) => {
          await organization(tx, `many-${n}`);
          if (n % 3 === 0) throw new Error('no');
        }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(20);
    const there = await Promise.all(results.map((_, n) => getOrganizationByLogin(store.db, `many-${n}`)));
    expect(there.filter(Boolean)).toHaveLength(20);
    expect(there[3]).toBeUndefined();
  });

  test('rejects a commit after a swallowed error', async () => {
    const transaction = store.db.transaction().execute(async (tx) => {
      await organization(tx, 'lost');
      await sql`select 1/0`.execute(asDatabaseUser(tx)).catch(() => {});
    });
    await expect(transaction).rejects.toThrow(/aborted|rolled back/);
    expect(await getOrganizationByLogin(store.db, 'lost')).toBeUndefined();
  });

  test('measures a ping, and gives up in time', async () => {
    expect(await store.ping(5_000)).toBeGreaterThan(0);
    if (kind === 'postgres') return;
    const busy = sql`select count(*) from generate_series(1, 3000000)`.execute(asDatabaseUser(store.db));
    await expect(store.ping(1)).rejects.toThrow('no answer within 1 ms');
    await busy;
  });

  if (kind === 'postgres')
    test('replaces connections that the server ends', async () => {
      await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(asDatabaseUser(store.db))));
      await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(asDatabaseUser(store.db));
      const itself: unknown = await sql`select pg_terminate_backend(pg_backend_pid())`
        .execute(asDatabaseUser(store.db))
        .catch((error: unknown) => error);
      expect(isUnavailable(itself)).toBe(true);
      await expect.poll(() => store.ping(5_000).catch(() => 0)).toBeGreaterThan(0);
    });
});

test('reports an unreachable server in one line without the password', async () => {
  const url = 'postgres://someone:hunter2@127.0.0.1:1/plumbline';
  const error: unknown = await openDatabase({ url, dataDir: '' }).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect((error as Error).message).toMatch(
    /^cannot use the database postgres:\/\/someone@127\.0\.0\.1:1\/plumbline: .*ECONNREFUSED.*$/,
  );
  expect((error as Error).message).not.toContain('hunter2');
});

test('repeats nothing of an invalid URL', async () => {
  const error: unknown = await openDatabase({ url: 'hunter2 at home', dataDir: '' }).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect((error as Error).message).not.toContain('hunter2');
});
