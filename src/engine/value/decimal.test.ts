import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalDecimal } from './decimal.ts';

test.each([
  ['1', ['1.0', '1.', '01', '+1', '1e0', '10e-1', '0.1e1']],
  ['100', ['1e2', '1E+2', '100.00']],
  ['0', ['-0', '0.0', '0e99', '.0']],
  ['-1.5', ['-1.50', '-15e-1']],
  ['9007199254740993', ['9007199254740993.0', '9.007199254740993e15']],
  ['0.12345678901234567890', ['1.2345678901234567890e-1']],
])('%s has one form', (text, others) => {
  for (const other of others) expect(canonicalDecimal(other)).toBe(canonicalDecimal(text));
});

test.each([
  ['9007199254740992', '9007199254740993'],
  ['0.12345678901234567890', '0.12345678901234567891'],
  ['1e400', '1e401'],
  ['1', '-1'],
])('%s and %s are two numbers', (a, b) => {
  expect(canonicalDecimal(a)).not.toBe(canonicalDecimal(b));
});

test.each(['', '.', 'x', '1x', 'NaN', 'Infinity', '1e', '0x10', '1 '])('%j is no number', (text) => {
  expect(canonicalDecimal(text)).toBeUndefined();
});

test('numbers are equal exactly when their forms are', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), fc.nat(30), (a, b, zeros) => {
      expect(canonicalDecimal(`${a}`) === canonicalDecimal(`${b}`)).toBe(a === b);
      expect(canonicalDecimal(`${a}.${'0'.repeat(zeros)}`)).toBe(canonicalDecimal(`${a}`));
      expect(canonicalDecimal(`${a}${'0'.repeat(zeros)}e-${zeros}`)).toBe(canonicalDecimal(`${a}`));
    }),
  );
});
