import { expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';

type Fields = Record<string, Value>;
const map: unknown = ['map', 'string'];
const TAGGED: SchemaSpec = { id: ['string', 'oc'], tags: [map, 'o'], tags_all: [map, 'oc'] };
const reported = (
  schema: SchemaSpec,
  before: Fields,
  live: Fields,
  ...tags: [before: Fields, live: Fields | null][]
) => {
  const thing = { address: 'aws_vpc.x', before: { id: 'vpc-1', ...before }, live: { id: 'vpc-1', ...live } };
  const tag: SchemaSpec = {
    id: ['string', 'oc'],
    resource_id: ['string', 'r'],
    key: ['string', 'r'],
    value: ['string', 'r'],
  };
  const schemas = { aws_vpc: schema, aws_ec2_tag: tag };
  const resources = tags.map(([was, is], i) => ({ address: `aws_ec2_tag.t${i}`, before: was, live: is }));
  return findDrift([thing, ...resources].map((one) => observedOf(one, schemas)))
    .filter(({ instance }) => instance.type === 'aws_vpc')
    .flatMap(({ differences }) => differences.map(({ path }) => path.join('.')));
};

test('compares tags that tags_all lacks', () => {
  const all = { tags_all: { a: '1' } };
  expect(reported(TAGGED, { tags: { a: '1' }, ...all }, { tags: { a: '2' }, ...all })).toEqual(['tags.a']);
});

test('compares a type with only one of tags and tags_all by that', () => {
  const only = (name: string): SchemaSpec => ({ id: ['string', 'oc'], [name]: [map, 'oc'] });
  expect(reported(only('tags'), { tags: { a: '1' } }, { tags: { a: '2' } })).toEqual(['tags.a']);
  expect(reported(only('tags_all'), { tags_all: { a: '1' } }, { tags_all: { a: '2' } })).toEqual(['tags_all.a']);
  expect(reported(only('tags_all'), { tags_all: null }, { tags_all: { a: '2' } })).toEqual(['tags_all.a']);
});

test('reports a new tag beside a default tag alone', () => {
  const default_tag = { d: '1' };
  const both = { ...default_tag, new: '2' };
  expect(reported(TAGGED, { tags: null, tags_all: default_tag }, { tags: both, tags_all: both })).toEqual([
    'tags.new',
    'tags_all.new',
  ]);
});

test('ignores a key `tags` in another map', () => {
  const schema: SchemaSpec = { id: ['string', 'oc'], labels: [map, 'o'] };
  const labels = (tags: string) => ({ labels: { tags, tags_all: 'same' } });
  expect(reported(schema, labels('a'), labels('b'))).toEqual(['labels.tags']);
});

test('suppresses a default tag that the provider shows in tags', () => {
  expect(reported(TAGGED, { tags: null, tags_all: { d: '1' } }, { tags: { d: '1' }, tags_all: { d: '1' } })).toEqual(
    [],
  );
  expect(reported(TAGGED, { tags: null, tags_all: { d: '1' } }, { tags: { d: '2' }, tags_all: { d: '2' } })).toEqual([
    'tags.d',
    'tags_all.d',
  ]);
});

test('attributes a tag to the tag resource that manages it with that value', () => {
  const none = { tags: {}, tags_all: {} };
  const live = { tags: { k: 'v' }, tags_all: { k: 'v' } };
  const tag = (value: string, key = 'k') => ({ id: 'vpc-1,k', resource_id: 'vpc-1', key, value });
  expect(reported(TAGGED, none, live)).not.toEqual([]);
  expect(reported(TAGGED, none, live, [tag('v'), tag('v')])).toEqual([]);
  expect(reported(TAGGED, none, live, [tag('w'), tag('w')])).not.toEqual([]);
  expect(reported(TAGGED, none, live, [tag('v', 'other'), tag('v', 'other')])).not.toEqual([]);
  expect(reported(TAGGED, live, none, [tag('v'), null])).toEqual([]);
});
