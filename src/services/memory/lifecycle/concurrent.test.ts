import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../../../testkit/database.ts';
import { momentOf as moment, tellingAnalysis, type Word } from '../../../../testkit/telling-analysis.ts';
import { makeOrganization } from '../../../../testkit/walk.ts';
import { newId } from '../../../base/ids.ts';
import type { Store } from '../../../store/database.ts';
import { latestIncidents, lockIncidents, openIncidents } from '../../../store/queries/drift-incidents.ts';
import { deleteSome } from '../../../store/queries/incident-removal.ts';
import { transact } from '../../../store/transact.ts';
import { createQueue } from '../../../jobs/queue.ts';
import type { Queue } from '../../../jobs/types.ts';
import { QUEUES } from '../../../server/queues.ts';
import { asDatabaseUser, within, scoped } from '../../../store/scope.ts';
import type { Jobs } from '../../base/jobs.ts';

describe.each(await databases())('incidents of concurrent analyses on $kind', ({ open, kind }) => {
  let store: Store;
  let queue: Queue<Jobs>;
  let org: string;
  beforeAll(async () => {
    store = await open();
    queue = createQueue<Jobs>(store.boss, { queues: QUEUES, onError: (error) => console.error(error) });
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    org = (await makeOrganization(store, `lives-${newId('org').slice(-8)}`)).id;
  });

  const analysis = (second: number) => tellingAnalysis({ store, queue }, org, second);
  const incidents = () =>
    within(store.db, 'instance').selectFrom('incidents').selectAll().where('org_id', '=', org).orderBy('id').execute();
  const drift: Word = { drifts: ['size'] };
  const state = async () =>
    (await incidents()).map((one) => [one.resource, one.status, one.resolution, one.times_seen].join(' '));

  test('stores incidents of concurrent analyses once, without deadlocks, and counts every analysis', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `aws_thing.x${i}`);
    const running = await Promise.all(Array.from({ length: 5 }, () => analysis(0)));
    // The same batches in opposite orders: locks in order of arrival would deadlock.
    await Promise.all(
      running.map(async ({ say, end }, n) => {
        for (let from = 0; from < names.length; from += 60) {
          const words = names.slice(from, from + 60).map((name) => [name, drift] as const);
          await say(Object.fromEntries(n % 2 === 0 ? words : words.toReversed()), 1);
        }
        await end(2);
      }),
    );
    const found = await incidents();
    expect(found.map(({ resource }) => resource).toSorted()).toEqual(names.toSorted());
    expect(new Set(found.map(({ times_seen: times, status }) => `${status} ${times}`))).toEqual(new Set(['open 5']));
    expect(new Set(found.map(({ analyses }) => analyses.toSorted().join()))).toEqual(
      new Set([
        running
          .map(({ id }) => id)
          .toSorted()
          .join(),
      ]),
    );
    for (const { told } of running) expect(new Set(await told())).toEqual(new Set(found.map(({ id }) => id)));
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from incident_vectors where org_id = ${org}`.execute(asDatabaseUser(store.db));
    expect(rows).toEqual([{ n: names.length }]);

    // The drift is gone: all analyses end the incidents at once, while one still finds some of them.
    const after = await Promise.all(Array.from({ length: 4 }, () => analysis(10)));
    await Promise.all(
      after.map(async ({ say, end }, n) => {
        const words = names.map((name) => [name, n === 3 && name.endsWith('7') ? drift : {}] as const);
        await say(Object.fromEntries(n % 2 === 0 ? words : words.toReversed()), 11);
        await end(12);
      }),
    );
    const still = (await incidents()).filter(({ status }) => status === 'open');
    expect((await incidents()).every(({ resource, status }) => resource.endsWith('7') || status === 'resolved')).toBe(
      true,
    );
    expect(new Set((await incidents()).map(({ resource, status }) => `${resource} ${status}`)).size).toBe(
      (await incidents()).length,
    );
    for (const one of still) expect(one.times_seen).toBe(6);
  });

  test('keeps an incident open that a later analysis saw, though an earlier one ends after it', async () => {
    const before = await analysis(0);
    await before.say({ 'a.b': drift }, 1);
    await before.end(2);
    const slow = await analysis(10);
    await slow.say({ 'a.b': {} }, 11);
    const later = await analysis(20);
    await later.say({ 'a.b': drift }, 21);
    await later.end(22);
    await slow.end(30);
    expect(await state()).toEqual(['a.b open  2']);
    // The other way round: drift that was seen before the resolution does not reopen it.
    const late = await analysis(40);
    const good = await analysis(41);
    await good.say({ 'a.b': {} }, 42);
    await good.end(43);
    await late.say({ 'a.b': drift }, 41);
    await late.end(50);
    expect(await state()).toEqual(['a.b resolved reverted 2']);
    expect(await late.told()).toEqual([(await incidents())[0]!.id]);
    const next = await analysis(60);
    await next.say({ 'a.b': drift }, 61);
    await next.end(62);
    expect(await state()).toEqual(['a.b resolved reverted 2', 'a.b open  1']);
  });

  test('keeps the texts of an incident while its drift is a side effect', async () => {
    const first = await analysis(0);
    await first.say({ 'a.b': { drifts: ['size'], severity: 'high' } }, 1);
    await first.end(2);
    const [opened] = await incidents();
    const second = await analysis(10);
    await second.say(
      { 'a.b': { drifts: ['other'], severity: 'low', cause: 'a.c' }, 'a.d': { ...drift, cause: 'a.c' } },
      11,
    );
    await second.end(12);
    const [after, more] = await incidents();
    expect(more).toBeUndefined();
    const same = ['id', 'summary', 'severity', 'attributes', 'status'] as const;
    for (const field of same) expect(after?.[field]).toEqual(opened?.[field]);
    expect(after).toMatchObject({ times_seen: 2, last_seen_at: moment(11) });
    expect(await second.told()).toEqual([opened!.id, null]);
  });

  test('keeps the first day of drift from before there were incidents', async () => {
    const old = await analysis(0);
    await old.say({ 'a.b': drift }, 1);
    await old.end(2);
    await sql`update findings set incident_id = null where org_id = ${org}`.execute(asDatabaseUser(store.db));
    await sql`delete from incidents where org_id = ${org}`.execute(asDatabaseUser(store.db));
    const next = await analysis(86_400);
    await next.say({ 'a.b': drift }, 86_401);
    await next.end(86_402);
    expect(await incidents()).toMatchObject([
      { first_seen_at: moment(1), last_seen_at: moment(86_401), date: '2026-01-15', times_seen: 1 },
    ]);
  });

  test.each(['insert', 'update'])('stores incidents again after the database rolled back: %s', async (what) => {
    const first = await analysis(0);
    if (what === 'update') {
      await first.say({ 'a.b': drift }, 1);
      await first.end(2);
    }
    await sql`create sequence taken_back`.execute(asDatabaseUser(store.db));
    await sql`
      create function take_back() returns trigger language plpgsql as $$ begin
        if nextval('taken_back') <= 2 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$`.execute(asDatabaseUser(store.db));
    try {
      await sql`create trigger take_back before ${sql.raw(what)} on incidents for each row execute function take_back()`.execute(
        asDatabaseUser(store.db),
      );
      const one = what === 'insert' ? first : await analysis(10);
      await one.say({ 'a.b': what === 'insert' ? drift : {} }, 11);
      await one.end(12);
    } finally {
      await sql`drop function take_back cascade`.execute(asDatabaseUser(store.db));
      await sql`drop sequence taken_back`.execute(asDatabaseUser(store.db));
    }
    expect(await state()).toEqual([what === 'insert' ? 'a.b open  1' : 'a.b resolved reverted 1']);
  });

  if (kind === 'postgres')
    test('deletes all incidents while an analysis resolves some, without an error', async () => {
      const names = ['a.b', 'a.c', 'a.d', 'a.e', 'a.f', 'a.g'];
      for (let round = 0; round < 8; round += 1) {
        const first = await analysis(round * 100);
        await first.say(Object.fromEntries(names.map((name) => [name, drift])), round * 100 + 1);
        await first.end(round * 100 + 2);
        const second = await analysis(round * 100 + 10);
        // Some are in sync, others are missing from the state: two sets that interleave by id.
        const calm = names.filter((_, n) => n % 2 === round % 2).map((name) => [name, {}] as const);
        const forget = () =>
          transact(store, (trx) => deleteSome(scoped(trx, { org_id: org }), { repo_id: undefined, limit: 500 }));
        const ended = second.say(Object.fromEntries(calm), round * 100 + 11).then(() => second.end(round * 100 + 12));
        await Promise.all([ended, forget(), forget()]);
        await forget();
      }
      expect(await incidents()).toEqual([]);
    });

  /** Waits until a transaction waits for a lock. */
  async function waited(): Promise<void> {
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          asDatabaseUser(store.db),
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
  }

  if (kind === 'postgres')
    test('opens and locks incidents in one order, in whatever order they come', async () => {
      const row = (resource: string) => ({
        org_id: org,
        id: newId('inc'),
        repo_id: null,
        resource,
        type: null,
        summary: 'x',
        details: null,
        date: '2026-01-15',
        status: 'open' as const,
        source: 'drift' as const,
        lineage: 'line',
        kind: 'changed' as const,
      });
      const [one, other] = [await store.db.startTransaction().execute(), await store.db.startTransaction().execute()];
      expect(await openIncidents(one, [row('a')])).toBe(true);
      const opening = openIncidents(other, [row('b'), row('a')]);
      await waited();
      // If the other transaction held b already, it would wait for a, and this one for b.
      expect(await openIncidents(one, [row('b')])).toBe(true);
      await one.commit().execute();
      expect(await opening).toBe(false);
      await other.rollback().execute();

      const known = await latestIncidents(scoped(store.db, { org_id: org }), 'line', ['a', 'b']);
      expect(known.map(({ resource }) => resource)).toEqual(['a', 'b']);
      const [first, second] = [
        await store.db.startTransaction().execute(),
        await store.db.startTransaction().execute(),
      ];
      const ids = known.map(({ id }) => id).toSorted();
      const there = async (locking: ReturnType<typeof lockIncidents>) => [...(await locking).keys()];
      expect(await there(lockIncidents(scoped(first, { org_id: org }), ids.slice(0, 1)))).toEqual(ids.slice(0, 1));
      const locking = there(lockIncidents(scoped(second, { org_id: org }), ids.toReversed()));
      await waited();
      expect(await there(lockIncidents(scoped(first, { org_id: org }), ids.slice(1)))).toEqual(ids.slice(1));
      await within(first, 'instance').deleteFrom('incidents').where('id', '=', ids[1]!).execute();
      await first.commit().execute();
      expect(await locking).toEqual(ids.slice(0, 1));
      await second.rollback().execute();
    });

  if (kind === 'postgres')
    test('opens an incident again that is being deleted', async () => {
      const first = await analysis(0);
      await first.say({ 'a.b': drift }, 1);
      await first.end(2);
      const [before] = await incidents();
      const second = await analysis(10);
      const deletion = await store.db.startTransaction().execute();
      await within(deletion, 'instance').deleteFrom('incidents').where('id', '=', before!.id).execute();
      const said = second.say({ 'a.b': drift }, 11);
      await waited();
      await deletion.commit().execute();
      await said;
      const [after] = await incidents();
      expect(after?.id).not.toBe(before!.id);
      expect(await second.told()).toEqual([after!.id]);
    });
});
