import { attribute, blocks, constant, type ConfigBody, type ConfigValue } from '../../base/hcl.ts';
import { connectionParameters } from '../../base/pg-connection.ts';
import { maskName } from '../mask/mask.ts';
import { settingNames } from './backends.ts';
import type { BackendSetting, BackendSettings } from './types.ts';

/**
 * The address of a Postgres database, without its user. Undefined if the connection string leaves it to the
 * environment.
 */
function databaseOf(connection: string): string | undefined {
  const { host, port = '5432', user, dbname = user } = connectionParameters(connection);
  return host === undefined || dbname === undefined ? undefined : databaseAddress(host, port, dbname);
}

/** The form in which `conn_str` is kept. */
export const databaseAddress = (host: string, port: string, database: string): string =>
  `postgres://${host.toLowerCase()}:${port}/${database}`;

/** An HTTP address without credentials, which may be before its host or in its query. */
export function plainAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : undefined;
}

/** Extracts the address from settings that may contain credentials. */
const PARTS: Partial<Record<BackendSetting, (text: string) => string | undefined>> = {
  conn_str: databaseOf,
  // Consul's address may have no scheme.
  address: (text) => (text.includes('@') || text.includes('//') ? plainAddress(text) : text),
};

/** A constant, masked like the keys of states; null for expressions. */
function settingOf(name: BackendSetting, value: ConfigValue): string | null | undefined {
  const text = constant(value);
  if (text === '' && name === 'workspace_key_prefix') return '';
  if (text === undefined || text === '' || text.length > 1024) return null;
  const part = PARTS[name];
  const kept = part ? part(text) : text;
  return kept === undefined ? undefined : maskName(kept);
}

/** The name and prefix of a `workspaces` block, as `workspace_name` and `workspace_prefix`. */
function workspaceItems(body: ConfigBody): ConfigBody['items'] {
  const named = blocks(body, 'workspaces').flatMap(({ items }) => items);
  return named
    .filter(({ key }) => key === 'name' || key === 'prefix')
    .map((item) => ({ ...item, key: `workspace_${item.key}` }));
}

/**
 * Reads only the settings that locate states and locks, of one type of backend or of all types. Other settings may be
 * credentials.
 */
export function backendSettings(body: ConfigBody, type?: string): BackendSettings {
  const settings: BackendSettings = {};
  const all = { items: [...body.items, ...workspaceItems(body)] };
  for (const name of settingNames(type)) {
    const value = attribute(all, name);
    if (value === undefined || value === null) continue;
    const kept = settingOf(name, value);
    if (kept !== undefined) settings[name] = kept;
  }
  return settings;
}

/** Settings that a `-backend-config` file may contain, one pattern for each type of backend. */
const SETTINGS: readonly RegExp[] = [
  /^(?:access_key|secret_key|token|acl|allowed_account_ids|forbidden_account_ids|assume_role\w*|bucket|custom_ca_bundle|dynamodb_\w+|ec2_metadata_\w+|encrypt|endpoints?|external_id|force_path_style|http_proxy|https_proxy|iam_endpoint|insecure|key|kms_key_id|max_retries|no_proxy|profile|region|retry_mode|role_arn|session_name|shared_\w+|skip_\w+|sse_\w+|sts_\w+|use_\w+|workspace_key_prefix)$/,
  /^(?:bucket|prefix|credentials|access_token|impersonate_service_account\w*|encryption_key|kms_encryption_key|storage_custom_endpoint)$/,
  /^(?:storage_account_name|container_name|key|resource_group_name|subscription_id|tenant_id|client_\w+|access_key|sas_token|snapshot|environment|metadata_host|endpoint|msi_endpoint|oidc_\w+|use_\w+|ado_\w+|lookup_blob_endpoint|timeout_seconds)$/,
  /^(?:address|update_method|lock_\w+|unlock_\w+|username|password|skip_cert_verification|retry_\w+|client_\w+)$/,
  /^(?:conn_str|schema_name|table_name|index_name|skip_\w+)$/,
  /^(?:address|scheme|path|access_token|datacenter|http_auth|gzip|lock|ca_file|cert_file|key_file)$/,
  /^(?:namespace|secret_suffix|labels|in_cluster_config|host|username|password|insecure|client_\w+|cluster_ca_certificate|config_\w+|token|exec)$/,
  /^(?:hostname|organization|token|workspaces)$/,
];

/** True if a file contains only settings of one type of backend. */
export const isBackendFile = ({ items }: ConfigBody): boolean =>
  items.length > 0 && SETTINGS.some((setting) => items.every(({ key }) => setting.test(key)));
