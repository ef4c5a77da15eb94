import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Value } from '../../base/value.ts';
import { canonical } from './canonical.ts';
import { diff } from './diff.ts';
import { stable } from './stable.ts';

const number: SchemaNode = { kind: 'number' };
const same = (node: SchemaNode, a: Value, b: Value) => {
  const [x, y]: Value[] = [canonical(node, a, false), canonical(node, b, false)];
  return stable(x) === stable(y);
};

describe('numbers', () => {
  test.each<[Value, Value]>([
    [1, '1'],
    [1, '1.0'],
    [1, 1n],
    [10, '1e1'],
    [0, '-0.00'],
    [0.5, '.5'],
    [1e21, 1000000000000000000000n],
    ['1e400', '10e399'],
    ['1.2345678901234567890e10', '12345678901.234567890'],
    [9007199254740993n, '9007199254740993'],
    ['18446744073709551615', 18446744073709551615n],
  ])('treats %s and %s as equal', (a, b) => {
    expect(same(number, a, b)).toBe(true);
  });

  test.each<[Value, Value]>([
    [9007199254740993n, 9007199254740992n],
    [9007199254740992, '9007199254740993'],
    ['0.12345678901234567891', '0.12345678901234567892'],
    [1, -1],
    [1, 10],
    [0, null],
    ['1.2345678901234567e10', '1.2345678901234567e1'],
  ])('treats %s and %s as different', (a, b) => {
    expect(same(number, a, b)).toBe(false);
  });

  test('treats numbers of any size and sign as equal in every notation', () => {
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(same(number, n, n.toString())).toBe(true);
        expect(same(number, n, n + 1n)).toBe(false);
      }),
    );
  });

  test('treats zero in every notation as empty for a legacy type', () => {
    const node: SchemaNode = { kind: 'object', members: { n: { role: 'member', node: number } } };
    for (const zero of [0, 0n, '0.0', '0e5']) expect(canonical(node, { n: zero }, true)).toEqual({ n: null });
  });
});

type Typed = { node: SchemaNode; value: fc.Arbitrary<Value> };

const scalar: fc.Arbitrary<Typed> = fc.constantFrom<Typed>(
  { node: { kind: 'string' }, value: fc.option(fc.string()) },
  { node: { kind: 'bool' }, value: fc.option(fc.boolean()) },
  {
    node: { kind: 'number' },
    value: fc.oneof(fc.integer(), fc.bigInt(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  },
);

/** A type that contains this one. */
function around({ node, value }: Typed): fc.Arbitrary<Typed> {
  return fc.constantFrom<Typed>(
    { node: { kind: 'list', element: node }, value: fc.array(value, { maxLength: 3 }) },
    { node: { kind: 'set', element: node }, value: fc.array(value, { maxLength: 3 }) },
    { node: { kind: 'map', element: node }, value: fc.dictionary(fc.string(), value, { maxKeys: 3 }) },
    { node: { kind: 'object', members: { a: { role: 'member', node } } }, value: fc.record({ a: value }) },
  );
}

/** A type and two values of that type. */
const typed = fc
  .oneof(
    scalar,
    scalar.chain(around),
    scalar.chain(around).chain(around),
    scalar.chain(around).chain(around).chain(around),
  )
  .chain(({ node, value }) => fc.record({ node: fc.constant(node), values: fc.tuple(value, value) }));

describe('properties of any type', () => {
  test('leaves a canonical value unchanged and finds no difference between a value and itself', () => {
    fc.assert(
      fc.property(typed, fc.boolean(), ({ node, values: [value] }, legacy) => {
        const once: Value = canonical(node, value, legacy);
        expect(stable(canonical(node, once, legacy))).toBe(stable(once));
        expect(diff(node, once, canonical(node, structuredClone(value), legacy))).toEqual([]);
      }),
    );
  });

  test('finds differences exactly where canonical forms differ, in either direction', () => {
    fc.assert(
      fc.property(typed, fc.boolean(), ({ node, values: [a, b] }, legacy) => {
        const x: Value = canonical(node, a, legacy);
        const y: Value = canonical(node, b, legacy);
        const paths = (from: Value, to: Value) =>
          diff(node, from, to)
            .map((path) => JSON.stringify(path))
            .sort();
        expect(paths(x, y)).toEqual(paths(y, x));
        expect(paths(x, y).length > 0).toBe(stable(x) !== stable(y));
      }),
    );
  });
});

test('treats an unknown value as different from every known value', () => {
  const node: SchemaNode = { kind: 'string' };
  expect(diff(node, UNKNOWN, '?')).toEqual([[]]);
});
