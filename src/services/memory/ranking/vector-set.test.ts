import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVectorSet, type Entry, type Query, type Scored } from './vector-set.ts';

type Known = Entry & { vector: Float32Array };

/** The expected matches, by comparing with every vector. */
function expected(all: Iterable<Known>, { vector, repo_id, except, limit }: Query) {
  return [...all]
    .filter((one) => repo_id === undefined || one.repo_id === null || one.repo_id === repo_id)
    .filter(({ id }) => !except?.has(id))
    .map(({ id, date, vector: own }) => {
      const cosine = vector.reduce((sum, value, i) => sum + value * own[i]!, 0);
      return { id, date, score: Math.round(cosine * 10_000) + 0 };
    })
    .sort((a, b) => b.score - a.score || (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

const DIMENSIONS = 24;
/** Few different directions, so that many vectors are equally near, or almost. */
const unit = fc
  .record({ at: fc.nat(2), other: fc.nat(DIMENSIONS - 1), tilt: fc.constantFrom(0, 0, 0.00001, 0.0001, 0.3) })
  .map(({ at, other, tilt }) => {
    const vector = new Float32Array(DIMENSIONS);
    vector[at] = 1;
    vector[other]! += tilt;
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
const id = fc.integer({ min: 0, max: 60 }).map((n) => `inc-${n}`);
const repo = fc.constantFrom(null, 'repo_a', 'repo_b');
const entry = fc.record({
  id,
  repo_id: repo,
  date: fc.constantFrom('2024-01-31', '2024-02-01', '2023-12-31'),
  vector: unit,
});
const change = fc.oneof(
  { weight: 4, arbitrary: entry.map((put) => ({ put })) },
  { weight: 1, arbitrary: id.map((drop) => ({ drop })) },
);
const question = fc.record({
  vector: unit,
  repo_id: fc.constantFrom(undefined, 'repo_a', 'repo_b', 'repo_unknown'),
  except: fc.option(
    fc.uniqueArray(id).map((ids) => new Set(ids)),
    { nil: undefined },
  ),
  limit: fc.constantFrom(1, 3, 10, 100),
});

const plain = (best: Scored[]) => best.map(({ entry: { id, date }, score }) => ({ id, date, score: score + 0 }));

describe('a set of vectors', () => {
  test('finds the same as a full comparison, whatever was added, replaced and removed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 120 }),
        fc.array(question, { minLength: 1 }),
        async (changes, asks) => {
          const set = createVectorSet(DIMENSIONS);
          const known = new Map<string, Known>();
          for (const one of changes)
            if ('put' in one) {
              set.put(one.put, one.put.vector);
              known.set(one.put.id, one.put);
            } else {
              set.remove(one.drop);
              known.delete(one.drop);
            }
          expect(
            set
              .entries()
              .map((one) => one.id)
              .sort(),
          ).toEqual([...known.keys()].sort());
          for (const ask of asks) expect(plain(await set.nearest(ask))).toEqual(expected(known.values(), ask));
        },
      ),
    );
  });

  test('keeps an incident that was replaced since it was found', async () => {
    const set = createVectorSet(2);
    const vector = Float32Array.of(1, 0);
    set.put({ id: 'a', repo_id: null, date: '2024-01-01' }, vector);
    const [found] = await set.nearest({ vector, limit: 1 });
    set.put({ id: 'a', repo_id: null, date: '2024-01-02' }, vector);
    set.remove(found!.entry);
    expect((await set.nearest({ vector, limit: 1 })).map(({ entry }) => entry.date)).toEqual(['2024-01-02']);
  });

  test('gives other work its turn during a comparison, and misses none of its changes', async () => {
    const dimensions = 2048;
    const [set, other] = [createVectorSet(dimensions), createVectorSet(dimensions)];
    const towards = (at: number, much: number) => {
      const vector = new Float32Array(dimensions);
      [vector[at], vector[dimensions - 1]] = [much, Math.sqrt(1 - much * much)];
      return vector;
    };
    const entryOf = (n: number) => ({ id: `inc-${n}`, repo_id: null, date: '2024-01-01' });
    const many = 300 * 16;
    for (let n = 0; n < many; n += 1) set.put(entryOf(n), towards(1, 0.1));
    other.put(entryOf(7), towards(2, 0.5));
    // The best vector is the last one; removing the first moves it to a position that was compared already.
    set.put(entryOf(many), towards(0, 1));
    const ask = { vector: towards(0, 1).map((value) => value || 0.00001), limit: 1 };
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (turns === 1) set.remove('inc-0');
      if (turns < 50) setImmediate(turn);
    };
    setImmediate(turn);
    const [best, alien] = await Promise.all([set.nearest(ask), other.nearest({ vector: towards(2, 0.5), limit: 1 })]);
    expect(turns).toBeGreaterThan(1);
    expect(plain(best)).toEqual([{ id: `inc-${many}`, date: '2024-01-01', score: 10_000 }]);
    expect(plain(alien)).toMatchObject([{ id: 'inc-7', score: 10_000 }]);
  });

  test('answers two concurrent queries each by its own vector', async () => {
    const set = createVectorSet(2);
    set.put({ id: 'a', repo_id: null, date: '2024-01-01' }, Float32Array.of(1, 0));
    set.put({ id: 'b', repo_id: null, date: '2024-01-01' }, Float32Array.of(0, 1));
    const ask = (vector: Float32Array) => set.nearest({ vector, limit: 1 });
    const answers = await Promise.all([ask(Float32Array.of(1, 0)), ask(Float32Array.of(0, 0.5))]);
    expect(answers.map(plain)).toEqual([
      [{ id: 'a', date: '2024-01-01', score: 10_000 }],
      [{ id: 'b', date: '2024-01-01', score: 5_000 }],
    ]);
  });

  test('allocates and frees memory as it grows and shrinks, and keeps every vector', async () => {
    const set = createVectorSet(4);
    const entryOf = (n: number) => ({ id: `inc-${n}`, repo_id: null, date: '2024-01-01' });
    const vectorOf = (n: number) => Float32Array.of(Math.cos(n), Math.sin(n), 0, 0);
    const row = (4 + 1) * 4;
    expect([set.bytes(), set.growth()]).toEqual([0, 64 * row]);
    for (let n = 0; n < 2_100; n += 1) {
      const taken = set.bytes() + set.growth();
      set.put(entryOf(n), vectorOf(n));
      expect(set.bytes()).toBe(taken);
    }
    expect(set.bytes()).toBe((1024 + 1024 + 64) * row);
    for (let n = 0; n < 1_000; n += 1) set.remove(`inc-${n}`);
    expect([set.size(), set.bytes()]).toEqual([1_100, (1024 + 1024) * row]);
    const all = await set.nearest({ vector: vectorOf(0), limit: 5_000 });
    expect(all.map(({ entry }) => entry.id).sort()).toEqual(
      Array.from({ length: 1_100 }, (_, n) => `inc-${n + 1_000}`).sort(),
    );
    for (const { entry, score } of all)
      expect(score).toBeCloseTo(Math.round(Math.cos(Number(entry.id.slice(4))) * 10_000), -1);
    for (let n = 1_000; n < 2_100; n += 1) set.remove(`inc-${n}`);
    expect([set.size(), set.bytes()]).toEqual([0, 0]);
  });

  test('rejects a vector of another length, and finds nothing similar to zeros', async () => {
    const set = createVectorSet(2);
    const entry = { id: 'a', repo_id: null, date: '2024-01-01' };
    expect(() => set.put(entry, Float32Array.of(1))).toThrow('a vector of 1 numbers among vectors of 2');
    set.put(entry, Float32Array.of(1, 0));
    expect(await set.nearest({ vector: new Float32Array(2), limit: 1 })).toEqual([{ entry, score: 0 }]);
  });
});
