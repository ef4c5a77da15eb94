import type { Member, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Step, type Value } from '../../base/value.ts';
import { fieldOf, fields } from './canonical.ts';
import { stable } from './stable.ts';

/**
 * Finds the deepest paths at which two canonical values differ: attributes, map keys, elements of lists of equal
 * length. A set differs as a whole, because its elements have no paths.
 */
export function diff(node: SchemaNode, before: Value, live: Value, path: Path = []): Path[] {
  if (!isInside(node, before, live) && same(before, live)) return [];
  if (before === UNKNOWN || live === UNKNOWN) return [path];
  // Null and an empty map differ as a whole.
  if (node.kind === 'map' && (!isEmptyMap(before) || !isEmptyMap(live)))
    return diffMaps(node.element, fields(before), fields(live), path);
  if (node.kind === 'map') return before === null || live === null ? [path] : [];
  if (before === null || live === null) return [path];
  switch (node.kind) {
    case 'object':
      return Object.entries(node.members).flatMap(([name, member]) =>
        diff(member.node, fieldOf(fields(before), name), fieldOf(fields(live), name), [...path, name]),
      );
    case 'list': {
      if (!Array.isArray(before) || !Array.isArray(live) || before.length !== live.length) return [path];
      return before.flatMap((one, i) => diff(node.element, one, live[i] ?? null, [...path, i]));
    }
    case 'set':
    case 'tuple':
    case 'string':
    case 'number':
    case 'bool':
    case 'dynamic':
      return [path];
  }
}

const isEmptyMap = (value: Value): boolean => Object.keys(fields(value)).length === 0;

/**
 * True if both sides are compared by their members. That also finds equality; serialising both sides at each level
 * first takes several times as long.
 */
const isInside = ({ kind }: SchemaNode, before: Value, live: Value): boolean =>
  kind === 'map' || kind === 'object' || kind === 'list'
    ? typeof before === 'object' && before !== null && typeof live === 'object' && live !== null
    : false;

/** Compares strings directly: most values are strings, and serialising costs time. */
const same = (before: Value, live: Value): boolean =>
  before === live || (!(typeof before === 'string' && typeof live === 'string') && stable(before) === stable(live));

/** Compares key by key, even if one side is null, so that a rule for one tag works on a resource without other tags. */
function diffMaps(element: SchemaNode, before: Record<string, Value>, live: Record<string, Value>, path: Path): Path[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(live)])];
  return keys.flatMap((key) => diff(element, fieldOf(before, key), fieldOf(live, key), [...path, key]));
}

/** The value at a path, or null. */
export function valueAt(value: Value, path: Path): Value {
  let at: Value = value;
  for (const step of path) at = Array.isArray(at) ? (at[Number(step)] ?? null) : fieldOf(fields(at), String(step));
  return at;
}

/** Takes one step into a value: returns the schema of the inner value, and the object's member that the step names. */
export function stepFrom(
  from: SchemaNode | undefined,
  step: Step,
): { to: SchemaNode | undefined; member: Member | undefined } {
  if (from?.kind === 'object') {
    const member = Object.hasOwn(from.members, step) ? from.members[step] : undefined;
    return { to: member?.node, member };
  }
  const to =
    from?.kind === 'tuple' ? from.elements[Number(step)] : from && 'element' in from ? from.element : undefined;
  return { to, member: undefined };
}

/** The steps of a path, each with the schemas before and after it. */
export function stepsAlong(schema: SchemaNode, path: Path) {
  let from: SchemaNode | undefined = schema;
  return path.map((step) => {
    const one = { step, from, ...stepFrom(from, step) };
    from = one.to;
    return one;
  });
}

/** The object members that a path goes through, from the outside in. */
export function membersAlong(schema: SchemaNode, path: Path): Member[] {
  return stepsAlong(schema, path).flatMap(({ member }) => member ?? []);
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Formats a path as people write it in HCL: `rule[0].days`, `tags["my key"]`. Keys of maps are not masked. */
export function pathThrough(schema: SchemaNode, path: Path): string {
  let out = '';
  for (const { step, from } of stepsAlong(schema, path)) {
    if (typeof step === 'number') out += `[${step}]`;
    else if (from?.kind === 'map' || !NAME.test(step)) out += `[${JSON.stringify(step)}]`;
    else out += out === '' ? step : `.${step}`;
  }
  return out;
}
