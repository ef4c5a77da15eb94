import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsAgainst, importsWithin } from '../../testkit/imports.ts';

/**
 * From low to high. A folder imports only from itself and earlier ones, including types; none imports `services.ts`.
 */
const LAYERS = [
  'base',
  'secrets',
  'identity',
  'ownership',
  'access',
  'audit',
  'quotas',
  'keys',
  'codehosts',
  'sessions',
  'clouds',
  'state-sources',
  'provider-settings',
  'views',
  'ignore-rules',
  'repository-config',
  'state-mapping',
  'triggers',
  'publishing',
  'notifications',
  'summaries',
  'memory',
  'inventory',
  'analyses',
  'repositories',
  'installations',
  'webhooks',
  'billing',
  'organizations',
  'operator',
];

const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));

test('puts every folder into the order, and no file beside them but services.ts', () => {
  const folders = new Set(sources.filter((file) => file.includes('/')).map((file) => file.slice(0, file.indexOf('/'))));
  expect([...folders].toSorted()).toEqual(LAYERS.toSorted());
  expect(sources.filter((file) => !file.includes('/'))).toEqual(['services.ts']);
});

test('imports only from lower folders', () => {
  expect(importsAgainst('src/services', LAYERS)).toEqual([]);
  expect(importsWithin('src/services').length).toBeGreaterThan(400);
});
