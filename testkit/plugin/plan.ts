import { isDeepStrictEqual } from 'node:util';
import type { ObjectNode, SchemaNode } from '../../src/base/schema.ts';
import { UNKNOWN, type Value } from '../../src/base/value.ts';
import type { Resource } from './provider.ts';
import type { ObjectValue } from './wire.ts';

function plannedIn(node: SchemaNode, value: Value): Value {
  if (value === null || value === UNKNOWN) return value;
  if (Array.isArray(value) && 'element' in node) return value.map((child) => plannedIn(node.element, child));
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  if (node.kind === 'map') {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plannedIn(node.element, child)]));
  }
  return node.kind === 'object' ? unknownsFor(node, value) : value;
}

/** Makes computed attributes without a value unknown, and write-only attributes null. */
function unknownsFor(node: ObjectNode, value: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(node.members).map(([name, member]): [string, Value] => {
      const child = value[name] ?? null;
      if (member.role !== 'attribute') return [name, plannedIn(member.node, child)];
      if (member.writeOnly) return [name, null];
      return [name, child === null && member.computed ? UNKNOWN : plannedIn(member.node, child)];
    }),
  );
}

/**
 * The plan of a correct provider: the proposed value, with unset computed attributes unknown. `replace` names the
 * attributes that cannot be changed in place; if one of them changes, all computed attributes become unknown again.
 */
export function planChange(
  { schema, replacedBy }: Resource,
  prior: ObjectValue | null,
  proposed: ObjectValue | null,
): { planned: ObjectValue | null; replace: string[] } {
  if (!proposed) return { planned: null, replace: [] };
  if (prior && isDeepStrictEqual(prior, proposed)) return { planned: proposed, replace: [] };
  const replace = prior ? replacedBy.filter((name) => !isDeepStrictEqual(prior[name], proposed[name])) : [];
  const fresh = { ...proposed };
  for (const [name, member] of Object.entries(schema.block.members)) {
    const computedOnly = member.role === 'attribute' && member.computed && !member.optional;
    if (replace.length > 0 && computedOnly) fresh[name] = null;
  }
  return { planned: unknownsFor(schema.block, fresh), replace };
}

/** Replaces every unknown in a planned value by the result of `resolve` for the attribute's name. */
export function resolveUnknowns(value: Value, resolve: (name: string) => Value, name = ''): Value {
  if (value === UNKNOWN) return resolve(name);
  if (Array.isArray(value)) return value.map((child) => resolveUnknowns(child, resolve, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, resolveUnknowns(child, resolve, key)]));
}
