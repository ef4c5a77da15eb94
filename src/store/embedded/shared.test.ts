import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { embeddedSnapshot } from '../../../testkit/prepared.ts';
import type { Tables } from '../tables.ts';
import { embeddedDialect } from './dialect.ts';
import { openSession, type Session } from './session.ts';
import { openShared } from './shared.ts';

describe('an embedded database that is shared over a stream', () => {
  let session: Session;
  let own: Kysely<Tables>;
  beforeAll(async () => {
    session = await openSession({ snapshot: await embeddedSnapshot('empty'), onLost: () => undefined });
    own = new Kysely<Tables>({ dialect: embeddedDialect(session) });
    await sql`create table rows (who text, n int)`.execute(own);
  });
  beforeEach(() => sql`delete from rows`.execute(own));
  afterAll(() => session.close());

  async function another() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const far = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [near] = (await once(server, 'connection')) as [Socket];
    server.close();
    session.share(near);
    const lost = Promise.withResolvers<Error>();
    const db = new Kysely<Tables>({ dialect: embeddedDialect(openShared(far, lost.resolve)) });
    return { db, stream: far, lost: lost.promise };
  }
  const count = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from rows`.execute(own)).rows[0]!.n;

  test('keeps the transactions of its clients apart, whatever they call them', async () => {
    const clients = { own, one: (await another()).db, two: (await another()).db };
    const write = (who: string, db: Kysely<Tables>, n: number) =>
      db.transaction().execute(async (trx) => {
        await sql`insert into rows values (${who}, ${n})`.execute(trx);
        await sql`select pg_sleep(0.01)`.execute(trx);
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from rows`.execute(trx);
        if (n % 2 === 1) throw new Error('rolled back');
        return rows[0]!.n;
      });
    const written = await Promise.allSettled(
      Object.entries(clients).flatMap(([who, db]) => [0, 1, 2, 3].map((n) => write(who, db, n))),
    );
    expect(written.filter(({ status }) => status === 'rejected')).toHaveLength(6);
    // Each transaction saw the rows committed before it and its own, and none that was rolled back.
    const seen = written.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await count()).toBe(6);
  });

  test('rolls back the transaction of a client that is gone, and serves the others', async () => {
    const { db, stream } = await another();
    const begun = Promise.withResolvers<void>();
    const open = db.transaction().execute(async (trx) => {
      await sql`insert into rows values ('gone', 1)`.execute(trx);
      begun.resolve();
      await sql`select pg_sleep(0.2)`.execute(trx);
      await new Promise(() => undefined);
    });
    open.catch(() => undefined);
    await begun.promise;
    const waiting = own.transaction().execute((trx) => sql`insert into rows values ('own', 1)`.execute(trx));
    stream.destroy();
    await waiting;
    const { rows } = await sql<{ who: string }>`select who from rows`.execute(own);
    expect(rows).toEqual([{ who: 'own' }]);
  });

  test('never begins a transaction for a client that went while it waited', async () => {
    const { db, stream } = await another();
    await own.transaction().execute(async (trx) => {
      const late = db.transaction().execute((other) => sql`insert into rows values ('gone', 1)`.execute(other));
      late.catch(() => undefined);
      await sql`select pg_sleep(0.05)`.execute(trx);
      stream.destroy();
      await sql`select pg_sleep(0.05)`.execute(trx);
    });
    await own.transaction().execute((trx) => sql`insert into rows values ('own', 1)`.execute(trx));
    expect(await count()).toBe(1);
  });

  test('carries values of any size and kind, and errors with their code', async () => {
    const { db } = await another();
    const bytes = Buffer.alloc(3_000_000, 7);
    const { rows } = await sql<{ bytes: Buffer; at: Date; list: string[]; none: null }>`
      select ${bytes}::bytea as bytes, '2026-01-02T03:04:05Z'::timestamptz as at, array['ä', 'b'] as list, null as none
    `.execute(db);
    expect(rows[0]!.bytes.equals(bytes)).toBe(true);
    expect(Buffer.isBuffer(rows[0]!.bytes)).toBe(true);
    expect(rows[0]).toMatchObject({ at: new Date('2026-01-02T03:04:05Z'), list: ['ä', 'b'], none: null });
    await expect(sql`select * from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' });
  });

  test('reports its end to connected clients when it is closed', async () => {
    const { db, lost } = await another();
    await sql`select 1`.execute(db);
    await session.close();
    expect(await lost).toMatchObject({ code: '57P02' });
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '57P02' });
  });
});
