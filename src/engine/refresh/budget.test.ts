import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from './budget.ts';

test('no more is in at once than fits, all get their turn in their order, and what fits nowhere is in alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30), { maxLength: 20 }), async (weights) => {
      const budget = createBudget(10);
      const inside = new Map<number, number>();
      const entered: number[] = [];
      const work = (weight: number, n: number) =>
        budget.within(weight, async () => {
          entered.push(n);
          inside.set(n, weight);
          const sum = [...inside.values()].reduce((so, one) => so + one, 0);
          const others = [...inside.keys()].filter((one) => one !== n && (weights[one] ?? 0) > 0);
          expect(sum <= 10 || others.length === 0).toBe(true);
          await Promise.resolve();
          inside.delete(n);
          if (n % 3 === 0) throw new Error('failed');
        });
      await Promise.allSettled(weights.map(work));
      expect(entered).toEqual([...weights.keys()]);
      expect(await budget.within(10, () => Promise.resolve('in'))).toBe('in');
    }),
  );
});
