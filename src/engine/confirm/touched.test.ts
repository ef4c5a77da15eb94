import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Path } from '../../base/value.ts';
import { touchedPaths } from './plan-check.ts';

const leads = (a: Path, b: Path) => a.length <= b.length && a.every((step, i) => step === b[i]);

test('agrees with comparing each path with each', () => {
  const path = fc.array(fc.constantFrom<string | number>('a', 'b', 0, 1), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(path, { maxLength: 6 }), path, (paths, one) => {
      const touched = touchedPaths(paths);
      expect(touched.touches(one)).toBe(paths.some((other) => leads(other, one) || leads(one, other)));
      expect(touched.leadsTo(one)).toBe(paths.some((other) => leads(other, one)));
    }),
    { numRuns: 2_000 },
  );
});
