import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, databases } from '../../../../testkit/database.ts';
import { missing } from '../../../../testkit/needs.ts';
import {
  dice,
  forget,
  organizationWithRepositories,
  saveIncidentVector,
  unitVector,
  type StoredVector,
} from '../../../../testkit/vectors.ts';
import { openDatabase, type Store } from '../../../store/database.ts';
import { migrate } from '../../../store/migrate.ts';
import { vectorText, type Ask, type Match } from '../../../store/queries/incident-vectors.ts';
import type { OrgScope } from '../../../store/scope.ts';
import { createRanking } from './ranking.ts';
import { createVectorCache } from './vector-cache.ts';
import { within } from '../../../store/scope.ts';
import { asDatabaseUser, scoped } from '../../../store/scope.ts';

const BYTES = 8 * 1024 * 1024;
const MODELS = ['small', 'large'] as const;
const DIMENSIONS = { small: 24, large: 96 };

/** The expected matches, by comparing with every vector. */
function expected(stored: Iterable<StoredVector>, { model, vector, repo_id, limit }: Ask) {
  return [...stored]
    .filter((one) => one.model === model && (repo_id === undefined || [null, repo_id].includes(one.repo_id)))
    .flatMap(({ id, date, vector: own }) => {
      const cosine = own && vector.reduce((sum, value, i) => sum + value * own[i]!, 0);
      return cosine === undefined
        ? []
        : [{ id, date, similarity: Math.min(1, Math.round(cosine * 10_000) / 10_000) + 0 }];
    })
    .sort((a, b) => b.similarity - a.similarity || (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

const shown = (matches: Match[]) => matches.map(({ id, date, similarity }) => ({ id, date, similarity }));

describe.each(await databases())('ranking on $kind', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const write = (scope: OrgScope, row: StoredVector) =>
    store.db.transaction().execute((trx) => saveIncidentVector(scoped(trx, scope), row));
  /** A ranking with the organization's vectors in memory. */
  async function warm(scope: OrgScope, models: readonly string[] = MODELS, bytes = BYTES) {
    const ranking = createRanking(store, { bytes });
    for (const model of models) {
      await ranking.nearest(scope, { model, vector: Float32Array.of(1), limit: 1 }).catch(() => undefined);
      await ranking.settled();
    }
    return ranking;
  }

  test('finds the same as a full comparison, in memory and in the database, while incidents change', async () => {
    const { scope, repos } = await organizationWithRepositories(store);
    const roll = dice(7);
    const [one, two] = [await warm(scope), await warm(scope)];
    const byDatabase = createRanking(store, { bytes: 0 });
    const known = new Map<string, StoredVector>();
    const pick = <T>(from: readonly T[]) => from[Math.floor(roll() * from.length)]!;
    for (let round = 0; round < 250; round += 1) {
      const model = pick(MODELS);
      const id = `inc-${Math.floor(roll() * 60)}`;
      if (roll() < 0.25 && known.delete(id)) await forget(store, scope, id);
      else if (roll() < 0.8) {
        const vector = roll() < 0.05 ? undefined : unitVector(DIMENSIONS[model], roll, roll() < 0.7);
        const stored = { id, model, repo_id: pick([null, ...repos]), date: pick(['2024-01-31', '2024-02-01']), vector };
        await write(scope, stored);
        known.set(id, stored);
      }
      const asked = pick(MODELS);
      const vector = unitVector(DIMENSIONS[asked], roll, roll() < 0.5);
      const ask = { model: asked, vector, repo_id: pick([undefined, ...repos]), limit: pick([1, 5, 100]) };
      const wanted = expected(known.values(), ask);
      for (const ranking of [one, two]) expect(shown(await ranking.nearest(scope, ask))).toEqual(wanted);
      // The database sums with 32 bits, so the last digit may differ.
      const there = await byDatabase.nearest(scope, ask);
      for (const [at, { similarity }] of there.entries())
        expect(Math.abs(similarity - wanted[at]!.similarity)).toBeLessThan(0.000_11);
      expect(there).toHaveLength(wanted.length);
    }
    expect(known.size).toBeGreaterThan(20);
  });

  test('shows the incident’s texts, and skips excluded incidents', async () => {
    const { scope } = await organizationWithRepositories(store);
    const vector = Float32Array.of(1, 0);
    for (const id of ['a', 'b']) await write(scope, { id, model: 'm', repo_id: null, date: '2024-01-31', vector });
    for (const ranking of [await warm(scope, ['m']), createRanking(store, { bytes: 0 })]) {
      const found = await ranking.nearest(scope, { model: 'm', vector, limit: 2, except: new Set(['a']) });
      const texts = { resource: 'resource of b', summary: 'summary of b' };
      expect(found).toEqual([{ id: 'b', date: '2024-01-31', similarity: 1, ...texts }]);
    }
  });

  test('finds each of 1,000 new incidents in the next call, on every instance', async () => {
    const { scope } = await organizationWithRepositories(store);
    const instances = [await warm(scope, ['m']), await warm(scope, ['m'])];
    const roll = dice(11);
    let misses = 0;
    for (let n = 0; n < 1_000; n += 1) {
      const vector = unitVector(16, roll);
      const id = `inc-${n}`;
      await sql`with made as (
          insert into incidents (org_id, id, resource, summary, date, status, source)
          values (${scope.org_id}, ${id}, 'r', 's', '2024-01-31', 'resolved', 'manual'))
        insert into incident_vectors (org_id, incident_id, model, date, embedding)
          values (${scope.org_id}, ${id}, 'm', '2024-01-31', ${vectorText(vector)})`.execute(asDatabaseUser(store.db));
      const [found] = await instances[n % 2]!.nearest(scope, { model: 'm', vector, limit: 1 });
      if (found?.id !== id) misses += 1;
    }
    expect(misses).toBe(0);
  });

  test('does not find rolled back incidents', async () => {
    const { scope } = await organizationWithRepositories(store);
    const vector = Float32Array.of(1, 0);
    const ranking = await warm(scope, ['m']);
    const failed = store.db.transaction().execute(async (trx) => {
      await saveIncidentVector(scoped(trx, scope), { id: 'a', model: 'm', repo_id: null, date: '2024-01-31', vector });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await ranking.nearest(scope, { model: 'm', vector, limit: 1 })).toEqual([]);
  });

  test('finds everything from before the call, whatever changes at the same time', async () => {
    const { scope } = await organizationWithRepositories(store);
    const ranking = await warm(scope, ['m']);
    const vector = unitVector(16, dice(3));
    const [there, gone] = [new Set<string>(), new Set<string>()];
    const vectorOf = (id: string) => ({ id, model: 'm', repo_id: null, date: '2024-01-31', vector });
    async function writeAndRemove(who: number): Promise<void> {
      for (let n = 0; n < 25; n += 1) {
        const id = `inc-${who}-${n}`;
        await write(scope, vectorOf(id));
        there.add(id);
        if (n % 3 !== 0) continue;
        there.delete(id);
        await forget(store, scope, id);
        gone.add(id);
      }
    }
    async function ask(): Promise<void> {
      for (let n = 0; n < 40; n += 1) {
        const [before, never] = [new Set(there), new Set(gone)];
        const found = new Set((await ranking.nearest(scope, { model: 'm', vector, limit: 1_000 })).map(({ id }) => id));
        for (const id of before) if (there.has(id)) expect(found).toContain(id);
        for (const id of found) expect(never).not.toContain(id);
      }
    }
    await Promise.all([writeAndRemove(1), writeAndRemove(2), writeAndRemove(3), ask(), ask()]);
    const found = await ranking.nearest(scope, { model: 'm', vector, limit: 1_000 });
    expect(found.map(({ id }) => id)).toEqual([...there].sort());
  });

  test('finds only what is left after all incidents of a project were deleted', async () => {
    const { scope } = await organizationWithRepositories(store);
    const roll = dice(5);
    const near = unitVector(16, roll);
    const far = near.map((value) => -value);
    for (let n = 0; n < 300; n += 1)
      await write(scope, {
        id: `inc-${n}`,
        model: 'm',
        repo_id: null,
        date: '2024-01-31',
        vector: n === 299 ? far : near,
      });
    const ranking = await warm(scope, ['m']);
    expect(await ranking.nearest(scope, { model: 'm', vector: near, limit: 5 })).toHaveLength(5);
    await within(store.db, 'instance')
      .deleteFrom('incidents')
      .where('org_id', '=', scope.org_id)
      .where('id', '<>', 'inc-299')
      .execute();
    const left = [{ id: 'inc-299', date: '2024-01-31', similarity: -1 }];
    expect(shown(await ranking.nearest(scope, { model: 'm', vector: near, limit: 5 }))).toEqual(left);
  });

  test('isolates organizations with similar incidents from each other', async () => {
    const [mine, theirs] = [await organizationWithRepositories(store), await organizationWithRepositories(store)];
    const vector = Float32Array.of(1, 0);
    for (const { scope } of [mine, theirs])
      for (const id of ['a', 'b', 'c'])
        await write(scope, {
          id,
          model: 'm',
          repo_id: null,
          date: scope === mine.scope ? '2024-01-01' : '2024-02-02',
          vector,
        });
    const ranking = await warm(mine.scope, ['m']);
    const all = { model: 'm', vector, limit: 10 };
    await ranking.nearest(theirs.scope, all);
    await ranking.settled();
    await forget(store, theirs.scope, 'a');
    await write(mine.scope, { id: 'd', model: 'm', repo_id: null, date: '2024-01-01', vector });
    const days = async (scope: OrgScope) => (await ranking.nearest(scope, all)).map(({ id, date }) => `${id} ${date}`);
    expect(await days(mine.scope)).toEqual(['a 2024-01-01', 'b 2024-01-01', 'c 2024-01-01', 'd 2024-01-01']);
    expect(await days(theirs.scope)).toEqual(['b 2024-02-02', 'c 2024-02-02']);
    // A repository of another organization has no incidents of its own here.
    expect(await ranking.nearest(mine.scope, { ...all, repo_id: theirs.repos[0] })).toHaveLength(4);
  });

  test('evicts vectors that were not used lately, and ranks those in the database', async () => {
    let now = 0;
    // A small set of two dimensions takes 768 bytes.
    const cache = createVectorCache(store.db, 1_200, () => now);
    const orgs = await Promise.all(Array.from({ length: 4 }, () => organizationWithRepositories(store)));
    const vector = Float32Array.of(1, 0);
    for (const { scope } of orgs)
      await write(scope, { id: 'a', model: 'm', repo_id: null, date: '2024-01-31', vector });
    const has = async (at: number) => {
      cache.get(orgs[at]!.scope, 'm');
      await cache.settled();
      return cache.get(orgs[at]!.scope, 'm') !== undefined;
    };
    expect(await has(0)).toBe(true);
    expect(await has(1)).toBe(false);
    now += 30_000;
    expect(await has(0)).toBe(true);
    now += 59_000;
    expect(await has(2)).toBe(false);
    now += 2_000;
    expect(await has(3)).toBe(true);
    now += 61_000;
    expect(await has(2)).toBe(true);
  });

  test('reserves memory once per organization, however often it is requested while others load', async () => {
    let now = 0;
    const cache = createVectorCache(store.db, 1_600, () => now);
    const [mine, theirs] = [await organizationWithRepositories(store), await organizationWithRepositories(store)];
    const vector = Float32Array.of(1, 0);
    for (const { scope } of [mine, theirs])
      await write(scope, { id: 'a', model: 'm', repo_id: null, date: '2024-01-31', vector });
    for (let n = 0; n < 40; n += 1) {
      cache.get(mine.scope, 'm');
      now += 61_000;
    }
    await cache.settled();
    now += 61_000;
    for (let n = 0; n < 10; n += 1) {
      const [one, other] = n % 2 === 0 ? [mine, theirs] : [theirs, mine];
      for (const { scope } of [one, other]) {
        cache.get(scope, 'm');
        await cache.settled();
        expect(cache.get(scope, 'm')).toBeDefined();
      }
    }
  });

  test('stays within its memory limit, and ranks an organization that outgrows it in the database', async () => {
    const { scope } = await organizationWithRepositories(store);
    const cache = createVectorCache(store.db, 1_200);
    const vectorOf = (n: number) => ({
      id: `inc-${n}`,
      model: 'm',
      repo_id: null,
      date: '2024-01-31',
      vector: Float32Array.of(1, 0),
    });
    await write(scope, vectorOf(0));
    cache.get(scope, 'm');
    await cache.settled();
    const vectors = cache.get(scope, 'm')!;
    for (let n = 1; n <= 64; n += 1) await write(scope, vectorOf(n));
    await cache.refresh(vectors);
    expect(vectors.evicted).toBe(true);
    expect(cache.get(scope, 'm')).toBeUndefined();
  });

  test('loads many new vectors while the database answers', async () => {
    const { scope } = await organizationWithRepositories(store);
    const cache = createVectorCache(store.db, BYTES);
    cache.get(scope, 'm');
    await cache.settled();
    const vectors = cache.get(scope, 'm')!;
    await store.db.transaction().execute(async (trx) => {
      await sql`insert into incidents (org_id, id, resource, summary, date, status, source)
        select ${scope.org_id}, 'inc-' || n, 'r', 's', '2024-01-31', 'resolved', 'manual' from generate_series(1, 2500) n`.execute(
        asDatabaseUser(trx),
      );
      await sql`insert into incident_vectors (org_id, incident_id, model, date, embedding)
        select ${scope.org_id}, 'inc-' || n, 'm', '2024-01-31', '[1,0]' from generate_series(1, 2500) n`.execute(
        asDatabaseUser(trx),
      );
    });
    await cache.refresh(vectors);
    expect(vectors.evicted).toBe(true);
    expect(cache.get(scope, 'm')).toBeUndefined();
    await cache.settled();
    expect(cache.get(scope, 'm')?.set?.size()).toBe(2500);
  });

  test('reads rows with transaction numbers of another server once', async () => {
    const { scope } = await organizationWithRepositories(store);
    const vector = Float32Array.of(1, 0);
    await write(scope, { id: 'a', model: 'm', repo_id: null, date: '2024-01-31', vector });
    const ahead = sql<string>`(pg_current_xact_id()::text::bigint + 1000000)::text::xid8`;
    await within(store.db, 'instance')
      .updateTable('incident_vectors')
      .set({ written: ahead })
      .where('org_id', '=', scope.org_id)
      .execute();
    const ranking = await warm(scope, ['m']);
    const rows = within(store.db, 'instance')
      .selectFrom('incident_vectors')
      .select('incident_id')
      .where('org_id', '=', scope.org_id);
    const later = rows.where(sql<boolean>`written >= pg_snapshot_xmax(pg_current_snapshot())`);
    expect(await later.execute()).toEqual([]);
    expect(await ranking.nearest(scope, { model: 'm', vector, limit: 1 })).toHaveLength(1);
    await write(scope, { id: 'b', model: 'm', repo_id: null, date: '2024-02-01', vector });
    expect((await ranking.nearest(scope, { model: 'm', vector, limit: 1 })).map(({ id }) => id)).toEqual(['b']);
  });
});

describe.skipIf(await missing('postgres'))('ranking of two servers on one Postgres', () => {
  test('finds what the other server wrote, also in a long transaction after its end', async () => {
    const database = await createDatabase();
    const stores = [
      await openDatabase({ url: database!.url, dataDir: '' }),
      await openDatabase({ url: database!.url, dataDir: '' }),
    ];
    try {
      const [one, two] = stores as [Store, Store];
      await migrate(one.db);
      const { scope } = await organizationWithRepositories(one);
      const vector = Float32Array.of(1, 0);
      const rankings = stores.map((store) => createRanking(store, { bytes: BYTES }));
      const ids = async () => {
        const found = await Promise.all(
          rankings.map((ranking) => ranking.nearest(scope, { model: 'm', vector, limit: 9 })),
        );
        return found.map((matches) => matches.map(({ id }) => id).join());
      };
      const vectorOf = (id: string) => ({ id, model: 'm', repo_id: null, date: '2024-01-31', vector });
      await ids();
      for (const ranking of rankings) await ranking.settled();
      await one.db.transaction().execute((trx) => saveIncidentVector(scoped(trx, scope), vectorOf('a')));
      expect(await ids()).toEqual(['a', 'a']);
      await two.db.transaction().execute(async (long) => {
        await saveIncidentVector(scoped(long, scope), vectorOf('b'));
        await one.db.transaction().execute((trx) => saveIncidentVector(scoped(trx, scope), vectorOf('c')));
        expect(await ids()).toEqual(['a,c', 'a,c']);
        expect(await ids()).toEqual(['a,c', 'a,c']);
      });
      expect(await ids()).toEqual(['a,b,c', 'a,b,c']);
      await forget(two, scope, 'a');
      expect(await ids()).toEqual(['b,c', 'b,c']);
    } finally {
      for (const store of stores) await store.close();
      await database?.drop();
    }
  });
});
