import { encode } from '@msgpack/msgpack';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Member, ObjectNode, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Value } from '../../base/value.ts';
import { decodeValue } from './decode.ts';
import { encodeObject } from './encode.ts';

const FLAGS = { optional: true, required: false, computed: false, sensitive: false, writeOnly: false };
const attribute = (node: SchemaNode, flags: Partial<typeof FLAGS> = {}): Member => ({
  role: 'attribute',
  node,
  ...FLAGS,
  ...flags,
});
const object = (members: Record<string, Member>): ObjectNode => ({ kind: 'object', members });
const json = (value: unknown): { json: Uint8Array } => ({ json: Buffer.from(JSON.stringify(value)) });

const scalar = fc.constantFrom<SchemaNode>({ kind: 'string' }, { kind: 'number' }, { kind: 'bool' });
const { node } = fc.letrec<{ node: SchemaNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc
      .record({ kind: fc.constantFrom('list' as const, 'set' as const, 'map' as const), element: tie('node') })
      .map((it) => it as SchemaNode),
    fc.array(tie('node'), { maxLength: 3 }).map((elements) => ({ kind: 'tuple', elements })),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('node'), { maxKeys: 4 })
      .map((members) => object(Object.fromEntries(Object.entries(members).map(([k, v]) => [k, attribute(v)])))),
  ) as fc.Arbitrary<SchemaNode>,
}));

function valueOf(of: SchemaNode): fc.Arbitrary<Value> {
  const some = (): fc.Arbitrary<Value> => {
    switch (of.kind) {
      case 'string':
        return fc.string();
      case 'bool':
        return fc.boolean();
      case 'number':
        return fc.oneof(
          fc.maxSafeInteger(),
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((it) => !Object.is(it, -0)),
          fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
          fc.constantFrom('0.1', 184467440737095516160n),
        );
      case 'list':
      case 'set':
        return fc.array(valueOf(of.element), { maxLength: 3 });
      case 'map':
        return fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          valueOf(of.element),
          { maxKeys: 3, noNullPrototype: true },
        );
      case 'tuple':
        return fc.tuple(...of.elements.map(valueOf));
      case 'object':
        return fc.record(Object.fromEntries(Object.entries(of.members).map(([k, m]) => [k, valueOf(m.node)])), {
          noNullPrototype: true,
        });
      case 'dynamic':
        return fc.constant(['"string"', 'x']);
    }
  };
  return fc.oneof({ weight: 6, arbitrary: some() }, { weight: 1, arbitrary: fc.constantFrom<Value>(null, UNKNOWN) });
}

