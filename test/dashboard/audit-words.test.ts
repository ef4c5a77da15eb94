import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionText, factsOf, isInstant, nameOf } from '../../web/src/pages/settings/audit-words.ts';

test('describes every audited action in words, also an unknown one', () => {
  const files = globSync('src/services/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const actions = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/action: '(\w+\.\w+)'/g)].map(([, action = '']) => action),
  );
  expect(actions.length).toBeGreaterThan(25);
  expect(actions.filter((action) => actionText(action).startsWith('did '))).toEqual([]);
  expect(['key.create', 'cloud.save', 'session.start', 'new_thing.do_it'].map(actionText)).toEqual([
    'created an API key',
    'changed the AWS settings',
    'signed in',
    'did “do it” to new thing',
  ]);
});

test('names the target as people know it', () => {
  expect(nameOf({ kind: 'key', id: 'key_1' }, { name: 'ci', hint: 'x4Fq' })).toBe('ci');
  expect(nameOf({ kind: 'webhook', id: 'whk_1' }, { enabled: { before: true, after: false } })).toBe('whk_1');
  expect(nameOf({ kind: 'cloud', id: 'aws' }, {})).toBeUndefined();
});

test('shows each changed field in a line, without documents and empty values', () => {
  const region = { before: null, after: 'eu-west-1' };
  const documents = { added: [{ address: 'a' }], removed: [], rule: { before: {}, after: {} } };
  expect(factsOf({ role_arn: region, scopes: ['read', 'write'], expires_at: null, name: 'ci', ...documents })).toEqual([
    { field: 'role arn', is: 'eu-west-1', was: 'none' },
    { field: 'scopes', is: 'read, write' },
    { field: 'added', is: '1' },
  ]);
  expect(factsOf({ drift_issues: { before: false, after: true }, long: 'x'.repeat(200) })).toEqual([
    { field: 'drift issues', is: 'yes', was: 'no' },
  ]);
});

test('shows a value that only looks like an instant as written', () => {
  expect(['2026-01-31T09:30:00.000Z', '2026-01-31T09:30Z'].map(isInstant)).toEqual([true, true]);
  // Formatting one of them as a time would throw an error.
  for (const text of ['2026-99-99T99:99:99Z', '2026-01-31T...Z', '2026-01-31T:Z', 'prod/2026-01-31T09:30Z'])
    expect(isInstant(text)).toBe(false);
});
