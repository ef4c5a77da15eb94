import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { byPreference, isVersion } from './version.ts';

const identifier = fc.stringMatching(/^[0-9a-z]{1,3}$/);
const version = fc
  .tuple(fc.nat(30), fc.nat(30), fc.nat(30), fc.array(identifier, { maxLength: 2 }))
  .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length > 0 ? `-${pre.join('.')}` : ''}`);

test('sorts newest releases first, pre-releases after every release, other text last', () => {
  const sorted = [
    '6.0.0-beta2',
    'x',
    '5.9.0',
    '5.100.0',
    '6.0.0-beta10',
    '6.0.0-beta.2',
    '5.10.0',
    '6.0.0-beta.10',
  ].sort(byPreference);
  expect(sorted).toEqual([
    '5.100.0',
    '5.10.0',
    '5.9.0',
    '6.0.0-beta2',
    '6.0.0-beta10',
    '6.0.0-beta.10',
    '6.0.0-beta.2',
    'x',
  ]);
});

test('orders versions totally', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(byPreference(a, b)) + Math.sign(byPreference(b, a))).toBe(0);
      const chained = byPreference(a, b) <= 0 && byPreference(b, c) <= 0;
      expect(!chained || byPreference(a, c) <= 0).toBe(true);
    }),
  );
});

test('accepts three-part versions only', () => {
  expect(['1.2.3', 'v1.2.3', '1.2.3-rc.1+build', '0.0.0'].every(isVersion)).toBe(true);
  expect(['1.2', '1.2.3.4', '../1.2.3', '', '1.2.x', `1.2.3-${'a'.repeat(200)}`].some(isVersion)).toBe(false);
});
