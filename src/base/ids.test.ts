import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base62, newId } from './ids.ts';

test('ids have a fixed shape, differ, and sort by the time they were made', () => {
  const time = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [first, second] = [newId('an', a), newId('an', b)];
      expect(first).toMatch(/^an_[0-9A-Za-z]{22}$/);
      expect(first).not.toBe(second);
      if (a !== b) expect(first < second).toBe(a < b);
    }),
  );
});

test('base62 keeps the order of numbers', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const order = Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const [x, y] = [base62(a, 22), base62(b, 22)];
      expect(x === y ? 0 : x < y ? -1 : 1).toBe(order);
    }),
  );
});
