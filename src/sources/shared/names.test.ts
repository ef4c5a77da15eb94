import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { commonRange } from './names.ts';

/** Few letters, so that prefixes often match. */
const name = array(constantFrom('a', 'b', '/', 'ü'), { maxLength: 5 }).map((letters) => letters.join(''));

test('has exactly the names that begin with both prefixes', () => {
  assert(
    property(name, name, name, (one, other, key) => {
      const range = commonRange(one, other);
      const isIn = range !== undefined && key.startsWith(range);
      expect(isIn).toBe(key.startsWith(one) && key.startsWith(other));
    }),
  );
});

test('is the same whichever prefix comes first, and never wider than one of them', () => {
  assert(
    property(name, name, (one, other) => {
      expect(commonRange(one, other)).toBe(commonRange(other, one));
      expect((commonRange(one, other) ?? one).startsWith(one)).toBe(true);
    }),
  );
});
