import { addressKey } from '../../base/address-key.ts';
import { resolvePath } from './paths.ts';
import type { BackendSetting, BackendSettings } from './types.ts';

/** The location settings of a type of backend. All other settings may be credentials. */
type Backend = {
  /** Settings that locate the store. Missing ones come from the environment or the command line. */
  store: readonly BackendSetting[];
  /** Settings that distinguish the states in a store. */
  state: readonly BackendSetting[];
  /** Other settings that are needed. */
  more?: readonly BackendSetting[];
  /** True if a block that names only its store has a default state. */
  hasDefault?: true;
};

const WORKSPACES = {
  store: ['hostname', 'organization'],
  state: ['workspace_name', 'workspace_prefix'],
} as const satisfies Backend;

/** By the name of Terraform's backend; `cloud` for the `cloud` block. */
const BACKENDS: Readonly<Record<string, Backend>> = {
  s3: { store: ['bucket'], state: ['key'], more: ['workspace_key_prefix', 'region', 'dynamodb_table'] },
  gcs: { store: ['bucket'], state: ['prefix'], hasDefault: true },
  azurerm: { store: ['storage_account_name', 'container_name'], state: ['key'] },
  http: { store: [], state: ['address'] },
  pg: { store: ['conn_str'], state: ['schema_name', 'table_name'], hasDefault: true },
  consul: { store: ['address'], state: ['path'] },
  kubernetes: { store: ['namespace'], state: ['secret_suffix'] },
  cloud: WORKSPACES,
  remote: WORKSPACES,
};

/** The location settings of a type of backend; undefined for types whose states cannot be claimed. */
export const backendOf = (type: string): Backend | undefined =>
  Object.hasOwn(BACKENDS, type) ? BACKENDS[type] : undefined;

const namesOf = ({ store, state, more = [] }: Backend): BackendSetting[] => [...store, ...state, ...more];

/** The names of the location settings of one type of backend, or of all types. */
export const settingNames = (type?: string): BackendSetting[] =>
  type === undefined
    ? [...new Set(Object.values(BACKENDS).flatMap(namesOf))]
    : namesOf(backendOf(type) ?? { store: [], state: [] });

const isGiven = (settings: BackendSettings, names: readonly BackendSetting[]): boolean =>
  names.some((name) => typeof settings[name] === 'string');

/** True if settings name a state of this type of backend. */
export const namesState = (type: string, settings: BackendSettings): boolean =>
  isGiven(settings, backendOf(type)?.state ?? []);

/** True if settings name a store of a type of backend that has a default state. */
export const namesDefault = (type: string, settings: BackendSettings): boolean => {
  const backend = backendOf(type);
  return backend?.hasDefault === true && isGiven(settings, backend.store);
};

/**
 * The keys of a backend's states in its kind of source: the key of the default workspace, and a pattern for all
 * workspaces.
 */
export type NativeKeys = { key?: string; pattern?: string };

/**
 * Converts the settings of a backend to the keys of its states, which each backend names differently:
 * https://developer.hashicorp.com/terraform/language/backend
 */
export function nativeKeys(type: string, settings: BackendSettings): NativeKeys {
  const { key, prefix, path, secret_suffix: suffix, workspace_name: name, workspace_prefix: start } = settings;
  const beneath = (file: string) => resolvePath('.', `${prefix ?? ''}/${file}`) ?? file;
  if (type === 'gcs') return { key: beneath('default.tfstate'), pattern: beneath('*.tfstate') };
  if (type === 'azurerm') return { key: key ?? '', pattern: `${key}env:*` };
  if (type === 'consul') return { key: path ?? '', pattern: `${path}-env:*` };
  if (type === 'pg') return { key: 'default', pattern: '*' };
  if (type === 'kubernetes') return { key: `tfstate-default-${suffix}`, pattern: `tfstate-*-${suffix}` };
  if (type === 'http') return URL.canParse(settings.address ?? '') ? { key: addressKey(settings.address ?? '') } : {};
  if (typeof name === 'string') return { key: name };
  return typeof start === 'string' ? { pattern: `${start}*` } : {};
}
