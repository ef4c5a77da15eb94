import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Tables } from '../tables.ts';
import { embeddedDialect } from './dialect.ts';
import { openSession, type SessionOptions } from './session.ts';
import { asDatabaseUser } from '../scope.ts';

async function open(options: Partial<SessionOptions> = {}) {
  const session = await openSession({ onLost: () => {}, ...options });
  return { session, db: new Kysely<Tables>({ dialect: embeddedDialect(session) }) };
}

describe('an embedded session', () => {
  test('rolls back a transaction that waits for itself, with an error that says why', async () => {
    const { db } = await open({ deadlines: { beginMs: 5_000, idleMs: 100 } });
    const stuck = db.transaction().execute(async (tx) => {
      await sql`create table t (n int)`.execute(asDatabaseUser(tx));
      await sql`select 1`.execute(asDatabaseUser(db));
      await sql`insert into t values (1)`.execute(asDatabaseUser(tx));
    });
    await expect(stuck).rejects.toMatchObject({
      code: '25P03',
      message: expect.stringContaining('instead of the transaction'),
    });
    expect((await sql`select to_regclass('t') as t`.execute(asDatabaseUser(db))).rows).toStrictEqual([{ t: null }]);
    await db.destroy();
  });

  test('rejects a transaction that gets no turn, and serves the others', async () => {
    const { db } = await open({ deadlines: { beginMs: 100, idleMs: 60_000 } });
    const inner = db.transaction().execute(async () => {
      await expect(db.transaction().execute(() => Promise.resolve())).rejects.toMatchObject({ code: '55P03' });
      return 'done';
    });
    expect(await inner).toBe('done');
    expect(await db.transaction().execute((tx) => sql`select 1 as one`.execute(asDatabaseUser(tx)))).toMatchObject({
      rows: [{ one: 1 }],
    });
    await db.destroy();
  });

  test('keeps the event loop free during a long statement', async () => {
    const { session } = await open();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await session.query('select count(*) from generate_series(1, 2000000)');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
    await session.close();
  });

  test('delivers notifications until they are unsubscribed', async () => {
    const { session } = await open();
    const heard: string[] = [];
    const stop = await session.listen('news', (payload) => heard.push(payload));
    await session.query(`select pg_notify('news', 'one')`);
    await expect.poll(() => heard).toStrictEqual(['one']);
    await stop();
    await session.query(`select pg_notify('news', 'two')`);
    await session.query('select 1');
    expect(heard).toStrictEqual(['one']);
    await session.close();
  });

  test('reports once that its thread ended, and fails every call', async () => {
    const lost: Error[] = [];
    const started = once(process, 'worker') as Promise<[Worker]>;
    const { session } = await open({ onLost: (error) => lost.push(error) });
    const [worker] = await started;
    const pending = session.query('select count(*) from generate_series(1, 10000000)');
    const ended = worker.terminate();
    await expect(pending).rejects.toMatchObject({ code: '57P02' });
    await expect(session.query('select 1')).rejects.toMatchObject({ code: '57P02' });
    await ended;
    expect(lost).toHaveLength(1);
    await session.close();
  });

  test('rejects a directory without a database with an error', async () => {
    await using dir = await temporaryDirectory();
    const lost: Error[] = [];
    const directory = join(dir.path, 'database');
    await writeFile(directory, 'not a database');
    await expect(open({ directory, onLost: (error) => lost.push(error) })).rejects.toThrow('embedded database');
    expect(lost).toStrictEqual([]);
  });

  test('fails calls after close, and may be closed twice', async () => {
    const { session } = await open();
    await session.close();
    await session.close();
    await expect(session.query('select 1')).rejects.toMatchObject({ code: '57P01' });
  });
});
