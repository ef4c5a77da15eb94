import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK, createBlocks, MAX_DIMENSIONS } from './blocks.ts';
import { createMatrix, type Entry, type Question } from './matrix.ts';

type Known = Entry & { vector: Float32Array };

/** What is to be found, the plain way. */
function expected(known: Iterable<Known>, { vector, repo_id, except, limit }: Question) {
  return [...known]
    .filter((one) => repo_id === undefined || one.repo_id === null || one.repo_id === repo_id)
    .filter(({ id }) => !except?.has(id))
    .map(({ id, date, vector: own }) => {
      const cosine = vector.reduce((sum, value, i) => sum + value * own[i]!, 0);
      return { id, date, score: Math.round(cosine * 10_000) };
    })
    .sort((a, b) => b.score - a.score || (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

const DIMENSIONS = 24;
/** Few different directions, so that many are equally near, and nearly so. */
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

const plain = (best: { id: string; date: string; score: number }[]) =>
  best.map(({ id, date, score }) => ({ id, date, score: score + 0 }));

describe('the nearest in a matrix', () => {
  test('are those that comparing with every one finds, whatever was added, changed and forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 120 }),
        fc.array(question, { minLength: 1 }),
        async (changes, asks) => {
          const matrix = createMatrix(createBlocks(2 * BLOCK), DIMENSIONS);
          const known = new Map<string, Known>();
          for (const one of changes)
            if ('put' in one) {
              matrix.put(one.put, one.put.vector);
              known.set(one.put.id, one.put);
            } else {
              matrix.drop(one.drop);
              known.delete(one.drop);
            }
          expect([...matrix.stamps().keys()].sort()).toEqual([...known.keys()].sort());
          for (const ask of asks)
            expect(plain(await matrix.nearest(ask))).toEqual(plain(expected(known.values(), ask) as never));
        },
      ),
    );
  });

  test('what was learnt since is not forgotten', async () => {
    const matrix = createMatrix(createBlocks(BLOCK), 2);
    const vector = Float32Array.of(1, 0);
    matrix.put({ id: 'a', repo_id: null, date: '2024-01-01' }, vector);
    const [{ stamp } = { stamp: -1 }] = await matrix.nearest({ vector, limit: 1 });
    matrix.put({ id: 'a', repo_id: null, date: '2024-01-02' }, vector);
    matrix.drop('a', stamp);
    expect((await matrix.nearest({ vector, limit: 1 })).map(({ date }) => date)).toEqual(['2024-01-02']);
  });

  test('others get their turn while many are compared, and nothing that they change is missed', async () => {
    const blocks = createBlocks(400 * BLOCK);
    const [matrix, other] = [createMatrix(blocks, MAX_DIMENSIONS), createMatrix(blocks, MAX_DIMENSIONS)];
    const towards = (at: number, much: number) => {
      const vector = new Float32Array(MAX_DIMENSIONS);
      [vector[at], vector[MAX_DIMENSIONS - 1]] = [much, Math.sqrt(1 - much * much)];
      return vector;
    };
    const entryOf = (n: number) => ({ id: `inc-${n}`, repo_id: null, date: '2024-01-01' });
    const many = 300 * 16;
    for (let n = 0; n < many; n += 1) matrix.put(entryOf(n), towards(1, 0.1));
    other.put(entryOf(7), towards(2, 0.5));
    // The best lies last; forgetting the first moves it there, where the comparing has been.
    matrix.put(entryOf(many), towards(0, 1));
    const ask = { vector: towards(0, 1), limit: 1 };
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (turns === 1) matrix.drop('inc-0');
      if (turns < 50) setImmediate(turn);
    };
    setImmediate(turn);
    const [best, [alien]] = await Promise.all([
      matrix.nearest(ask),
      other.nearest({ vector: towards(2, 0.5), limit: 1 }),
    ]);
    expect(turns).toBeGreaterThan(1);
    expect(plain(best)).toEqual([{ id: `inc-${many}`, date: '2024-01-01', score: 10_000 }]);
    expect(alien).toMatchObject({ id: 'inc-7', score: 10_000 });
  });

  test('two that ask at the same time get each an answer of their own', async () => {
    const matrix = createMatrix(createBlocks(BLOCK), 2);
    matrix.put({ id: 'a', repo_id: null, date: '2024-01-01' }, Float32Array.of(1, 0));
    matrix.put({ id: 'b', repo_id: null, date: '2024-01-01' }, Float32Array.of(0, 1));
    const ask = (vector: Float32Array) => matrix.nearest({ vector, limit: 1 });
    const answers = await Promise.all([ask(Float32Array.of(1, 0)), ask(Float32Array.of(0, 0.5))]);
    expect(answers.map(plain)).toEqual([
      [{ id: 'a', date: '2024-01-01', score: 10_000 }],
      [{ id: 'b', date: '2024-01-01', score: 5_000 }],
    ]);
  });

  test('blocks that are not needed any more are given back', () => {
    const blocks = createBlocks(3 * BLOCK);
    const matrix = createMatrix(blocks, MAX_DIMENSIONS);
    const vector = new Float32Array(MAX_DIMENSIONS).fill(1 / 64);
    for (let n = 0; n < 48; n += 1) matrix.put({ id: `${n}`, repo_id: null, date: '2024-01-01' }, vector);
    expect([blocks.free(), matrix.full(), matrix.blocks()]).toEqual([0, true, 3]);
    for (let n = 0; n < 17; n += 1) matrix.drop(`${n}`);
    expect([blocks.free(), matrix.full(), matrix.size()]).toEqual([1, false, 31]);
    matrix.release();
    expect(blocks.free()).toBe(3);
  });
});
