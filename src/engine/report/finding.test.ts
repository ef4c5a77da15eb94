import { describe, expect, test } from 'vitest';
import { observedOf } from '../../../testkit/drift-observed.ts';
import type { SchemaSpec } from '../../../testkit/drift-schema.ts';
import { findDrift } from '../../../testkit/find-drift.ts';
import { toFinding } from './finding.ts';
import { createMasker } from '../mask/mask.ts';

const SCHEMAS: Record<string, SchemaSpec> = {
  aws_thing: {
    id: ['string', 'oc'],
    arn: ['string', 'c'],
    on: ['bool', 'o'],
    size: ['number', 'o'],
    text: ['string', 'o'],
    password: ['string', 'os'],
    tags: [['map', 'string'], 'o'],
    names: [['set', 'string'], 'o'],
    list: [['list', 'string'], 'o'],
    any: ['dynamic', 'o'],
    environment: { nesting: 'list', of: { variables: [['map', 'string'], 'o'] } },
    rule: { nesting: 'list', of: { days: ['number', 'o'] } },
  },
};
const about = {
  stateKey: 'prod/network.tfstate',
  place: { region: 'eu-west-1', account: '123456789012' },
  masker: createMasker({ key: new Uint8Array(32).fill(1) }),
  now: new Date('2026-01-02T03:04:05Z'),
};
const EMPTY = { id: 'x', arn: 'arn:aws:sqs:eu-west-1:123456789012:x' };

function finding(before: object, live: object | null, more: Partial<typeof about> & { sensitive?: string[][] } = {}) {
  const { sensitive = [], ...rest } = more;
  const spec = {
    address: 'aws_thing.x',
    before: { ...EMPTY, ...before },
    live: live && { ...EMPTY, ...live },
    sensitive,
  };
  const [result] = findDrift([observedOf(spec, SCHEMAS)]);
  if (!result) throw new Error('no result');
  return toFinding(result, { ...about, ...rest });
}

test('a finding says what differs on what, where, and since when', () => {
  expect(
    finding(
      { size: 1, tags: { 'a b': 'x' }, rule: [{ days: 1 }] },
      { size: 2, tags: { 'a b': 'y' }, rule: [{ days: 2 }] },
    ),
  ).toEqual({
    resource: 'aws_thing.x',
    type: 'aws_thing',
    provider: 'registry.terraform.io/hashicorp/aws',
    kind: 'changed',
    severity: 'medium',
    severity_rule: 'setting',
    severity_reason:
      'the size was raised from 1 to 2, the rule days were raised from 1 to 2 and the tag “a b” was changed from x to y',
    state_key: 'prod/network.tfstate',
    region: 'eu-west-1',
    account_id: '123456789012',
    cloud_id: 'arn:aws:sqs:eu-west-1:123456789012:x',
    message:
      'The size was raised from 1 to 2, the rule days were raised from 1 to 2 and the tag “a b” was changed from x to y.',
    attributes: [
      { path: 'size', before: 1, after: 2, sensitive: false, requires_replace: false, action: 'changed' },
      { path: 'tags["a b"]', before: 'x', after: 'y', sensitive: false, requires_replace: false, action: 'changed' },
      { path: 'rule[0].days', before: 1, after: 2, sensitive: false, requires_replace: false, action: 'changed' },
    ],
    first_seen_at: '2026-01-02T03:04:05.000Z',
    fingerprint: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
    incident_id: null,
  });
});

test('a deletion is one sentence without attributes', () => {
  expect(finding({ size: 1 }, null)).toMatchObject({
    kind: 'deleted',
    severity: 'high',
    attributes: [],
    message: 'The thing was deleted outside Terraform.',
  });
});

test('what appeared was added, what went was removed; a switch was changed', () => {
  const { attributes } = finding(
    { text: 'a', tags: null, names: ['a'], on: false, size: 0 },
    { text: '', tags: { a: 'b' }, names: [], on: true, size: 1 },
  );
  expect(Object.fromEntries(attributes.map(({ path, action }) => [path, action]))).toEqual({
    text: 'removed',
    'tags["a"]': 'added',
    names: 'removed',
    on: 'changed',
    size: 'changed',
  });
});

test('a secret is masked on both sides, whichever is empty, and its fingerprints tell that it changed', () => {
  const [attribute] = finding({ password: null }, { password: 'hunter2' }).attributes;
  expect(attribute).toMatchObject({ before: '(sensitive)', after: '(sensitive)', sensitive: true, action: 'added' });
  expect(attribute?.before_fingerprint).not.toBe(attribute?.after_fingerprint);
  expect(attribute?.after_fingerprint).toMatch(/^[0-9a-f]{24}$/);
});

