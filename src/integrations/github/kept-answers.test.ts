import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';
import { createTurns } from './turns.ts';

const answer = (text: string, etag?: string) => ({
  status: 200,
  headers: new Headers(etag === undefined ? {} : { etag }),
  text,
});

test('what is kept stays within its bounds, is the newest of its kind, and what is asked for outlives what is not', () => {
  const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.nat(12), find: fc.boolean() }));
  fc.assert(
    fc.property(steps, (all) => {
      const kept = createKeptAnswers(20, 10);
      /** What should be there, those last used at the end. */
      const model = new Map<string, string>();
      for (const { key, size, find } of all) {
        if (find) {
          expect(kept.find(key)?.answer.text).toBe(model.get(key));
          const known = model.get(key);
          if (known !== undefined && model.delete(key)) model.set(key, known);
          continue;
        }
        kept.keep(key, answer('x'.repeat(size), '"e"'));
        model.delete(key);
        if (size <= 10) model.set(key, 'x'.repeat(size));
        const total = () => [...model.values()].join('').length;
        for (const oldest of model.keys()) if (total() > 20) model.delete(oldest);
      }
    }),
  );
});

test('what has no ETag is not kept, and takes the place of what had one', () => {
  const kept = createKeptAnswers();
  kept.keep('a', answer('1', '"one"'));
  expect(kept.find('a')?.etag).toBe('"one"');
  kept.keep('a', answer('2'));
  expect(kept.find('a')).toBeUndefined();
});

test('no more works run at once than may; those that wait go in their order, also after one that failed', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const work = (n: number) => async () => {
    begun.push(n);
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    if (n === 1) throw new Error('no');
  };
  await Promise.allSettled([0, 1, 2, 3, 4].map((n) => inTurn(work(n))));
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4], 2]);
});
