import type { SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { canonicalDecimal } from './decimal.ts';
import { canonicalJson } from './json-documents.ts';
import { documentKind } from './json-table.ts';
import { canonicalDynamic } from './dynamic.ts';
import { isEmpty, isEmptyCollection } from './empty.ts';
import { stable } from './stable.ts';

/**
 * Writes a number in one notation with all its digits, whether it is a number, a bigint or decimal text. Zero stays a
 * number.
 */
function canonicalNumber(value: Value): Value {
  if (typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'string') return value;
  const text = canonicalDecimal(String(value));
  if (text === undefined) return value;
  return text === '0' ? 0 : text;
}

/**
 * The values that equal null in an attribute: `false` for none, `collections` for empty collections, `true` for all
 * values that the legacy SDK does not distinguish from null.
 */
export type Emptiness = boolean | 'collections';

const isNothing = (value: Value, empty: Emptiness): boolean =>
  empty === true ? isEmpty(value) : empty === 'collections' && isEmptyCollection(value);

/**
 * Converts a value to its canonical form: sets sorted, numbers in one notation, JSON documents by meaning, and empty
 * attributes as null, depending on `empty`. Only attributes of objects become null: `""` as a map's value or a list's
 * element is a value.
 * @param name the attribute that the value belongs to
 */
export function canonical(node: SchemaNode, value: Value, empty: Emptiness, name = ''): Value {
  if (value === null || typeof value === 'symbol') return value;
  switch (node.kind) {
    case 'number':
      return canonicalNumber(value);
    case 'string':
      return typeof value === 'string' ? canonicalText(value, name) : value;
    case 'bool':
      return value;
    case 'dynamic':
      return canonicalDynamic(value, (type, inner) => canonical(type, inner, false));
    case 'list':
      return elements(value).map((one) => canonical(node.element, one, empty, name));
    case 'set':
      return canonicalSet(elements(value).map((one) => canonical(node.element, one, empty, name)));
    case 'tuple':
      return elements(value).map((one, i) => {
        const element = node.elements[i];
        return element ? canonical(element, one, empty, name) : one;
      });
    case 'map':
      return canonicalMap(node.element, value, empty, name);
    case 'object':
      return canonicalObject(node.members, value, empty);
  }
}

function canonicalText(text: string, name: string): string {
  const kind = documentKind(name);
  return kind === undefined ? text : canonicalJson(text, kind);
}

/** Sorts elements and removes duplicates. */
function canonicalSet(values: readonly Value[]): Value[] {
  const byText = new Map(values.map((one): [string, Value] => [stable(one), one]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]): Value => one);
}

type Members = Extract<SchemaNode, { kind: 'object' }>['members'];

function canonicalObject(members: Members, value: Value, empty: Emptiness): Value {
  const object = fields(value);
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const inner = canonical(member.node, fieldOf(object, name), empty, name);
      return [name, isNothing(inner, empty) ? null : inner];
    }),
  );
}

/** Drops keys with the value null. Empty values stay. */
function canonicalMap(element: SchemaNode, value: Value, empty: Emptiness, name: string): Value {
  const pairs = Object.entries(fields(value)).filter(([, one]) => one !== null);
  return Object.fromEntries(pairs.map(([key, one]) => [key, canonical(element, one, empty, name)]));
}

/** The elements of a list; empty for other values. */
export const elements = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : []);

/** The fields of an object or map value; empty for other values. */
export function fields(value: Value | undefined): Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** An own field, or null. A map may have a key `constructor`, which every object inherits. */
export function fieldOf(object: Record<string, Value>, name: string): Value {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null;
}
