import { protocolFile } from '../../src/provider/protocol/definitions.ts';
import { load, type MessageTypeDefinition } from '@grpc/proto-loader';
import type { ObjectNode, ResourceSchema, SchemaNode } from '../../src/base/schema.ts';
import type { Json } from '../../src/base/json.ts';
import type { Protocol } from './goplugin.ts';

const NESTING = { single: 1, list: 2, set: 3, map: 4, group: 5 } as const;

/** The cty type of a node in JSON: `"string"`, `["list","string"]`, `["object",{…}]`. */
function ctyType(node: SchemaNode): Json {
  switch (node.kind) {
    case 'list':
    case 'set':
    case 'map':
      return [node.kind, ctyType(node.element)];
    case 'tuple':
      return ['tuple', node.elements.map(ctyType)];
    case 'object':
      return ['object', Object.fromEntries(Object.entries(node.members).map(([name, m]) => [name, ctyType(m.node)]))];
    case 'string':
    case 'number':
    case 'bool':
    case 'dynamic':
      return node.kind;
  }
}

/** The cty type of a node in the protocol's format: JSON bytes. */
export function typeBytes(node: SchemaNode): Buffer {
  return Buffer.from(JSON.stringify(ctyType(node)));
}

/** The object that a `nested_type` attribute declares attribute by attribute; undefined for a plain cty type. */
function nestedBody(node: SchemaNode): ObjectNode | undefined {
  const inner = node.kind === 'list' || node.kind === 'set' || node.kind === 'map' ? node.element : node;
  if (inner.kind !== 'object') return undefined;
  return Object.values(inner.members).some((member) => member.role === 'attribute') ? inner : undefined;
}

function attributesOf(body: ObjectNode): object[] {
  return Object.entries(body.members).flatMap(([name, member]) => {
    if (member.role !== 'attribute') return [];
    const { node, writeOnly, role: _, ...flags } = member;
    const nested = nestedBody(node);
    const nesting = node.kind === 'list' || node.kind === 'set' || node.kind === 'map' ? node.kind : 'single';
    const type = nested
      ? { nested_type: { attributes: attributesOf(nested), nesting: NESTING[nesting] } }
      : { type: typeBytes(node) };
    return { name, ...type, ...flags, write_only: writeOnly };
  });
}

function blockMessage(body: ObjectNode): object {
  const block_types = Object.entries(body.members).flatMap(([name, member]) => {
    if (member.role !== 'block') return [];
    const inner = 'element' in member.node ? member.node.element : member.node;
    return inner.kind === 'object'
      ? { type_name: name, block: blockMessage(inner), nesting: NESTING[member.nesting] }
      : [];
  });
  return { attributes: attributesOf(body), block_types };
}

/** Encodes schemas as a protocol's `Schema` messages. */
export async function schemaEncoder(protocol: Protocol): Promise<(schema: ResourceSchema) => Buffer> {
  const definition = await load(protocolFile(`tfplugin${protocol}.proto`), { keepCase: true });
  const { serialize } = definition[`tfplugin${protocol}.Schema`] as MessageTypeDefinition<object, object>;
  return ({ version, block }) => serialize({ version, block: blockMessage(block) });
}
