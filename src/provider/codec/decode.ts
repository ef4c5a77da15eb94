import type { Member, ObjectNode, SchemaNode } from '../../base/schema.ts';
import { UNKNOWN, type Path, type Value } from '../../base/value.ts';
import type { DynamicValue } from '../protocol/messages.ts';
import { nodeOfTypeJson } from '../../base/cty-type.ts';
import { SchemaMismatch } from './mismatch.ts';
import { readRaw, type Raw } from './raw.ts';

const INTEGER = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Decodes a provider's value and checks it against the schema: no attribute may be missing or additional, every type as
 * declared. Two things are normalized as in Terraform's core: a null list or set block becomes an empty one (the older
 * SDK does not distinguish them), and write-only attributes become null. Unknown parts become `UNKNOWN`. Throws
 * `SchemaMismatch`, or the decoder's error for broken bytes.
 */
export function decodeValue(value: DynamicValue | null, node: SchemaNode): Value {
  return fit(readRaw(value), node, []);
}

function fit(raw: Raw, node: SchemaNode, path: Path): Value {
  if (raw === null || raw === UNKNOWN) return raw;
  switch (node.kind) {
    case 'string':
      if (typeof raw === 'string') return raw;
      throw new SchemaMismatch(path, 'should be a string');
    case 'bool':
      if (typeof raw === 'boolean') return raw;
      throw new SchemaMismatch(path, 'should be true or false');
    case 'number':
      return fitNumber(raw, path);
    case 'list':
    case 'set':
      if (!Array.isArray(raw)) throw new SchemaMismatch(path, `should be a ${node.kind}`);
      return raw.map((element, index) => fit(element, node.element, [...path, index]));
    case 'tuple':
      return fitTuple(raw, node.elements, path);
    case 'map':
      return Object.fromEntries(
        // Providers write the entries of a map in any order; reports need a stable one.
        entriesOf(raw, 'map', path)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, fit(inner, node.element, [...path, key])]),
      );
    case 'object':
      return fitObject(raw, node, path);
    case 'dynamic':
      return fitDynamic(raw, path);
  }
}

function entriesOf(raw: Raw, what: string, path: Path): [string, Raw][] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || raw instanceof Uint8Array)
    throw new SchemaMismatch(path, `should be a${what === 'object' ? 'n' : ''} ${what}`);
  return Object.entries(raw);
}

/** Integers have one form, whether they arrive as number or text; fractions stay unchanged. */
function fitNumber(raw: Raw, path: Path): Value {
  if (typeof raw === 'bigint') {
    const double = Number(raw);
    return Number.isSafeInteger(double) ? double : raw;
  }
  if (typeof raw === 'string' && INTEGER.test(raw)) return fitNumber(BigInt(raw), path);
  if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
  if (typeof raw === 'string' && DECIMAL.test(raw)) return raw;
  throw new SchemaMismatch(path, 'should be a number');
}

function fitTuple(raw: Raw, elements: SchemaNode[], path: Path): Value {
  if (!Array.isArray(raw) || raw.length !== elements.length)
    throw new SchemaMismatch(path, `should be a tuple of ${elements.length}`);
  return elements.map((element, index) => fit(raw[index] ?? null, element, [...path, index]));
}

function fitObject(raw: Raw, node: ObjectNode, path: Path): Value {
  const remaining = new Map(entriesOf(raw, 'object', path));
  const fitted = Object.entries(node.members).map(([name, member]): [string, Value] => {
    const inner = remaining.get(name);
    if (inner === undefined) throw new SchemaMismatch([...path, name], 'is missing');
    remaining.delete(name);
    return [name, fitMember(inner, member, [...path, name])];
  });
  const [surplus] = remaining.keys();
  if (surplus !== undefined) throw new SchemaMismatch([...path, surplus], 'is not in the schema');
  return Object.fromEntries(fitted);
}

function fitMember(raw: Raw, member: Member, path: Path): Value {
  if (member.role === 'attribute' && member.writeOnly) return null;
  if (raw === null && member.role === 'block' && (member.nesting === 'list' || member.nesting === 'set')) return [];
  return fit(raw, member.node, path);
}

/** `[type, value]` in msgpack, `{"type":…,"value":…}` in JSON. */
function fitDynamic(raw: Raw, path: Path): Value {
  let type: string | undefined;
  let inner: Raw | undefined;
  if (Array.isArray(raw) && raw.length === 2) {
    const [first, second] = raw;
    type = first instanceof Uint8Array ? Buffer.from(first).toString('utf8') : typeof first === 'string' ? first : '';
    inner = second;
  } else if (typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof Uint8Array)) {
    type = JSON.stringify(raw.type);
    inner = raw.value;
  }
  if (type === undefined || inner === undefined) throw new SchemaMismatch(path, 'should be a value with its type');
  try {
    return [type, fit(inner, nodeOfTypeJson(type), path)];
  } catch (error) {
    if (error instanceof SchemaMismatch) throw error;
    throw new SchemaMismatch(path, 'has a type that cannot be read');
  }
}
