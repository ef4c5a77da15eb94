import { isObject } from '../../base/json.ts';
import type { Path } from '../../base/value.ts';
import { formatAddress, type InstanceKey } from './address.ts';
import { asDouble } from './exact-json.ts';
import { InvalidState } from './problems.ts';
import { parseProviderAddress, type ProviderAddress } from './provider-address.ts';
import { readSensitivePaths } from './sensitive-paths.ts';

export type StateInstance = {
  address: string;
  mode: 'managed' | 'data';
  type: string;
  name: string;
  /** The address of its module instance; absent in the root module. */
  module?: string;
  key?: InstanceKey;
  provider: ProviderAddress;
  /** The key of a deposed object. */
  deposed?: string;
  tainted: boolean;
  schemaVersion: number;
  /** Exact JSON text, or the flatmap of providers from the time of Terraform 0.11. */
  attributes: { json: string } | { flatmap: Record<string, string> };
  /**
   * The parsed attributes; numbers may have lost digits. Every call parses again: a state of 20,000 instances is kept
   * only as text, because the parsed form takes several times the memory.
   */
  values: () => Record<string, unknown>;
  /** Paths that the state marks as sensitive, with everything below them. */
  sensitivePaths: Path[];
  private: Uint8Array;
  identity?: { schemaVersion: number; json: string };
  /** Addresses of the resources (not instances) that the instance depends on. */
  dependencies: string[];
};

/** The fields that all instances of a resource share. */
export type ResourceHeader = Pick<StateInstance, 'mode' | 'type' | 'name' | 'module'> & {
  /** Absent if OpenTofu writes it on each instance. */
  provider?: ProviderAddress;
};

const isAbsent = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new InvalidState(where, 'a text');
  return value;
}

/** Reads a part of an address. Control characters are rejected, because no database accepts them. */
function name(value: unknown, where: string): string {
  if (isAbsent(value)) throw new InvalidState(where, 'a name');
  const label = text(value, where);
  if (/\p{Cc}/u.test(label)) throw new InvalidState(where, 'a name without control characters');
  return label.toWellFormed();
}

function provider(value: unknown, where: string): ProviderAddress {
  const parsed = parseProviderAddress(text(value, where));
  if (!parsed) throw new InvalidState(where, 'a provider address');
  return parsed;
}

/** Reads a resource's header. Throws `InvalidState`. */
export function readHeader(resource: Record<string, unknown>, where: string): ResourceHeader {
  const { mode, module } = resource;
  if (mode !== 'managed' && mode !== 'data') throw new InvalidState(`${where}.mode`, '"managed" or "data"');
  return {
    mode,
    type: name(resource.type, `${where}.type`),
    name: name(resource.name, `${where}.name`),
    ...(isAbsent(resource.provider) ? {} : { provider: provider(resource.provider, `${where}.provider`) }),
    ...(isAbsent(module) ? {} : { module: name(module, `${where}.module`) }),
  };
}

function readKey(raw: unknown, where: string): InstanceKey {
  const value = asDouble(raw);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || Number.isSafeInteger(value)) return value as string | number;
  throw new InvalidState(where, 'a text or a number');
}

function readVersion(raw: unknown, where: string): number {
  const value = asDouble(raw ?? 0);
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidState(where, 'a whole number');
}

function readAttributes(
  instance: Record<string, unknown>,
  where: string,
): Pick<StateInstance, 'attributes' | 'values'> {
  const { attributes, attributes_flat: flat } = instance;
  if (isObject(attributes)) {
    const json = JSON.stringify(attributes);
    return { attributes: { json }, values: () => JSON.parse(json) as Record<string, unknown> };
  }
  if (isAbsent(attributes) && isObject(flat)) {
    const pairs = Object.entries(flat).map(([key, value]) => [key, text(value ?? '', `${where}.attributes_flat`)]);
    const flatmap = Object.fromEntries(pairs) as Record<string, string>;
    return { attributes: { flatmap }, values: () => flatmap };
  }
  throw new InvalidState(`${where}.attributes`, 'an object');
}

function readPrivate(value: unknown, where: string): Uint8Array {
  if (isAbsent(value)) return new Uint8Array();
  const encoded = text(value, where);
  if (!/^[A-Za-z0-9+/\r\n]*={0,2}[\r\n]*$/.test(encoded)) throw new InvalidState(where, 'base64');
  return Buffer.from(encoded, 'base64');
}

function readIdentity(instance: Record<string, unknown>, where: string): Pick<StateInstance, 'identity'> {
  if (isAbsent(instance.identity)) return {};
  if (!isObject(instance.identity)) throw new InvalidState(`${where}.identity`, 'an object');
  const schemaVersion = readVersion(instance.identity_schema_version, `${where}.identity_schema_version`);
  return { identity: { schemaVersion, json: JSON.stringify(instance.identity) } };
}

function readDependencies(value: unknown, where: string): string[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new InvalidState(where, 'a list');
  return value.map((one: unknown, i) => text(one, `${where}[${i}]`));
}

/** Reads one instance of a resource. Throws `InvalidState`. */
export function readInstance(header: ResourceHeader, instance: unknown, where: string): StateInstance {
  if (!isObject(instance)) throw new InvalidState(where, 'an object');
  const { deposed } = instance;
  const key = readKey(instance.index_key, `${where}.index_key`);
  const own = isAbsent(instance.provider) ? header.provider : provider(instance.provider, `${where}.provider`);
  if (!own) throw new InvalidState(`${where}.provider`, 'a provider address');
  const place = {
    ...(key === undefined ? {} : { key }),
    ...(isAbsent(deposed) ? {} : { deposed: name(deposed, `${where}.deposed`) }),
  };
  return {
    ...header,
    ...place,
    address: formatAddress({ ...header, ...place }),
    provider: own,
    tainted: instance.status === 'tainted',
    schemaVersion: readVersion(instance.schema_version, `${where}.schema_version`),
    ...readAttributes(instance, where),
    sensitivePaths: readSensitivePaths(instance.sensitive_attributes, `${where}.sensitive_attributes`),
    private: readPrivate(instance.private, `${where}.private`),
    ...readIdentity(instance, where),
    dependencies: readDependencies(instance.dependencies, `${where}.dependencies`),
  };
}
