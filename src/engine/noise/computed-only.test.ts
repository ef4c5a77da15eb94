import { expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';

const disk: SchemaSpec = { name: ['string', 'o'], size: ['number', 'o'], disk_id: ['string', 'c'] };
const schema: SchemaSpec = {
  id: ['string', 'oc'],
  state: ['string', 'c'],
  endpoints: [['list', 'string'], 'c'],
  size: ['number', 'oc'],
  disks: { nesting: 'set', of: disk },
  ordered: { nesting: 'list', of: disk },
  secret_wo: ['string', 'ow'],
  secret_wo_version: ['number', 'o'],
  version: ['number', 'c'],
  revision: ['number', 'c'],
};
const base = {
  id: 'a',
  state: 'up',
  endpoints: [],
  size: 1,
  disks: [],
  ordered: [],
  secret_wo: null,
  secret_wo_version: null,
  version: 1,
  revision: 1,
};
const disks = (...given: [string, number, string][]) => given.map(([name, size, disk_id]) => ({ name, size, disk_id }));

/** The paths that are drift in an instance that differs in `change`. */
function drift(change: object, before: object = {}): string[] {
  const was = { ...base, ...before };
  const spec = { address: 'aws_x.a', before: was, live: { ...was, ...change } };
  const [result] = findDrift([observedOf(spec, { aws_x: schema })]);
  return result?.differences.map(({ path }) => path.join('.')) ?? [];
}

test('suppresses computed-only attributes and reports configurable ones', () => {
  expect(drift({ state: 'down', endpoints: ['x'] })).toEqual([]);
  expect(drift({ state: 'down', size: 2 })).toEqual(['size']);
});

test('suppresses the computed-only attribute of a list element', () => {
  const before = { ordered: disks(['a', 1, 'd1']) };
  expect(drift({ ordered: disks(['a', 1, 'd2']) }, before)).toEqual([]);
  expect(drift({ ordered: disks(['a', 2, 'd2']) }, before)).toEqual(['ordered.0.size']);
});

test('suppresses a set whose elements differ in computed-only attributes', () => {
  const before = { disks: disks(['a', 1, 'd1'], ['b', 2, 'd2']) };
  expect(drift({ disks: disks(['b', 2, 'd4'], ['a', 1, 'd3']) }, before)).toEqual([]);
  expect(drift({ disks: disks(['b', 2, 'd2'], ['a', 5, 'd1']) }, before)).toEqual(['disks']);
  expect(drift({ disks: disks(['a', 1, 'd1']) }, before)).toEqual(['disks']);
  expect(drift({ disks: disks(['a', 1, 'd1'], ['a', 1, 'd2'], ['b', 2, 'd2']) }, before)).toEqual(['disks']);
});

test('reports the version counter of a write-only value in use', () => {
  expect(drift({ version: 2 }, { secret_wo_version: 1 })).toEqual(['version']);
  expect(drift({ version: 2 })).toEqual([]);
  expect(drift({ revision: 2 }, { secret_wo_version: 1 })).toEqual([]);
});
