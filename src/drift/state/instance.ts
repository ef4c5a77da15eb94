import { isObject } from '../../base/json.ts';
import type { Path } from '../../base/value.ts';
import { formatAddress, type InstanceKey } from './address.ts';
import { InvalidState } from './problems.ts';
import { parseProviderAddress, type ProviderAddress } from './provider-address.ts';

/** One instance of one resource, as the state has it. */
export type StateInstance = {
  address: string;
  mode: 'managed' | 'data';
  type: string;
  name: string;
  /** The module instance that it is in; absent in the root module. */
  module?: string;
  key?: InstanceKey;
  provider: ProviderAddress;
  /** The key of an object that waits to be destroyed behind the current one. */
  deposed?: string;
  tainted: boolean;
  schemaVersion: number;
  /** As JSON text that lost nothing, or the flatmap of 0.11-era providers. */
  attributes: { json: string } | { flatmap: Record<string, string> };
  /** The same attributes for reading; numbers here may have lost digits. */
  values: Record<string, unknown>;
  /** Places that the state marks as sensitive; everything below them is, too. */
  sensitivePaths: Path[];
  private: Uint8Array;
  identity?: { schemaVersion: number; json: string };
};

/** What a resource's header says of all its instances. */
export type ResourceHeader = Pick<StateInstance, 'mode' | 'type' | 'name' | 'module' | 'provider'>;

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new InvalidState(where, 'a text');
  return value;
}

function provider(value: unknown, where: string): ProviderAddress {
  const parsed = parseProviderAddress(text(value, where));
  if (!parsed) throw new InvalidState(where, 'a provider address');
  return parsed;
}

/** Reads a resource's header. */
export function readHeader(resource: Record<string, unknown>, where: string): ResourceHeader {
  const { mode, module } = resource;
  if (mode !== 'managed' && mode !== 'data') throw new InvalidState(`${where}.mode`, '"managed" or "data"');
  return {
    mode,
    type: text(resource.type, `${where}.type`),
    name: text(resource.name, `${where}.name`),
    // OpenTofu puts it on the instances where they differ.
    provider:
      resource.provider === undefined ? { source: '', text: '' } : provider(resource.provider, `${where}.provider`),
    ...(module === undefined ? {} : { module: text(module, `${where}.module`) }),
  };
}

function readKey(value: unknown, where: string): InstanceKey {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new InvalidState(where, 'a text or a number');
}

/** One step of a sensitive path: `{type: "get_attr", value: "x"}` or `{type: "index", value: {value: 0, type: "number"}}`. */
function readStep(step: unknown, where: string): string | number {
  const value = isObject(step) ? (isObject(step.value) ? step.value.value : step.value) : undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new InvalidState(where, 'a step of an attribute path');
}

function readSensitive(value: unknown, where: string): Path[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new InvalidState(where, 'a list');
  return value.map((path: unknown, i) => {
    if (!Array.isArray(path)) throw new InvalidState(`${where}[${i}]`, 'a list');
    return path.map((step: unknown, k) => readStep(step, `${where}[${i}][${k}]`));
  });
}

function readAttributes(instance: Record<string, unknown>, where: string) {
  const { attributes, attributes_flat: flat } = instance;
  if (isObject(attributes)) return { attributes: { json: JSON.stringify(attributes) }, values: attributes };
  if (isObject(flat)) {
    const flatmap = Object.fromEntries(Object.entries(flat).map(([k, v]) => [k, text(v, `${where}.attributes_flat`)]));
    return { attributes: { flatmap }, values: flatmap };
  }
  throw new InvalidState(`${where}.attributes`, 'an object');
}

function readPrivate(value: unknown, where: string): Uint8Array {
  return value === undefined || value === null ? new Uint8Array() : Buffer.from(text(value, where), 'base64');
}

function readIdentity(instance: Record<string, unknown>): Pick<StateInstance, 'identity'> {
  if (!isObject(instance.identity)) return {};
  const version = instance.identity_schema_version;
  return {
    identity: { schemaVersion: typeof version === 'number' ? version : 0, json: JSON.stringify(instance.identity) },
  };
}

/** Reads one instance of a resource. Throws `InvalidState`. */
export function readInstance(header: ResourceHeader, instance: unknown, where: string): StateInstance {
  if (!isObject(instance)) throw new InvalidState(where, 'an object');
  const { schema_version: version, deposed } = instance;
  const key = readKey(instance.index_key, `${where}.index_key`);
  const own = instance.provider === undefined ? header.provider : provider(instance.provider, `${where}.provider`);
  if (own.source === '') throw new InvalidState(`${where}.provider`, 'a provider address');
  const place = {
    ...(key === undefined ? {} : { key }),
    ...(deposed === undefined ? {} : { deposed: text(deposed, `${where}.deposed`) }),
  };
  return {
    ...header,
    ...place,
    address: formatAddress({ ...header, ...place }),
    provider: own,
    tainted: instance.status === 'tainted',
    schemaVersion: typeof version === 'number' ? version : 0,
    ...readAttributes(instance, where),
    sensitivePaths: readSensitive(instance.sensitive_attributes, `${where}.sensitive_attributes`),
    private: readPrivate(instance.private, `${where}.private`),
    ...readIdentity(instance),
  };
}
