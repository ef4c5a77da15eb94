import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';

type Fields = Record<string, Value>;
type One = { address: string; schema: SchemaSpec; before: Fields; live: Fields | null };

/** The drift, as `address attribute`. */
function drift(...all: One[]): string[] {
  const schemas = Object.fromEntries(all.map(({ address, schema }) => [address.split('.')[0] ?? '', schema]));
  return findDrift(all.map((one) => observedOf(one, schemas))).flatMap(({ instance, kind, differences }) =>
    kind === 'deleted'
      ? [`${instance.address} deleted`]
      : differences.map(({ path }) => `${instance.address} ${path.join('.')}`),
  );
}
const legacy = (more: SchemaSpec): SchemaSpec => ({ id: ['string', 'oc'], ...more });
const one = (type: string, schema: SchemaSpec, before: Fields, live: Fields): One => ({
  address: `${type}.x`,
  schema: legacy(schema),
  before: { id: 'i', ...before },
  live: { id: 'i', ...live },
});
const map: unknown = ['map', 'string'];

describe('noise', () => {
  test('suppresses null against [], {} and "" for types of the legacy SDK', () => {
    const schema: SchemaSpec = {
      l: [['list', 'string'], 'o'],
      m: [map, 'o'],
      s: ['string', 'o'],
      n: ['number', 'o'],
      b: ['bool', 'o'],
    };
    const nothing = { l: null, m: null, s: null, n: null, b: null };
    expect(drift(one('a_b', schema, nothing, { l: [], m: {}, s: '', n: 0, b: false }))).toEqual([]);
  });

  test.each([
    ['latest_restorable_time', 'string', '2025-01-01T00:00:00Z', '2025-01-01T00:05:00Z'],
    ['attachment_count', 'number', 1, 2],
    ['load_balancer_arns', ['set', 'string'], [], ['arn:lb']],
    ['instance_state', 'string', 'running', 'stopped'],
  ] as const)('the computed-only attribute %s, which moves by itself', (name, type, before, live) => {
    const [was, is] = [before, live].map((side) => ({ [name]: side as Value }));
    expect(drift(one('a_b', { [name]: [type, 'c'] }, was!, is!))).toEqual([]);
  });

  test('suppresses JSON documents in another order', () => {
    const [a, b] = ['{"a":1,"b":[{"c":2,"d":3}]}', '{ "b": [ { "d": 3, "c": 2 } ], "a": 1.0 }'];
    expect(drift(one('a_b', { event_pattern: ['string', 'o'] }, { event_pattern: a }, { event_pattern: b }))).toEqual(
      [],
    );
  });

  test('suppresses tags with default tags', () => {
    const schema: SchemaSpec = { tags: [map, 'o'], tags_all: [map, 'oc'] };
    const all = { team: 'x' };
    expect(drift(one('a_b', schema, { tags: {}, tags_all: all }, { tags: all, tags_all: all }))).toEqual([]);
  });

  test('suppresses typed null against untyped null in a dynamic attribute', () => {
    expect(drift(one('a_b', { d: ['dynamic', 'o'] }, { d: ['"string"', null] }, { d: null }))).toEqual([]);
  });

  test('reports a detached policy on the attachment only', () => {
    const role = { managed_policy_arns: [['set', 'string'], 'oc'], name: ['string', 'o'] } satisfies SchemaSpec;
    const policy = { arn: ['string', 'c'], attachment_count: ['number', 'c'] } satisfies SchemaSpec;
    const attachment = legacy({ role: ['string', 'r'], policy_arn: ['string', 'r'] });
    const all = [
      one('aws_iam_role', role, { name: 'r', managed_policy_arns: ['arn:p'] }, { name: 'r', managed_policy_arns: [] }),
      one('aws_iam_policy', policy, { arn: 'arn:p', attachment_count: 1 }, { arn: 'arn:p', attachment_count: 0 }),
      {
        address: 'aws_iam_role_policy_attachment.x',
        schema: attachment,
        before: { id: 'a', role: 'r', policy_arn: 'arn:p' },
        live: null,
      },
    ];
    expect(drift(...all)).toEqual(['aws_iam_role_policy_attachment.x deleted']);
  });

  test('reports a changed write-only value by its version', () => {
    const schema: SchemaSpec = {
      secret_wo: ['string', 'ow'],
      secret_wo_version: ['number', 'o'],
      version: ['number', 'c'],
    };
    const side = (version: number) => ({ secret_wo: null, secret_wo_version: 1, version });
    expect(drift(one('a_b', schema, side(1), side(2)))).toEqual(['a_b.x version']);
  });
});

describe('properties', () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 });
  const statement = fc.record({
    Effect: fc.constantFrom('Allow', 'Deny'),
    Action: words,
    Resource: words,
    Sid: fc.string({ minLength: 1 }),
  });
  const thing = fc.record({
    id: fc.constant('i'),
    text: fc.string({ minLength: 1 }),
    number: fc.integer({ min: 1 }),
    labels: words,
    map: fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1, maxKeys: 3 }),
    statements: fc.array(statement, { minLength: 1, maxLength: 3 }),
  });
  const schema: SchemaSpec = {
    id: ['string', 'oc'],
    text: ['string', 'o'],
    number: ['number', 'o'],
    labels: [['set', 'string'], 'o'],
    map: [map, 'o'],
    policy: ['string', 'o'],
  };
  type Thing = typeof thing extends fc.Arbitrary<infer T> ? T : never;
  const valueOf = ({ statements, ...rest }: Thing): Fields => ({
    ...rest,
    policy: JSON.stringify({ Version: '2012-10-17', Statement: statements }),
  });
  const reported = (before: Fields, live: Fields) => drift({ address: 'a_b.x', schema, before, live });

  test('ignores the order of sets, keys and statements and the notation of numbers', () => {
    fc.assert(
      fc.property(thing, (given) => {
        const before = valueOf(given);
        const turned = given.statements.toReversed().map(({ Effect, Action, Resource, Sid }) => ({
          Sid,
          Resource: Resource.toReversed(),
          Action: Action.length === 1 ? Action[0] : Action.toReversed(),
          Effect,
        }));
        const live = {
          ...before,
          number: `${given.number}.0`,
          labels: [...given.labels.toReversed(), given.labels[0]!],
          map: Object.fromEntries(Object.entries(given.map).toReversed()),
          policy: JSON.stringify({ Statement: turned, Version: '2012-10-17' }, null, 2),
        };
        expect(reported(before, live)).toEqual([]);
      }),
    );
  });

  test('reports a change of any leaf at its path', () => {
    fc.assert(
      fc.property(thing, fc.string({ minLength: 1 }), (given, extra) => {
        const before = valueOf(given);
        const [key = ''] = Object.keys(given.map);
        const other = { ...given.statements[0]!, Sid: `${given.statements[0]!.Sid}${extra}` };
        expect(reported(before, { ...before, text: given.text + extra })).toEqual(['a_b.x text']);
        expect(reported(before, { ...before, number: given.number + 1 })).toEqual(['a_b.x number']);
        expect(reported(before, { ...before, labels: [...given.labels, `${given.labels.join('')}${extra}`] })).toEqual([
          'a_b.x labels',
        ]);
        expect(reported(before, { ...before, map: { ...given.map, [key]: `${given.map[key]}${extra}` } })).toEqual([
          `a_b.x map.${key}`,
        ]);
        expect(reported(before, valueOf({ ...given, statements: [other, ...given.statements.slice(1)] }))).toEqual([
          'a_b.x policy',
        ]);
      }),
    );
  });
});
