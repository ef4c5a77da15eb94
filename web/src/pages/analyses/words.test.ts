import { expect, test } from 'vitest';
import { analysesSearch } from './search.ts';
import { followingText, scopeText, verdictsText } from './words.ts';

const none = { in_sync: 0, changed: 0, deleted: 0, suspect: 0, unreadable: 0, unsupported: 0, skipped: 0 };

test('what only follows from something else is counted in, and told after the number', () => {
  const counts = { ...none, resources: 1200, changed: 9, deleted: 1, suspect: 1, unreadable: 2 };
  const rest = '1 deleted, 3 could not be looked at of 1,200 resources';
  expect(verdictsText(counts)).toBe(`9 changed, ${rest}`);
  expect(verdictsText({ ...counts, following: 2 })).toBe(`9 changed (2 only follow from others), ${rest}`);
  expect(verdictsText({ ...none, resources: 1 })).toBe('1 resource');
  expect([undefined, 0, 1, 1200].map(followingText)).toEqual([
    '',
    '',
    ' (1 only follows from another)',
    ' (1,200 only follow from others)',
  ]);
});

test('analyses are narrowed by what starts them on a server, and by nothing else', () => {
  expect(analysesSearch({ trigger: 'schedule' })).toEqual({ trigger: 'schedule' });
  for (const trigger of ['cli', 'moon']) expect(analysesSearch({ trigger })).toEqual({});
});

test('an analysis of a part of the states is never told as one of all', () => {
  expect(
    [
      [null, null],
      [null, 'production/'],
      ['acme/app', null],
      ['acme/app', 'production/'],
    ].map(([repo_full_name = null, state_prefix = null]) => scopeText({ repo_full_name, state_prefix })),
  ).toEqual(['all states', 'states under production/', 'acme/app', 'acme/app, states under production/']);
});
