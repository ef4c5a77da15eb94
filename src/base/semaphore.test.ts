import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('runs no more than its slots at once, the others in their order, also after a failure', async () => {
  const slots = createSemaphore(2);
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
  await Promise.allSettled([0, 1, 2, 3, 4].map((n) => slots.run(work(n))));
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4], 2]);
});

test('admits work in order and within the capacity, and runs oversized work alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30), { maxLength: 20 }), async (weights) => {
      const slots = createSemaphore(10);
      const inside = new Map<number, number>();
      const entered: number[] = [];
      const work = (weight: number, n: number) =>
        slots.run(async () => {
          entered.push(n);
          inside.set(n, weight);
          const sum = [...inside.values()].reduce((so, one) => so + one, 0);
          const others = [...inside.keys()].filter((one) => one !== n && (weights[one] ?? 0) > 0);
          expect(sum <= 10 || others.length === 0).toBe(true);
          await Promise.resolve();
          inside.delete(n);
          if (n % 3 === 0) throw new Error('failed');
        }, weight);
      await Promise.allSettled(weights.map(work));
      expect(entered).toEqual([...weights.keys()]);
      expect(await slots.run(() => Promise.resolve('in'), 10)).toBe('in');
    }),
  );
});