test('decodes what it encoded to the same value, whatever the schema', () => {
  const pair = node.chain((of) => valueOf(of).map((value) => ({ of, value })));
  fc.assert(
    fc.property(pair, ({ of, value }) => {
      const block = object({ it: attribute(of), more: attribute({ kind: 'dynamic' }) });
      const whole: Value = { it: value as Value, more: ['["list","number"]', [1, null]] };
      expect(decodeValue({ msgpack: encodeObject(block, whole) }, block)).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

describe('decoding', () => {
  const number: SchemaNode = { kind: 'number' };

  test('keeps every digit: small 64-bit integers are numbers, large ones bigints, decimals stay text', () => {
    const list: SchemaNode = { kind: 'list', element: number };
    const values = [
      '5',
      '9007199254740993',
      5n,
      2n ** 53n - 1n,
      2n ** 53n + 1n,
      2n ** 64n - 1n,
      -(2n ** 63n),
      0.5,
      '0.1',
      '1e400',
    ];
    expect(decodeValue({ msgpack: encode(values, { useBigInt64: true }) }, list)).toEqual([
      5,
      9007199254740993n,
      5,
      2 ** 53 - 1,
      2n ** 53n + 1n,
      2n ** 64n - 1n,
      -(2n ** 63n),
      0.5,
      '0.1',
      '1e400',
    ]);
    expect(decodeValue({ json: Buffer.from('[1, 9007199254740993, 0.5, 0.10]') }, list)).toEqual([
      1,
      9007199254740993n,
      0.5,
      '0.10',
    ]);
  });

  test('takes any extension for unknown', () => {
    expect(decodeValue({ msgpack: Buffer.from('d40000', 'hex') }, number)).toBe(UNKNOWN);
    expect(decodeValue({ msgpack: Buffer.from('c7030c810102', 'hex') }, { kind: 'string' })).toBe(UNKNOWN);
  });

  test('decodes an absent or empty value as null', () => {
    expect(decodeValue(null, number)).toBeNull();
    expect(decodeValue({ msgpack: new Uint8Array(), json: new Uint8Array() }, number)).toBeNull();
  });

  test('straightens null blocks and write-only values, and leaves null attributes alone', () => {
    const inner = object({ a: attribute({ kind: 'string' }) });
    const block = object({
      list: { role: 'block', nesting: 'list', node: { kind: 'list', element: inner } },
      set: { role: 'block', nesting: 'set', node: { kind: 'set', element: inner } },
      single: { role: 'block', nesting: 'single', node: inner },
      plain: attribute({ kind: 'list', element: number }),
      secret: attribute({ kind: 'string' }, { writeOnly: true }),
    });
    const sent = json({ list: null, set: null, single: null, plain: null, secret: 'hunter2' });
    expect(decodeValue(sent, block)).toEqual({ list: [], set: [], single: null, plain: null, secret: null });
  });

  test('reads dynamic values in both encodings', () => {
    const dynamic: SchemaNode = { kind: 'dynamic' };
    const bytes = encode([Buffer.from('["map","bool"]'), { on: true }]);
    expect(decodeValue({ msgpack: bytes }, dynamic)).toEqual(['["map","bool"]', { on: true }]);
    expect(decodeValue(json({ type: ['map', 'bool'], value: { on: true } }), dynamic)).toEqual([
      '["map","bool"]',
      { on: true },
    ]);
  });

  test.each<[string, SchemaNode, unknown, string]>([
    ['a number for a string', { kind: 'string' }, 5, 'the value should be a string'],
    ['text for a number', { kind: 'number' }, 'five', 'the value should be a number'],
    ['text for a bool', { kind: 'bool' }, 'true', 'the value should be true or false'],
    ['a map for a list', { kind: 'list', element: { kind: 'bool' } }, {}, 'the value should be a list'],
    ['a list for an object', object({}), [], 'the value should be an object'],
    ['a missing attribute', object({ a: attribute({ kind: 'bool' }) }), {}, 'a is missing'],
    ['a surplus attribute', object({}), { b: 1 }, 'b is not in the schema'],
    ['a short tuple', { kind: 'tuple', elements: [number] }, [], 'the value should be a tuple of 1'],
    ['a dynamic without its type', { kind: 'dynamic' }, 'x', 'the value should be a value with its type'],
    ['a dynamic of no type', { kind: 'dynamic' }, { type: 'nope', value: 1 }, 'has a type that cannot be read'],
  ])('refuses %s, naming the place and not the value', (_, of, sent, message) => {
    expect(() => decodeValue(json(sent), of)).toThrow(message);
  });
});

describe('encoding', () => {
  const inner = object({ name: attribute({ kind: 'string' }) });
  const block = object({
    text: attribute({ kind: 'string' }),
    count: attribute({ kind: 'number' }),
    on: attribute({ kind: 'bool' }),
    list: { role: 'block', nesting: 'list', node: { kind: 'list', element: inner } },
    map: { role: 'block', nesting: 'map', node: { kind: 'map', element: inner } },
    single: { role: 'block', nesting: 'single', node: inner },
    group: { role: 'block', nesting: 'group', node: inner },
  });

  test('fills in what is left out', () => {
    expect(decodeValue({ msgpack: encodeObject(block, { list: [{}] }) }, block)).toEqual({
      text: null,
      count: null,
      on: null,
      list: [{ name: null }],
      map: {},
      single: null,
      group: { name: null },
    });
  });

  test('converts as HCL does', () => {
    const encoded = encodeObject(block, { text: 5, count: '7', on: 'true' });
    expect(decodeValue({ msgpack: encoded }, block)).toMatchObject({ text: '5', count: 7, on: true });
  });

  test('writes the unknown as Terraform does', () => {
    const one = object({ a: attribute({ kind: 'string' }) });
    expect(Buffer.from(encodeObject(one, { a: UNKNOWN })).toString('hex')).toBe('81a161d40000');
  });

  test.each<[Value, string]>([
    [{ nope: 1 }, 'nope is not a setting that the schema knows'],
    [{ list: [{ nope: 1 }] }, 'list.0.nope is not a setting'],
    [{ count: 'many' }, 'count should be a number'],
    [{ on: 'yes' }, 'on should be true or false'],
    [{ text: {} }, 'text should be a string'],
    [[], 'the value should be an object'],
  ])('refuses %j', (value, message) => {
    expect(() => encodeObject(block, value)).toThrow(message);
  });
});
