import { decode, encode, ExtData } from '@msgpack/msgpack';
import { isObject, type Json } from '../../src/base/json.ts';
import type { Member, SchemaNode } from '../../src/base/schema.ts';
import { UNKNOWN, type Value } from '../../src/base/value.ts';

/** The protocol's DynamicValue in proto-loader's form. */
export type DynamicValue = { msgpack?: Uint8Array; json?: Uint8Array };

export type ObjectValue = { [name: string]: Value };

/** Maps the children of a value with their nodes. A value that does not match its node has no children. */
function mapChildren(
  node: SchemaNode,
  value: unknown,
  convert: (node: SchemaNode, child: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) {
    if (node.kind === 'list' || node.kind === 'set') return value.map((child) => convert(node.element, child));
    if (node.kind === 'tuple') return value.map((child, i) => convert(node.elements[i] ?? { kind: 'dynamic' }, child));
  }
  if (!isObject(value) || value instanceof Uint8Array || value instanceof ExtData) return value;
  if (node.kind === 'map') {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, convert(node.element, child)]));
  }
  if (node.kind !== 'object') return value;
  return Object.fromEntries(
    Object.entries(node.members).map(([name, member]) => [name, convert(member.node, value[name] ?? null)]),
  );
}

function fromWire(node: SchemaNode, wire: unknown): unknown {
  if (wire === null || wire === undefined) return null;
  if (wire instanceof ExtData) return UNKNOWN;
  if (node.kind === 'dynamic' && Array.isArray(wire)) return [Buffer.from(wire[0]).toString('utf8'), wire[1]];
  return mapChildren(node, wire, fromWire);
}

function toWire(node: SchemaNode, value: unknown): unknown {
  if (value === UNKNOWN) return new ExtData(0, new Uint8Array(1));
  if (value === null || value === undefined) return null;
  if (node.kind === 'dynamic' && Array.isArray(value)) return [Buffer.from(String(value[0])), value[1]];
  return mapChildren(node, value, toWire);
}

/** Decodes a value from Terraform. */
export function decodeValue(node: SchemaNode, value: DynamicValue | null): Value {
  if (value?.msgpack?.length) return fromWire(node, decode(value.msgpack, { useBigInt64: true })) as Value;
  return value?.json?.length ? fromJson(node, parseExact(Buffer.from(value.json).toString('utf8'))) : null;
}

/**
 * Encodes a value. Unlike a correct provider, it encodes a value that does not match its node unchanged, so that the
 * fake provider can answer with a wrong type.
 */
export function encodeValue(node: SchemaNode, value: Value): { msgpack: Buffer } {
  return { msgpack: Buffer.from(encode(toWire(node, value), { useBigInt64: true, maxDepth: 200 })) };
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/** Parses JSON. Numbers that a double cannot hold stay exact, as decimal strings. */
export function parseExact(text: string): Json {
  const revive: Reviver = (_, value, context) => {
    if (typeof value !== 'number' || context?.source === undefined) return value;
    const digits = context.source.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '');
    return digits.length > 15 && !Number.isSafeInteger(value) ? context.source : value;
  };
  return JSON.parse(text, revive) as Json;
}

/** The value of an absent block: an empty collection, or for a group an object without values. */
function absent(member: Member): Json {
  if (member.role !== 'block' || member.nesting === 'single') return null;
  if (member.nesting === 'map' || member.nesting === 'group') return {};
  return [];
}

function withBlocks(node: SchemaNode, json: unknown): unknown {
  if (node.kind !== 'object' || !isObject(json)) return json;
  const members = Object.entries(node.members);
  return Object.fromEntries(members.map(([name, member]) => [name, json[name] ?? absent(member)]));
}

/** A value from a state's JSON. Missing members become null or an empty block; a dynamic value is `{type, value}`. */
export function fromJson(node: SchemaNode, json: Json | undefined): Value {
  const convert = (node: SchemaNode, child: unknown): unknown => {
    if (node.kind === 'dynamic' && isObject(child)) return [JSON.stringify(child['type']), child['value'] ?? null];
    return mapChildren(node, withBlocks(node, child ?? null), convert);
  };
  return convert(node, json) as Value;
}

/** The value if it is a string; else empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A value as plain JSON. Unknown becomes null; numbers that a double cannot hold stay strings. */
export function toJson(value: Value): Json {
  if (value === UNKNOWN) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, toJson(child)]));
}
