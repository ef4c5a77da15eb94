import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, Unsealable } from './vault.ts';

const vault = createVault(['a key of twenty characters']);

test('opens a sealed text for its own context alone, seals it differently each time, and hides the text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, unit: 'grapheme' }), fc.string(), fc.string(), (text, place, elsewhere) => {
      fc.pre(place !== elsewhere);
      const sealed = vault.seal(text, place);
      expect(vault.open(sealed, place)).toBe(text);
      expect(Buffer.from(vault.seal(text, place)).equals(sealed)).toBe(false);
      expect(Buffer.from(sealed).includes(text)).toBe(false);
      expect(() => vault.open(sealed, elsewhere)).toThrow(Unsealable);
    }),
  );
});

test('detects a changed bit anywhere and a missing part', () => {
  const sealed = Buffer.from(vault.seal('https://example.com/secret', 'place'));
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => vault.open(changed, 'place')).toThrow(Unsealable);
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => vault.open(sealed.subarray(0, length), 'place')).toThrow(Unsealable);
});

test('seals with the first key and opens with each', () => {
  const old = vault.seal('text', 'place');
  const both = createVault(['another key of the operator', 'a key of twenty characters']);
  expect(both.open(old, 'place')).toBe('text');
  expect(() => vault.open(both.seal('text', 'place'), 'place')).toThrow('another key');
});
