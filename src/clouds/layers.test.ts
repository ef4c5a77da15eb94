import { expect, test } from 'vitest';
import { importsAgainst, importsWithin } from '../../testkit/imports.ts';

/** From bottom to top: a folder imports only folders before it. The files beside them combine them. */
const CLOUDS = ['contract', 'tunnel', 'aws', 'azure', 'google', 'kubernetes', 'services'];
const AWS = ['catalog', 'account', 'gateway', 'inventory'];
const GATEWAY = ['call', 'actions', 'sign', 'transport', 'sessions', 'cache', 'batch', 'rate-limit', 'record'];

test.each([
  ['src/clouds', CLOUDS],
  ['src/clouds/aws', AWS],
  ['src/clouds/aws/gateway', GATEWAY],
])('imports only folders of %s that stand below', (folder, order) => {
  expect(importsAgainst(folder, order)).toEqual([]);
  expect(importsWithin(folder).length).toBeGreaterThan(100);
});
