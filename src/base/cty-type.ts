import { isObject } from './json.ts';
import type { Member, SchemaNode } from './schema.ts';

/**
 * Converts a cty type in JSON form (`"string"`, `["list","string"]`, `["object",{…}]`, `["tuple",[…]]`) to a schema
 * node. Throws for an invalid type.
 */
function nodeOfType(type: unknown): SchemaNode {
  if (type === 'string' || type === 'number' || type === 'bool' || type === 'dynamic') return { kind: type };
  if (Array.isArray(type)) {
    const [kind, inner] = type as unknown[];
    if (kind === 'list' || kind === 'set' || kind === 'map') return { kind, element: nodeOfType(inner) };
    if (kind === 'tuple' && Array.isArray(inner)) return { kind, elements: inner.map(nodeOfType) };
    if (kind === 'object' && isObject(inner)) {
      const members = Object.entries(inner).map(([name, of]): [string, Member] => [
        name,
        { role: 'member', node: nodeOfType(of) },
      ]);
      return { kind, members: Object.fromEntries(members) };
    }
  }
  throw new Error(`not a type: ${JSON.stringify(type)}`);
}

/** Converts a cty type from JSON text or its bytes. */
export function nodeOfTypeJson(json: string | Uint8Array): SchemaNode {
  return nodeOfType(JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString('utf8')));
}