test('no secret gets into any part of a finding', () => {
  const secret = 'Canary-7f3a';
  const found = finding(
    {
      id: `AKIA${'0'.repeat(16)}`,
      arn: '',
      text: 'a',
      environment: [{ variables: { A: 'x' } }],
      any: ['"string"', 'a'],
    },
    {
      password: secret,
      text: `postgres://u:${secret}@h`,
      environment: [{ variables: { A: secret } }],
      tags: { [`password=${secret}`]: 'x', b: secret },
      any: ['["object",{"token":"string"}]', { token: secret }],
    },
    { sensitive: [['tags', 'b']] },
  );
  expect(JSON.stringify(found)).not.toContain('7f3a');
  expect(JSON.stringify(found)).not.toContain('AKIA');
});

test('the same drift has the same fingerprint, whatever the order of a set; another state, key or value another one', () => {
  const print = (names: string[], more = {}) => finding({ names: ['a'] }, { names }, more).fingerprint;
  expect(print(['b', 'c'])).toBe(print(['c', 'b'], { now: new Date(0) }));
  const others = [
    print(['b', 'c']),
    print(['b', 'd']),
    print(['b', 'c'], { stateKey: 'other' }),
    print(['b', 'c'], { masker: createMasker({ key: new Uint8Array(32).fill(2) }) }),
    finding({ names: ['a'] }, null).fingerprint,
  ];
  expect(new Set(others).size).toBe(others.length);
});

test('values are whole up to 8 KB, then cut with a mark, and always fit to be stored', () => {
  const [short] = finding({ text: 'a' }, { text: 'x'.repeat(8192) }).attributes;
  expect(short?.after).toBe('x'.repeat(8192));
  const [long] = finding({ text: 'a' }, { text: 'x'.repeat(100_000) }).attributes;
  expect(long?.after).toBe(`${'x'.repeat(8192)}… (100000 characters in all)`);
  const [list] = finding({ list: [] }, { list: Array.from({ length: 1000 }, () => 'x'.repeat(100)) }).attributes;
  expect(JSON.stringify(list?.after).length).toBeLessThan(10_000);
  expect(JSON.stringify(list?.after)).toMatch(/… \(\d+ more\)"\]$/);
  const [map] = finding(
    { tags: null },
    { tags: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, 'x'.repeat(100)])) },
  ).attributes;
  expect(JSON.stringify(map?.after).length).toBeLessThan(12_000);
  const [odd] = finding({ text: 'a' }, { text: `a\0b\ud800` }).attributes;
  expect(odd?.after).toBe('a\u2400b\ufffd');
});

test('what has no drift makes no finding', () => {
  expect(() => finding({ size: 1 }, { size: 1 })).toThrow('aws_thing.x has no drift');
});

test('a list that has moved by one is told as the list, not element by element', () => {
  const list = Array.from({ length: 5000 }, (_, i) => `w${i}`);
  const { attributes, fingerprint } = finding({ list, size: 1 }, { list: ['new', ...list], size: 2 });
  expect(attributes.map(({ path }) => path).sort()).toEqual(['list', 'size']);
  const other = finding({ list, size: 1 }, { list: ['newer', ...list], size: 2 });
  expect(other.fingerprint).not.toBe(fingerprint);
});

const keyed = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, `${value}-${i}`]));

describe('a map of which very many keys have changed', () => {
  test('lists the attribute once and says how many places it leaves out', () => {
    const { attributes, attributes_omitted: omitted } = finding(
      { tags: keyed(50_000, 'a'), size: 1 },
      { tags: keyed(50_000, 'b'), size: 2 },
    );
    expect(attributes.map(({ path }) => path).toSorted()).toEqual(['size', 'tags']);
    expect(omitted).toBe(49_999);
    expect(JSON.stringify(attributes).length).toBeLessThan(40_000);
    const after = attributes.find(({ path }) => path === 'tags')?.after as Record<string, string>;
    expect(Object.keys(after).length - 1 + Number(/\d+/.exec(after['…'] ?? '')?.[0])).toBe(50_000);
  }, 60_000);

  test('lists every place where there are no more than fit', () => {
    const few = finding({ tags: keyed(200, 'a') }, { tags: keyed(200, 'b') });
    expect([few.attributes.length, few.attributes_omitted]).toEqual([200, undefined]);
  });

  test('does not tell how many keys of a sensitive map differ', () => {
    const hidden = finding({ tags: keyed(500, 'a') }, { tags: keyed(500, 'b') }, { sensitive: [['tags']] });
    expect([hidden.attributes.length, hidden.attributes_omitted]).toEqual([1, undefined]);
  });
});
