import { ExtData, encode } from '@msgpack/msgpack';
import { isObject } from '../../base/json.ts';
import type { Member, ObjectNode, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Value } from '../../base/value.ts';
import { nodeOfTypeJson } from '../../base/cty-type.ts';
import { SchemaMismatch } from './mismatch.ts';

const NIL = null;
const MAX_INTEGER = 2n ** 64n;

/**
 * Encodes an object for a provider as msgpack (`{ msgpack: encodeObject(…) }` is a DynamicValue). Missing attributes
 * become null, missing blocks their empty form, and `UNKNOWN` cty's plain unknown (extension 0, data 0x00). Strings,
 * numbers and booleans are converted where the schema requires it, as in HCL. Throws `SchemaMismatch` for a name that
 * the schema lacks, or a value of another type.
 */
export function encodeObject(block: ObjectNode, value: Value): Uint8Array {
  return encode(shape(value, block, []), { useBigInt64: true });
}

function shape(value: Value, node: SchemaNode, path: Path): unknown {
  if (value === null) return NIL;
  if (value === UNKNOWN) return new ExtData(0, new Uint8Array([0]));
  switch (node.kind) {
    case 'string':
      if (typeof value === 'object') throw new SchemaMismatch(path, 'should be a string');
      return String(value);
    case 'bool':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw new SchemaMismatch(path, 'should be true or false');
    case 'number':
      return shapeNumber(value, path);
    case 'list':
    case 'set':
      // A single block where several are allowed.
      if (isObject(value) && node.element.kind === 'object') return [shape(value, node.element, [...path, 0])];
      if (!Array.isArray(value)) throw new SchemaMismatch(path, `should be a ${node.kind}`);
      return value.map((element, index) => shape(element, node.element, [...path, index]));
    case 'tuple':
      if (!Array.isArray(value) || value.length !== node.elements.length)
        throw new SchemaMismatch(path, `should be a tuple of ${node.elements.length}`);
      return node.elements.map((element, index) => shape(value[index] ?? NIL, element, [...path, index]));
    case 'map':
      if (!isObject(value)) throw new SchemaMismatch(path, 'should be a map');
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, shape(inner, node.element, [...path, key])]),
      );
    case 'object':
      return shapeObject(value, node, path);
    case 'dynamic':
      return shapeDynamic(value, path);
  }
}

function shapeNumber(value: Value, path: Path): unknown {
  if (typeof value === 'bigint') return value < MAX_INTEGER && value >= -MAX_INTEGER / 2n ? value : String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return value;
  throw new SchemaMismatch(path, 'should be a number');
}

function shapeObject(value: Value, node: ObjectNode, path: Path): unknown {
  if (!isObject(value)) throw new SchemaMismatch(path, 'should be an object');
  const surplus = Object.keys(value).find((name) => !Object.hasOwn(node.members, name));
  if (surplus !== undefined) throw new SchemaMismatch([...path, surplus], 'is not a setting that the schema knows');
  return Object.fromEntries(
    Object.entries(node.members).map(([name, member]) => {
      const inner = Object.hasOwn(value, name) ? (value[name] as Value) : null;
      return [name, inner === null ? emptyForm(member) : shape(inner, member.node, [...path, name])];
    }),
  );
}

function emptyForm(member: Member): unknown {
  if (member.role !== 'block') return NIL;
  switch (member.nesting) {
    case 'single':
      return NIL;
    case 'group':
      return shape({}, member.node, []);
    case 'list':
    case 'set':
      return [];
    case 'map':
      return {};
  }
}

/** Accepts `[type, value]`, and `{type, value}` as in state files. */
function shapeDynamic(value: Value, path: Path): unknown {
  const [type, inner] = Array.isArray(value)
    ? value
    : isObject(value) && value.type !== undefined
      ? [JSON.stringify(value.type), value.value as Value]
      : [];
  if (typeof type !== 'string' || inner === undefined)
    throw new SchemaMismatch(path, 'should be a value with its type: {"type": …, "value": …}');
  return [Buffer.from(type), shape(inner, nodeOfTypeJson(type), path)];
}
