import type { AttributeFlags, Member, ObjectNode, ResourceSchema, SchemaNode } from '../../base/schema.ts';
import type { ProtoAttribute, ProtoBlock } from '../protocol/messages.ts';
import { nodeOfTypeJson } from '../../base/cty-type.ts';
import { loadSchemaDecoder } from '../protocol/definitions.ts';

type Nesting = (Member & { role: 'block' })['nesting'];

const NESTINGS: Readonly<Record<string, Nesting>> = {
  SINGLE: 'single',
  GROUP: 'group',
  LIST: 'list',
  SET: 'set',
  MAP: 'map',
};

function nested(nesting: string, body: ObjectNode): { nesting: Nesting; node: SchemaNode } {
  const mode = NESTINGS[nesting];
  if (mode === undefined) throw new Error(`unknown nesting mode ${nesting}`);
  return { nesting: mode, node: mode === 'single' || mode === 'group' ? body : { kind: mode, element: body } };
}

function attribute(proto: ProtoAttribute): Member {
  const flags: AttributeFlags = {
    optional: proto.optional,
    required: proto.required,
    computed: proto.computed,
    sensitive: proto.sensitive,
    writeOnly: proto.write_only,
  };
  const node = proto.nested_type
    ? nested(proto.nested_type.nesting, {
        kind: 'object',
        members: Object.fromEntries(proto.nested_type.attributes.map((inner) => [inner.name, attribute(inner)])),
      }).node
    : nodeOfTypeJson(proto.type);
  return { role: 'attribute', node, ...flags };
}

function block(proto: ProtoBlock): ObjectNode {
  const attributes = proto.attributes.map((one): [string, Member] => [one.name, attribute(one)]);
  const blocks = proto.block_types.map((one): [string, Member] => [
    one.type_name,
    { role: 'block', ...nested(one.nesting, block(one.block ?? EMPTY)) },
  ]);
  return { kind: 'object', members: Object.fromEntries([...attributes, ...blocks]) };
}

const EMPTY: ProtoBlock = { attributes: [], block_types: [] };

/** Converts a schema of either protocol into the common tree. */
export type ReadSchema = (bytes: Uint8Array) => ResourceSchema;

/** Returns the converter for one protocol's schemas. It throws for a type that no protocol has. */
export async function schemaReader(protocol: 5 | 6): Promise<ReadSchema> {
  const decode = await loadSchemaDecoder(protocol);
  return (bytes) => {
    const { version, block: body } = decode(bytes);
    return { version, block: block(body ?? EMPTY) };
  };
}
