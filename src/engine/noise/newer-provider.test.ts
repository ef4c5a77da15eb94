import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';

const SCHEMAS: Record<string, SchemaSpec> = {
  aws_thing: {
    id: ['string', 'oc'],
    region: ['string', 'oc'],
    tags: [['map', 'string'], 'o'],
    disk: { nesting: 'list', of: { size: ['number', 'o'], kind: ['string', 'o'] } },
    rule: { nesting: 'set', of: { port: ['number', 'o'], scope: ['string', 'o'] } },
  },
};

function driftOf(before: object, live: object, written: object = before): string[] {
  const sides = { before: { id: 'x', ...before }, live: { id: 'x', ...live } };
  const { instance, ...rest } = observedOf({ address: 'aws_thing.x', ...sides }, SCHEMAS);
  const observed = { ...rest, instance: { ...instance, values: () => ({ id: 'x', ...written }) } };
  return findDrift([observed]).flatMap(({ differences }) => differences.map(({ path }) => path.join('.')));
}

const disk = (...disks: object[]) => ({ disk: disks });
const rule = (...rules: object[]) => ({ rule: rules });

test.each<[string, object, object]>([
  ['an attribute', {}, { region: 'eu-west-1' }],
  ['a map', {}, { tags: { a: 'b' } }],
  ['a block', {}, disk({ size: 1, kind: 'ssd' })],
  ['an attribute of a block', disk({ size: 1 }), disk({ size: 1, kind: 'ssd' })],
  [
    'an attribute of elements of a set',
    rule({ port: 1 }, { port: 2 }),
    rule({ port: 2, scope: 'a' }, { port: 1, scope: 'b' }),
  ],
])('takes for no drift what the provider that wrote the state did not know: %s', (_what, before, live) => {
  expect(driftOf(before, live)).toEqual([]);
});

test.each<[string, object, object, string[]]>([
  ['an attribute without a value', { region: null }, { region: 'eu-west-1' }, ['region']],
  ['a map without a value', { tags: null }, { tags: { a: 'b' } }, ['tags.a']],
  ['a key of a map', { tags: { a: 'b' } }, { tags: { a: 'b', c: 'd' } }, ['tags.c']],
  [
    'an attribute that another block has',
    disk({ size: 1 }, { size: 1, kind: null }),
    disk({ size: 1, kind: 'ssd' }, { size: 1 }),
    ['disk.0.kind'],
  ],
  ['another change beside one that was not known', disk({ size: 1 }), disk({ size: 2, kind: 'ssd' }), ['disk.0.size']],
  ['another element of a set', rule({ port: 1 }), rule({ port: 2, scope: 'a' }), ['rule']],
  ['a further element of a set', rule({ port: 1 }), rule({ port: 1, scope: 'a' }, { port: 1, scope: 'b' }), ['rule']],
])('reports what the state knows: %s', (_what, before, live, drift) => {
  expect(driftOf(before, live)).toEqual(drift);
});

test.each<[string, object, object, object, string[]]>([
  ['an attribute', { region: 'a' }, { region: 'b' }, { place: 'a' }, ['region']],
  [
    'elements of a set',
    rule({ port: 1, scope: 'a' }),
    rule({ port: 1, scope: 'b' }),
    rule({ port: 1, range: 'a' }),
    ['rule'],
  ],
])('reports a change of what an upgrade of the state renamed: %s', (_what, before, live, written, drift) => {
  expect(driftOf(before, live, written)).toEqual(drift);
});
