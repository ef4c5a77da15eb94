import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachBounded } from './bounded.ts';

test('every item is worked on once, and never more than the limit at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 })), fc.integer({ min: 1, max: 5 }), async (turns, limit) => {
      const seen: number[] = [];
      let running = 0;
      await forEachBounded(turns.entries(), limit, async ([i, pauses]) => {
        running += 1;
        expect(running).toBeLessThanOrEqual(limit);
        for (let turn = 0; turn < pauses; turn += 1) await Promise.resolve();
        seen.push(i);
        running -= 1;
      });
      expect(seen.sort((a, b) => a - b)).toEqual([...turns.keys()]);
    }),
  );
});

test('a failure is thrown once what runs has ended, and nothing new is started', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const run = forEachBounded([1, 2, 3, 4], 2, async (n) => {
    started.push(n);
    if (n === 1) throw new Error('one');
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.push(n);
  });
  await expect(run).rejects.toThrow('one');
  expect([started, ended]).toEqual([[1, 2], [2]]);
});
