/**
 * A provider's schema as one tree: blocks, `nested_type` attributes and cty types all become nodes, so that code can
 * walk a value and its schema together. Built by `provider/`, read by `engine/`.
 */
export type SchemaNode =
  | { kind: 'string' | 'number' | 'bool' | 'dynamic' }
  | { kind: 'list' | 'set' | 'map'; element: SchemaNode }
  | { kind: 'tuple'; elements: SchemaNode[] }
  | ObjectNode;

/** An object: a block's body, a nested attribute's object, or a cty object type. */
export type ObjectNode = { kind: 'object'; members: Record<string, Member> };

/**
 * The members of an object.
 * - `attribute`: declared by the schema, with flags (also inside `nested_type`);
 * - `block`: a nested block; `nesting` is the protocol's, and `node` already has the implied shape (`single`/`group` →
 *   object, `list`/`set`/`map` → that collection of objects);
 * - `member`: a field of a cty object type; the flags of the attribute above it apply.
 */
export type Member =
  | ({ role: 'attribute'; node: SchemaNode } & AttributeFlags)
  | { role: 'block'; node: SchemaNode; nesting: 'single' | 'group' | 'list' | 'set' | 'map' }
  | { role: 'member'; node: SchemaNode };

export type AttributeFlags = {
  optional: boolean;
  required: boolean;
  computed: boolean;
  sensitive: boolean;
  writeOnly: boolean;
};

/** The schema of one resource type, or of a provider's own configuration. */
export type ResourceSchema = { version: number; block: ObjectNode };
