import { expect, test } from 'vitest';
import { importsAgainst, importsWithin } from '../../testkit/imports.ts';

/** From bottom to top: a folder imports only those before it. The files beside this one put them together. */
const ORDER = ['call', 'actions', 'sign', 'transport', 'sessions', 'cache', 'batch', 'rate-limit', 'record', 'tunnel'];

test('imports only folders that stand below', () => {
  expect(importsAgainst('src/gateway', ORDER)).toEqual([]);
  expect(importsWithin('src/gateway').length).toBeGreaterThan(100);
});
