import { expect, test } from 'vitest';
import { isHidden, shownAttributes, sidesWithoutDefaults } from './shown-drift.ts';

const attribute = (path: string, before: unknown, after: unknown, sensitive = false) => ({
  path,
  before,
  after,
  sensitive,
  requires_replace: false,
  action: 'changed' as const,
});

test('shows a change once where tags_all mirrors the tags', () => {
  const all = [
    attribute('tags["a"]', 'x', 'y'),
    attribute('tags_all["a"]', 'x', 'y'),
    attribute('tags_all["b"]', 'x', 'y'),
  ];
  expect(shownAttributes(all).map(({ path }) => path)).toEqual(['tags["a"]', 'tags_all["b"]']);
});

test('shows the parts of a masked value that are no secret', () => {
  const user = (username: string) => ({ username, password: '(sensitive)' });
  expect(isHidden(attribute('user', [user('zoe'), user('app')], [user('app')], true))).toBe(false);
  expect(isHidden(attribute('user', [user('app')], [user('app')], true))).toBe(true);
  expect(isHidden(attribute('password', '(sensitive)', '(sensitive)', true))).toBe(true);
});

test('leaves out of blocks what a provider writes where nothing is set, unless that is what differs', () => {
  const query = { id: 'm1', period: 0, label: '', metric: [], return_data: false, from_port: 0 };
  expect(sidesWithoutDefaults([], [query])).toEqual([[], [{ id: 'm1', from_port: 0 }]]);
  const [off, on] = [[{ id: 'm1', period: 0 }], [{ id: 'm1', period: null }]];
  expect(sidesWithoutDefaults(off, on)).toEqual([off, on]);
});
