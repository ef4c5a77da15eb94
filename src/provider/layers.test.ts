import { expect, test } from 'vitest';
import { importsAgainst, importsWithin } from '../../testkit/imports.ts';

/** From bottom to top: a folder imports only folders before it. The files beside this one combine them. */
const ORDER = [
  'address',
  'protocol',
  'codec',
  'contract',
  'schema',
  'locations',
  'registry',
  'jail',
  'launch',
  'process',
  'rate-limit',
  'pool',
  'read-errors',
  'read',
];

test('imports only folders that stand below', () => {
  expect(importsAgainst('src/provider', ORDER)).toEqual([]);
  expect(importsWithin('src/provider').length).toBeGreaterThan(100);
});
