import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import type { Path } from '../../base/value.ts';
import { compareInstance } from '../sift/sift.ts';
import type { IgnoredByCode } from '../code/module-code.ts';

const SCHEMAS: Record<string, SchemaSpec> = {
  aws_thing: {
    id: ['string', 'oc'],
    ami: ['string', 'o'],
    tags: [['map', 'string'], 'o'],
    tags_all: [['map', 'string'], 'oc'],
    disk: { nesting: 'list', of: { size: ['number', 'o'], kind: ['string', 'o'] } },
    rule: { nesting: 'set', of: { port: ['number', 'o'] } },
  },
};

function compared(before: object, live: object, ignored?: IgnoredByCode['paths']) {
  const observed = observedOf(
    { address: 'aws_thing.x', before: { id: 'x', ...before }, live: { id: 'x', ...live } },
    SCHEMAS,
  );
  const result = compareInstance(
    { ...observed, ...(ignored && { ignored: { paths: ignored, file: 'main.tf' } }) },
    true,
  );
  const taken = result.suppressed.filter(({ stage }) => stage === 'ignore-changes');
  return {
    kind: result.kind,
    told: result.differences.map(({ path }) => path.join('.')),
    whys: new Set(taken.map(({ why }) => why)),
  };
}

const WHY = new Set(['the code ignores it: ignore_changes in main.tf']);
const all = (tags: Record<string, string>) => ({ tags, tags_all: tags });

test.each<[string, Path[] | 'all', object, object]>([
  ['an attribute', [['ami']], { ami: 'a' }, { ami: 'b' }],
  ['everything', 'all', { ami: 'a', ...all({ x: '1' }) }, { ami: 'b', ...all({}) }],
  ['a map', [['tags']], all({ x: '1' }), all({ x: '2', y: '3' })],
  ['a key of a map', [['tags', 'x']], all({ x: '1', 'a.b': '1' }), all({ x: '2', 'a.b': '1' })],
  ['the only key that has appeared', [['tags', 'x']], all({}), all({ x: '2' })],
  ['a nested path', [['disk', 0, 'size']], { disk: [{ size: 1, kind: 'a' }] }, { disk: [{ size: 2, kind: 'a' }] }],
  ['a set', [['rule']], { rule: [{ port: 1 }] }, { rule: [{ port: 2 }] }],
])('suppresses ignore_changes of the code, with that reason: %s', (_what, ignored, before, live) => {
  expect(compared(before, live, ignored)).toEqual({ kind: 'in_sync', told: [], whys: WHY });
  expect(compared(before, live).kind).toBe('changed');
});

test.each<[string, Path[], object, object, string[]]>([
  [
    'another attribute',
    [['ami']],
    { ami: 'a', disk: [{ size: 1 }] },
    { ami: 'b', disk: [{ size: 2 }] },
    ['disk.0.size'],
  ],
  ['another key', [['tags', 'x']], all({ x: '1', y: '1' }), all({ x: '2', y: '2' }), ['tags.y', 'tags_all.y']],
  [
    'another path of a block',
    [['disk', 0, 'size']],
    { disk: [{ size: 1, kind: 'a' }] },
    { disk: [{ size: 2, kind: 'b' }] },
    ['disk.0.kind'],
  ],
  ['a name that begins with it', [['am']], { ami: 'a' }, { ami: 'b' }, ['ami']],
])('reports differences beside ignore_changes: %s', (_what, ignored, before, live, told) => {
  expect(compared(before, live, ignored)).toMatchObject({ kind: 'changed', told });
});

test('reports a deleted resource whatever the code ignores of it', () => {
  const observed = observedOf({ address: 'aws_thing.x', before: { id: 'x' }, live: null }, SCHEMAS);
  expect(compareInstance({ ...observed, ignored: { paths: 'all', file: 'main.tf' } }, true).kind).toBe('deleted');
});
