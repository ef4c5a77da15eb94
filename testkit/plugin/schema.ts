import type { AttributeFlags, Member, ObjectNode, SchemaNode } from '../../src/base/schema.ts';

export const string: SchemaNode = { kind: 'string' };
export const number: SchemaNode = { kind: 'number' };
export const bool: SchemaNode = { kind: 'bool' };
export const dynamic: SchemaNode = { kind: 'dynamic' };

export const list = (element: SchemaNode): SchemaNode => ({ kind: 'list', element });
export const set = (element: SchemaNode): SchemaNode => ({ kind: 'set', element });
export const map = (element: SchemaNode): SchemaNode => ({ kind: 'map', element });
export const tuple = (...elements: SchemaNode[]): SchemaNode => ({ kind: 'tuple', elements });

/** A cty object type, whose fields have no flags. */
export function object(fields: Record<string, SchemaNode>): SchemaNode {
  const entries = Object.entries(fields).map(([name, node]): [string, Member] => [name, { role: 'member', node }]);
  return { kind: 'object', members: Object.fromEntries(entries) };
}

/** The object of a `nested_type` attribute (protocol 6), or the body of a block. */
export const body = (members: Record<string, Member>): ObjectNode => ({ kind: 'object', members });

function attribute(node: SchemaNode, flags: Partial<AttributeFlags>): Member {
  const none = { optional: false, required: false, computed: false, sensitive: false, writeOnly: false };
  return { role: 'attribute', node, ...none, ...flags };
}

export const required = (node: SchemaNode): Member => attribute(node, { required: true });
export const optional = (node: SchemaNode): Member => attribute(node, { optional: true });
export const computed = (node: SchemaNode): Member => attribute(node, { computed: true });
export const optionalComputed = (node: SchemaNode): Member => attribute(node, { optional: true, computed: true });
export const sensitive = (node: SchemaNode): Member => attribute(node, { optional: true, sensitive: true });
export const writeOnly = (node: SchemaNode): Member => attribute(node, { optional: true, writeOnly: true });

/** A nested block of the given nesting. */
export function block(nesting: 'single' | 'group' | 'list' | 'set' | 'map', members: Record<string, Member>): Member {
  const inner = body(members);
  const node: SchemaNode = nesting === 'single' || nesting === 'group' ? inner : { kind: nesting, element: inner };
  return { role: 'block', node, nesting };
}
