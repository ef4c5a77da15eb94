import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { compareInstance } from '../sift/sift.ts';
import type { TagSettings } from '../code/provider-settings.ts';

const map: unknown = ['map', 'string'];
const SCHEMAS: Record<string, SchemaSpec> = {
  aws_vpc: { id: ['string', 'oc'], name: ['string', 'o'], tags: [map, 'o'], tags_all: [map, 'oc'] },
  aws_old: { id: ['string', 'oc'], tags: [map, 'o'], tags_all: [map, 'oc'] },
  aws_group: {
    id: ['string', 'oc'],
    tag: { nesting: 'set', of: { key: ['string', 'r'], value: ['string', 'r'] } },
  },
};

/** The paths that are reported, and the paths that this stage suppressed. */
function compared(type: string, before: object, live: object, tags?: TagSettings) {
  const observed = observedOf(
    { address: `${type}.x`, before: { id: 'x', ...before }, live: { id: 'x', ...live } },
    SCHEMAS,
  );
  const { differences, suppressed } = compareInstance({ ...observed, ...(tags && { tags }) }, true);
  return {
    reported: differences.map(({ path }) => path.join('.')),
    taken: suppressed.filter(({ stage }) => stage === 'ignore-tags').map(({ path }) => path.join('.')),
  };
}

const both = (tags: Record<string, string>) => ({ tags, tags_all: tags });
const COST: TagSettings = { ignore_tags: { keys: ['cost'], key_prefixes: ['kube/'] } };

test.each([
  ['added', { a: '1' }, { a: '1', cost: 'x' }],
  ['changed', { a: '1', cost: 'x' }, { a: '1', cost: 'y' }],
  ['left out by the provider', { a: '1', cost: 'x' }, { a: '1' }],
])('suppresses an ignored tag that is %s, visibly', (_what, before, live) => {
  expect(compared('aws_vpc', both(before), both(live), COST)).toEqual({
    reported: [],
    taken: ['tags.cost', 'tags_all.cost'],
  });
  expect(compared('aws_vpc', both(before), both(live)).reported).toEqual(['tags.cost', 'tags_all.cost']);
});

test('reports other changes beside an ignored tag', () => {
  const live = { name: 'new', ...both({ a: '2', 'kube/x': '1' }) };
  expect(compared('aws_vpc', { name: 'old', ...both({ a: '1' }) }, live, COST)).toEqual({
    reported: ['name', 'tags.a', 'tags_all.a'],
    taken: ['tags.kube/x', 'tags_all.kube/x'],
  });
});

test('compares tag blocks without ignored tags', () => {
  const tag = (key: string, value: string) => ({ key, value });
  const before = { tag: [tag('a', '1')] };
  expect(compared('aws_group', before, { tag: [tag('cost', 'x'), tag('a', '1')] }, COST)).toEqual({
    reported: [],
    taken: ['tag'],
  });
  expect(compared('aws_group', before, { tag: [tag('cost', 'x'), tag('a', '2')] }, COST).reported).toEqual(['tag']);
});

test('recognises default tags only where the state has no tags_all', () => {
  const defaults = { default_tags: { team: 'a' } };
  const old = { tags: { x: '1' }, tags_all: null };
  expect(compared('aws_old', old, both({ x: '1', team: 'a' }), defaults).reported).toEqual([]);
  expect(compared('aws_old', old, both({ x: '1', team: 'b' }), defaults).reported).toContain('tags.team');
  expect(compared('aws_old', old, both({ x: '1', other: 'a' }), defaults).reported).toContain('tags.other');
  const reported = { tags: { x: '1' }, tags_all: { x: '1' } };
  expect(compared('aws_vpc', reported, both({ x: '1', team: 'a' }), defaults).reported).toEqual([
    'tags.team',
    'tags_all.team',
  ]);
});
