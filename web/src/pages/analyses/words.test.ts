import { expect, test } from 'vitest';
import { analysesSearch } from './queries.ts';
import { scopeText, sideEffectsText, verdictsText } from './words.ts';

const none = { in_sync: 0, changed: 0, deleted: 0, suspect: 0, unreadable: 0, unsupported: 0, skipped: 0 };

test('counts no side effect as drift, and says how many there are', () => {
  const counts = { ...none, resources: 1200, changed: 9, deleted: 1, suspect: 1, unreadable: 2 };
  expect(verdictsText(counts)).toBe('10 of 1,197 resources drifted, 3 not checked');
  expect(verdictsText({ ...counts, following: 2 })).toBe(
    '8 of 1,197 resources drifted (+2 side effects), 3 not checked',
  );
  expect(verdictsText({ ...none, resources: 9, changed: 1, following: 1 })).toBe(
    '0 of 9 resources drifted (+1 side effect)',
  );
  expect(verdictsText({ ...none, resources: 9, unreadable: 2 })).toBe('2 of 9 resources not checked');
  expect(verdictsText({ ...none, resources: 1 })).toBe('1 resource');
  expect([undefined, 0, 1, 1200].map(sideEffectsText)).toEqual(['', '', ' (+1 side effect)', ' (+1,200 side effects)']);
});

test('accepts only triggers of a server as a filter', () => {
  expect(analysesSearch({ trigger: 'schedule' })).toEqual({ trigger: 'schedule' });
  for (const trigger of ['cli', 'moon']) expect(analysesSearch({ trigger })).toEqual({});
});

test('names the scope of an analysis of a part of the states', () => {
  expect(
    [
      [null, null],
      [null, 'production/'],
      ['acme/app', null],
      ['acme/app', 'production/'],
    ].map(([repo_full_name = null, state_prefix = null]) => scopeText({ repo_full_name, state_prefix })),
  ).toEqual(['all states', 'states under production/', 'acme/app', 'acme/app, states under production/']);
});
