import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKeyShaped, newKey } from './format.ts';

test('makes keys of the documented shape and accepts them', () => {
  const key = newKey();
  expect(key).toMatch(/^plk_[0-9A-Za-z]{49}$/);
  expect(isKeyShaped(key)).toBe(true);
});

test('rejects a key with one changed character before any look-up', () => {
  const key = newKey();
  fc.assert(
    fc.property(fc.integer({ min: 4, max: key.length - 1 }), fc.constantFrom('0', 'A', 'z', '9'), (at, letter) => {
      fc.pre(key[at] !== letter);
      expect(isKeyShaped(key.slice(0, at) + letter + key.slice(at + 1))).toBe(false);
    }),
  );
});

test('rejects any other text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isKeyShaped(text)).toBe(false);
    }),
  );
});
