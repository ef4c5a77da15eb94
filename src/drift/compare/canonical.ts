import type { SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';
import { canonicalJson, isJsonDocument } from '../rules/json-documents.ts';
import { isEmpty } from './empty.ts';
import { stable } from './stable.ts';

/** A number in one form: 1, 1n and "1.0" are the same; digits that a double cannot hold stay as text. */
function canonicalNumber(value: Value): Value {
  const text = String(value);
  const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length <= 15) return Number(text);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/**
 * A value in canonical form: sets in order, numbers in one form, JSON documents by meaning, and for `legacy` types empty
 * attributes as null. Empty is null only for an attribute of an object: `""` as a map's value or a list's element is
 * something.
 * @param name the attribute that the value belongs to
 */
export function canonical(node: SchemaNode, value: Value, legacy: boolean, name = ''): Value {
  if (value === null || typeof value === 'symbol') return value;
  switch (node.kind) {
    case 'number':
      return canonicalNumber(value);
    case 'string':
      return typeof value === 'string' && isJsonDocument(name) ? canonicalJson(value) : value;
    case 'bool':
      return value;
    case 'dynamic':
      // Its type may differ where the values are the same: [type, value].
      return Array.isArray(value) && value.length === 2 ? (value[1] ?? null) : value;
    case 'list':
      return elements(value).map((one) => canonical(node.element, one, legacy, name));
    case 'set':
      return elements(value)
        .map((one) => canonical(node.element, one, legacy, name))
        .map((one) => [stable(one), one] as const)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([, one]) => one);
    case 'tuple':
      return elements(value).map((one, i) => {
        const element = node.elements[i];
        return element ? canonical(element, one, legacy, name) : one;
      });
    case 'map':
      return mapped(value, (one) => canonical(node.element, one, legacy, name));
    case 'object':
      return canonicalObject(node.members, value, legacy);
  }
}

type Members = Extract<SchemaNode, { kind: 'object' }>['members'];

function canonicalObject(members: Members, value: Value, legacy: boolean): Value {
  const given = fields(value);
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const inner = canonical(member.node, given[name] ?? null, legacy, name);
      return [name, legacy && isEmpty(inner) ? null : inner];
    }),
  );
}

const elements = (value: Value): Value[] => (Array.isArray(value) ? value : []);

/** The fields of an object or map value; none for anything else. */
export function fields(value: Value | undefined): Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

const mapped = (value: Value, fn: (inner: Value) => Value): Value =>
  Object.fromEntries(Object.entries(fields(value)).map(([key, inner]) => [key, fn(inner)]));
