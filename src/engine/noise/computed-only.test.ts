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

/** Which paths are drift, of an instance that differs in `change`. */
function drift(change: object, before: object = {}): string[] {
  const was = { ...base, ...before };
  const spec = { address: 'aws_x.a', before: was, live: { ...was, ...change } };
  const [result] = findDrift([observedOf(spec, { aws_x: schema })]);
  return result?.differences.map(({ path }) => path.join('.')) ?? [];
}

test('what only the cloud sets is no drift; what can be configured is', () => {
  expect(drift({ state: 'down', endpoints: ['x'] })).toEqual([]);
  expect(drift({ state: 'down', size: 2 })).toEqual(['size']);
});

test('in a list the computed attribute of an element is told apart', () => {
  const before = { ordered: disks(['a', 1, 'd1']) };
  expect(drift({ ordered: disks(['a', 1, 'd2']) }, before)).toEqual([]);
  expect(drift({ ordered: disks(['a', 2, 'd2']) }, before)).toEqual(['ordered.0.size']);
});

test('a set does not differ where only computed attributes in it do', () => {
  const before = { disks: disks(['a', 1, 'd1'], ['b', 2, 'd2']) };
  expect(drift({ disks: disks(['b', 2, 'd4'], ['a', 1, 'd3']) }, before)).toEqual([]);
  expect(drift({ disks: disks(['b', 2, 'd2'], ['a', 5, 'd1']) }, before)).toEqual(['disks']);
  expect(drift({ disks: disks(['a', 1, 'd1']) }, before)).toEqual(['disks']);
  expect(drift({ disks: disks(['a', 1, 'd1'], ['a', 1, 'd2'], ['b', 2, 'd2']) }, before)).toEqual(['disks']);
});

test('the counter beside a write-only value in use is the trace of a changed secret', () => {
  expect(drift({ version: 2 }, { secret_wo_version: 1 })).toEqual(['version']);
  expect(drift({ version: 2 })).toEqual([]);
  expect(drift({ revision: 2 }, { secret_wo_version: 1 })).toEqual([]);
});
