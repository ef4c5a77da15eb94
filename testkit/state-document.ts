import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../src/base/json.ts';
import type { ObjectNode, SchemaNode } from '../src/base/schema.ts';
import { UNKNOWN, type Value } from '../src/base/value.ts';
import { nodeOfTypeJson } from '../src/base/cty-type.ts';

/** One step of a path in `sensitive_attributes`. */
export type PathStep =
  | { type: 'get_attr'; value: string }
  | { type: 'index'; value: { value: string | number; type: 'string' | 'number' } };

export type StateInstance = {
  index_key?: string | number;
  schema_version: number;
  attributes: JsonObject;
  sensitive_attributes: PathStep[][];
  private?: string;
  dependencies?: string[];
};

type StateResource = {
  module?: string;
  mode: 'managed';
  type: string;
  name: string;
  provider: string;
  instances: StateInstance[];
};

/** A Terraform state, format version 4. */
export type StateDocument = {
  version: 4;
  terraform_version: string;
  serial: number;
  lineage: string;
  outputs: JsonObject;
  resources: StateResource[];
  check_results: null;
};

/** The sort key of an instance. */
export type InstanceKey = { module?: string; type: string; name: string; indexKey?: string | number };

/** `module.net["a"].aws_subnet.private`: the address of a resource, without an instance's key. */
export function resourceAddress({ module, type, name }: InstanceKey): string {
  return `${module === undefined ? '' : `${module}.`}${type}.${name}`;
}

/** The address of an instance, its key quoted as in HCL. */
export function instanceAddress(key: InstanceKey): string {
  const { indexKey } = key;
  if (indexKey === undefined) return resourceAddress(key);
  const quoted = JSON.stringify(indexKey).replace(/[$%](?=\{)/g, (sigil) => sigil + sigil);
  return `${resourceAddress(key)}[${quoted}]`;
}

/**
 * A value in a state's format; a dynamic value includes its type. A number that a double cannot hold is a raw JSON
 * number, which only `JSON.stringify` of the whole document writes. Throws for an unknown value.
 */
export function stateJson(node: SchemaNode, value: Value): Json {
  if (value === UNKNOWN) throw new Error('an unknown value cannot be stored in a state');
  if (value === null) return null;
  switch (node.kind) {
    case 'dynamic':
      return Array.isArray(value) ? dynamicJson(value) : null;
    case 'list':
    case 'set':
      return Array.isArray(value) ? value.map((child) => stateJson(node.element, child)) : null;
    case 'tuple':
      return Array.isArray(value) ? node.elements.map((child, i) => stateJson(child, value[i] ?? null)) : null;
    case 'map':
      return fieldsOf(value, () => node.element);
    case 'object':
      return fieldsOf(value, (name) => node.members[name]?.node);
    case 'number':
      return typeof value === 'bigint' || typeof value === 'string' ? exactNumber(`${value}`) : (value as number);
    case 'string':
    case 'bool':
      return value as string | boolean;
  }
}

function fieldsOf(value: Value, nodeOf: (name: string) => SchemaNode | undefined): Json {
  if (!isObject(value)) return null;
  const fields = Object.entries(value).map(([name, child]): [string, Json] => {
    const node = nodeOf(name);
    return [name, node ? stateJson(node, child) : null];
  });
  return Object.fromEntries(fields);
}

function dynamicJson([type, inner]: Value[]): Json {
  if (typeof type !== 'string') throw new Error('a dynamic value comes with its type');
  return { value: stateJson(nodeOfTypeJson(type), inner ?? null), type: JSON.parse(type) as Json };
}

function exactNumber(digits: string): Json {
  // JSON.rawJSON is in V8 and in ES2026, but not yet in the compiler's library.
  return (JSON as unknown as { rawJSON: (text: string) => Json }).rawJSON(digits);
}

function containsSensitive(node: SchemaNode): boolean {
  if ('element' in node) return containsSensitive(node.element);
  if (node.kind !== 'object') return false;
  return Object.values(node.members).some(
    (member) => (member.role === 'attribute' && member.sensitive) || containsSensitive(member.node),
  );
}

/**
 * The paths that a state marks as sensitive according to the schema, as Terraform's core computes them: elements of a
 * set have no paths, so the whole set is marked.
 */
export function sensitivePaths(node: ObjectNode, value: Value, base: PathStep[] = []): PathStep[][] {
  if (!isObject(value)) return [];
  return Object.entries(node.members).flatMap(([name, member]) => {
    const path: PathStep[] = [...base, { type: 'get_attr', value: name }];
    if (member.role === 'attribute' && member.sensitive) return [path];
    return containsSensitive(member.node) ? insidePaths(member.node, value[name] as Value, path) : [];
  });
}

function insidePaths(node: SchemaNode, value: Value, path: PathStep[]): PathStep[][] {
  if (value === null) return [];
  if (node.kind === 'object') return sensitivePaths(node, value, path);
  if (!('element' in node)) return [];
  if (node.kind === 'set') return Array.isArray(value) && value.length > 0 ? [path] : [];
  const type = node.kind === 'list' ? 'number' : 'string';
  return Object.entries(value as { [key: string]: Value }).flatMap(([key, child]) => {
    const step: PathStep = { type: 'index', value: { value: type === 'number' ? Number(key) : key, type } };
    return insidePaths(node.element, child, [...path, step]);
  });
}

const byText =
  <T>(text: (item: T) => string) =>
  (a: T, b: T): number =>
    text(a) < text(b) ? -1 : 1;

/** A state document with the instances of one provider configuration, in terraform's order. */
export function stateDocument(
  instances: readonly { key: InstanceKey; instance: StateInstance }[],
  options: { provider: string; serial?: number; lineage?: string; terraformVersion?: string },
): StateDocument {
  const resources = new Map<string, StateResource>();
  for (const { key, instance } of instances) {
    const { module, type, name } = key;
    const address = resourceAddress(key);
    const resource = resources.get(address) ?? {
      ...(module !== undefined && { module }),
      mode: 'managed',
      type,
      name,
      provider: options.provider,
      instances: [],
    };
    resource.instances.push(instance);
    resources.set(address, resource);
  }
  const order = byText<StateResource>(({ module = '', type, name }) => [module, type, name].join('\0'));
  const byKey = (a: StateInstance, b: StateInstance): number =>
    typeof a.index_key === 'number' && typeof b.index_key === 'number'
      ? a.index_key - b.index_key
      : byText<StateInstance>(({ index_key }) => String(index_key))(a, b);
  for (const resource of resources.values()) resource.instances.sort(byKey);
  return {
    version: 4,
    terraform_version: options.terraformVersion ?? '1.11.4',
    serial: options.serial ?? 1,
    lineage: options.lineage ?? randomUUID(),
    outputs: {},
    resources: [...resources.values()].sort(order),
    check_results: null,
  };
}
