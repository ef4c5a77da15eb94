import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTracker } from './tracker.ts';

const states = fc.array(fc.record({ size: fc.nat(1_000_000), instances: fc.nat(500), moved: fc.nat(500) }));

test('what is done is never more than there is, and at the end both are exact', () => {
  fc.assert(
    fc.property(states, (all) => {
      const tracker = createTracker(all.map(({ size }) => size));
      const check = () => {
        const { done, total } = tracker.now();
        expect(done).toBeLessThanOrEqual(total);
        expect(Number.isInteger(total)).toBe(true);
      };
      check();
      for (const [position, { instances, moved }] of all.entries()) {
        tracker.opened(position, instances);
        tracker.ticked(position, instances + 1);
        check();
        tracker.opened(position, moved);
        check();
        tracker.ended(position, moved);
        check();
      }
      const sum = all.reduce((so, { moved }) => so + moved, 0);
      expect(tracker.now()).toEqual({ done: sum, total: sum });
    }),
    {
      examples: [
        [
          [
            { size: 0, instances: 1, moved: 1 },
            { size: 9, instances: 1, moved: 1 },
          ],
        ],
      ],
    },
  );
});
