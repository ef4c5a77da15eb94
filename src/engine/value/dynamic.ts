import { nodeOfTypeJson } from '../../base/cty-type.ts';
import type { SchemaNode } from '../../base/schema.ts';
import type { Value } from '../../base/value.ts';

/** The inner value of a dynamic value, which is encoded as `[type, value]`. */
export function dynamicValue(value: Value): Value {
  return Array.isArray(value) && value.length === 2 ? (value[1] ?? null) : value;
}

/**
 * Describes the type of a value so that equivalent types are equal: a list equals a tuple, a map an object, and null
 * members are dropped. `"1"` and 1 differ, and so do a set and a list.
 */
function meaningOf(node: SchemaNode, value: Value): unknown {
  if (value === null || typeof value === 'symbol') return null;
  switch (node.kind) {
    case 'list':
      return ['tuple', Array.isArray(value) ? value.map((one) => meaningOf(node.element, one)) : []];
    case 'tuple':
      return [
        'tuple',
        Array.isArray(value) ? value.map((one, i) => meaningOf(node.elements[i] ?? { kind: 'dynamic' }, one)) : [],
      ];
    case 'set':
      return ['set', Array.isArray(value) && value.length > 0 ? meaningOf(node.element, value[0] ?? null) : null];
    case 'map':
      return ['object', members(value, () => node.element)];
    case 'object':
      return ['object', members(value, (name) => node.members[name]?.node)];
    case 'string':
    case 'number':
    case 'bool':
    case 'dynamic':
      return node.kind;
  }
}

function members(value: Value, nodeOf: (name: string) => SchemaNode | undefined): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const meanings = Object.keys(value)
    .sort()
    .map((name) => [name, meaningOf(nodeOf(name) ?? { kind: 'dynamic' }, value[name] ?? null)] as const);
  return Object.fromEntries(meanings.filter(([, meaning]) => meaning !== null));
}

/** Removes null members, which an object type may include or omit. */
function withoutNulls(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const present = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(present.map(([name, one]) => [name, withoutNulls(one)]));
}

/**
 * Converts a dynamic value to its canonical form, with its type normalised. Null of any type is null. A value without a
 * readable type stays unchanged.
 * @param canonical converts a value of a known type to its canonical form
 */
export function canonicalDynamic(value: Value, canonical: (node: SchemaNode, value: Value) => Value): Value {
  if (!Array.isArray(value) || value.length !== 2) return value;
  const [type, inner = null] = value;
  if (inner === null) return null;
  if (typeof type !== 'string') return value;
  let node: SchemaNode;
  try {
    node = nodeOfTypeJson(type);
  } catch {
    return value;
  }
  const form: Value = canonical(node, inner);
  // A dynamic value inside a dynamic value has its own type.
  if (node.kind === 'dynamic') return form;
  const plain: Value = withoutNulls(form);
  return [JSON.stringify(meaningOf(node, form)), plain];
}
