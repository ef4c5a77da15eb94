import { addressKey } from '../../base/address-key.ts';
import { resolvePath } from './paths.ts';
import type { BackendSetting, BackendSettings } from './types.ts';

/** What the location settings of a backend say; all its other settings may be credentials. */
type Backend = {
  /** Settings of the store. One that is missing comes from the environment or the command line. */
  store: readonly BackendSetting[];
  /** Settings that tell the states in a store apart. */
  state: readonly BackendSetting[];
  /** Others that are needed. */
  more?: readonly BackendSetting[];
  /** Whether a block that names its store, and no state in it, has a state all the same. */
  hasDefault?: true;
};

const WORKSPACES = {
  store: ['hostname', 'organization'],
  state: ['workspace_name', 'workspace_prefix'],
} as const satisfies Backend;

/** By the names of Terraform's backends, and the `cloud` block. */
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

/** The location settings of a type of backend; undefined for a type whose states are not claimed. */
export const backendOf = (type: string): Backend | undefined =>
  Object.hasOwn(BACKENDS, type) ? BACKENDS[type] : undefined;

const namesOf = ({ store, state, more = [] }: Backend): BackendSetting[] => [...store, ...state, ...more];

/** The names of the location settings of one type of backend; of all of them, without a type. */
export const settingNames = (type?: string): BackendSetting[] =>
  type === undefined
    ? [...new Set(Object.values(BACKENDS).flatMap(namesOf))]
    : namesOf(backendOf(type) ?? { store: [], state: [] });

const isGiven = (settings: BackendSettings, names: readonly BackendSetting[]): boolean =>
  names.some((name) => typeof settings[name] === 'string');

/** Whether settings name a state of this type of backend by themselves. */
export const namesState = (type: string, settings: BackendSettings): boolean =>
  isGiven(settings, backendOf(type)?.state ?? []);

/** Whether they name a store whose default state is meant where they name none. */
export const namesDefault = (type: string, settings: BackendSettings): boolean => {
  const backend = backendOf(type);
  return backend?.hasDefault === true && isGiven(settings, backend.store);
};

/** The keys of a backend's states as its kind of source has them: that of the default workspace, and a pattern of all. */
export type NativeKeys = { key?: string; pattern?: string };

/**
 * The keys of the states of a backend with these settings, by the naming of each backend:
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
  if (type === 'http') return { key: addressKey(settings.address ?? '') };
  if (typeof name === 'string') return { key: name };
  return typeof start === 'string' ? { pattern: `${start}*` } : {};
}
