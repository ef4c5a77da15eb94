import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { newId } from '../../base/ids.ts';
import type { Store } from '../../store/database.ts';
import { insertOrganization } from '../../store/queries/organizations.ts';
import { audited } from './audited.ts';
import { verifyChain } from './verify.ts';

describe.each(await databases())('the chain of the audit log on $kind', ({ open }) => {
  let store: Store;
  let org: string;
  beforeAll(async () => void (store = await open()));
  afterAll(() => store.close());
  beforeEach(async () => {
    org = newId('org');
    const row = { id: org, login: org, installation_id: null, fingerprint_key: new Uint8Array(32) };
    await insertOrganization(store.db, row);
  });

  const write = (chain: string | null, id: string) =>
    audited({ store, principal: { kind: 'system', name: 'tést "1:2,-' }, request_id: null }, () =>
      Promise.resolve({
        result: undefined,
        event: {
          org_id: chain,
          action: 'test.run',
          target: { kind: 'test', id },
          detail: { b: [1.5, 1e21, 'ü'], a: { n: null } },
        },
      }),
    );
  const writeMany = async (count: number) => {
    for (let i = 1; i <= count; i++) await write(org, String(i));
  };
  /** Changes the database as somebody with direct access would, bypassing Plumbline's protections. */
  const tamper = (statement: ReturnType<typeof sql>) =>
    store.db.transaction().execute(async (trx) => {
      await sql`select set_config('role', 'none', true), set_config('plumbline.org_id', '*', true)`.execute(trx);
      await statement.execute(trx);
    });

  test('is intact after any number of events, also by concurrent writers', async () => {
    expect(await verifyChain(store.db, org)).toStrictEqual({ intact: true, events: 0, head: null, problem: null });
    await Promise.all(Array.from({ length: 40 }, (_, i) => write(org, String(i))));
    const verified = await verifyChain(store.db, org);
    expect(verified).toMatchObject({ intact: true, events: 40, problem: null, head: { seq: 40 } });
    await write(org, 'later');
    const expected = verified.head!;
    expect(await verifyChain(store.db, org, expected)).toMatchObject({ intact: true, events: 41 });
  });

  test('keeps a separate chain for the instance', async () => {
    await writeMany(2);
    const { events } = await verifyChain(store.db, null);
    await Promise.all([write(null, 'a'), write(null, 'b')]);
    expect(await verifyChain(store.db, null)).toMatchObject({ intact: true, events: events + 2 });
    expect(await verifyChain(store.db, org)).toMatchObject({ intact: true, events: 2 });
  });

  test('leaves no gap where a transaction is rolled back', async () => {
    await writeMany(1);
    const failed = audited({ store, principal: { kind: 'operator' }, request_id: null }, async (trx) => {
      await trx.updateTable('organizations').set({ login: 'x' }).where('id', '=', org).execute();
      throw new Error('after all');
    });
    await expect(failed).rejects.toThrow('after all');
    await writeMany(1);
    expect(await verifyChain(store.db, org)).toMatchObject({ intact: true, events: 2 });
  });

  test('detects a changed event, in any column', async () => {
    for (const [column, value] of [
      ['actor_name', 'somebody else'],
      ['detail', '{}'],
      ['at', '2020-01-01T00:00:00Z'],
      ['request_id', 'req_1'],
      ['actor_kind', 'operator'],
      ['target_id', '33'],
    ] as const) {
      const before = (await verifyChain(store.db, org)).events;
      expect(before).toBe(0);
      await writeMany(5);
      await tamper(sql`update audit_events set ${sql.ref(column)} = ${value} where org_id = ${org} and seq = 3`);
      expect(await verifyChain(store.db, org)).toMatchObject({
        intact: false,
        events: 2,
        problem: { kind: 'changed', seq: 3 },
      });
      await tamper(sql`delete from audit_events where org_id = ${org}`);
      await tamper(sql`delete from audit_heads where org_id = ${org}`);
    }
  });

  test('detects an event removed from the middle', async () => {
    await writeMany(5);
    await tamper(sql`delete from audit_events where org_id = ${org} and seq in (2, 3)`);
    const { problem } = await verifyChain(store.db, org);
    expect(problem).toStrictEqual({ kind: 'missing', seq: 2, detail: 'Events 2 to 3 are missing.' });
    await tamper(sql`update audit_events set seq = seq - 2 where org_id = ${org} and seq > 3`);
    expect((await verifyChain(store.db, org)).problem).toMatchObject({ kind: 'changed', seq: 2 });
  });

  test('detects missing last events, also after new ones were written', async () => {
    await writeMany(5);
    await tamper(sql`delete from audit_events where org_id = ${org} and seq > 3`);
    expect((await verifyChain(store.db, org)).problem).toMatchObject({ kind: 'missing', seq: 4 });
    await writeMany(1);
    expect((await verifyChain(store.db, org)).problem).toMatchObject({ kind: 'missing', seq: 4 });
    await tamper(sql`delete from audit_events where org_id = ${org}`);
    expect((await verifyChain(store.db, org)).problem).toMatchObject({ kind: 'missing', seq: 1 });
  });

  test('detects swapped events and an inserted one', async () => {
    await writeMany(4);
    await tamper(sql`update audit_events set seq = 100 where org_id = ${org} and seq = 2`);
    await tamper(sql`update audit_events set seq = 2 where org_id = ${org} and seq = 3`);
    await tamper(sql`update audit_events set seq = 3 where org_id = ${org} and seq = 100`);
    expect((await verifyChain(store.db, org)).problem).toMatchObject({ kind: 'changed', seq: 2 });
  });

  test('detects an event beyond the stored head', async () => {
    await writeMany(2);
    await tamper(sql`
      insert into audit_events (id, org_id, actor_kind, action, target_kind, target_id, seq, prev_hash, hash)
      select ${newId('aud')}, org_id, 'operator', 'a.b', 'c', 'd', 3, hash, '\\x00' from audit_events
      where org_id = ${org} and seq = 2`);
    expect((await verifyChain(store.db, org)).intact).toBe(false);
    await tamper(sql`update audit_events set hash = audit_event_hash(audit_events) where org_id = ${org} and seq = 3`);
    expect((await verifyChain(store.db, org)).problem).toMatchObject({ kind: 'unknown', seq: 3 });
  });

  test('detects a rewritten log by a head that was kept outside', async () => {
    await writeMany(4);
    const { head } = await verifyChain(store.db, org);
    await tamper(sql`delete from audit_events where org_id = ${org}`);
    await tamper(sql`delete from audit_heads where org_id = ${org}`);
    await writeMany(3);
    expect(await verifyChain(store.db, org)).toMatchObject({ intact: true, events: 3 });
    expect((await verifyChain(store.db, org, head!)).problem).toMatchObject({ kind: 'missing', seq: 4 });
    await writeMany(2);
    expect((await verifyChain(store.db, org, head!)).problem).toMatchObject({ kind: 'rewritten', seq: 4 });
  });
});
