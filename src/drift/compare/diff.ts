import type { Member, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Value } from '../../base/value.ts';
import { fields } from './canonical.ts';
import { stable } from './stable.ts';

/**
 * The paths at which two canonical values differ, as deep as they can be told: attributes, map keys, elements of lists of
 * one length. A set differs as a whole, since its elements have no names.
 */
export function diff(node: SchemaNode, before: Value, live: Value, path: Path = []): Path[] {
  if (stable(before) === stable(live)) return [];
  if (before === null || live === null || before === UNKNOWN || live === UNKNOWN) return [path];
  switch (node.kind) {
    case 'object':
      return Object.entries(node.members).flatMap(([name, member]) =>
        diff(member.node, fields(before)[name] ?? null, fields(live)[name] ?? null, [...path, name]),
      );
    case 'map': {
      const [b, l] = [fields(before), fields(live)];
      const keys = [...new Set([...Object.keys(b), ...Object.keys(l)])];
      return keys.flatMap((key) => diff(node.element, b[key] ?? null, l[key] ?? null, [...path, key]));
    }
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

/** The value at a path; null where there is nothing. */
export function valueAt(value: Value, path: Path): Value {
  let at: Value | undefined = value;
  for (const step of path)
    at = Array.isArray(at) ? at[Number(step)] : Object.hasOwn(fields(at), step) ? fields(at)[step] : undefined;
  return at ?? null;
}

/** The members of objects that a path goes through, from the outside in. */
export function membersAlong(schema: SchemaNode, path: Path): Member[] {
  const members: Member[] = [];
  let node: SchemaNode | undefined = schema;
  for (const step of path) {
    if (node?.kind === 'object') {
      const member: Member | undefined = node.members[step];
      if (member) members.push(member);
      node = member?.node;
    } else if (node?.kind === 'tuple') node = node.elements[Number(step)];
    else node = node && 'element' in node ? node.element : undefined;
  }
  return members;
}
