import { errorsOf } from '../protocol/errors.ts';
import type { Plugin } from './plugin.ts';
import { CLIENT_CAPABILITIES } from '../protocol/messages.ts';
import type { ProviderConfig } from '../contract/types.ts';

/** The Terraform version in the Configure request: the one whose calls are imitated. */
const TERRAFORM_VERSION = '1.11.4';

/**
 * Configures a running provider. Gives why it refuses, `undefined` when it does not; rejects with a `ServiceError` where
 * the transport fails.
 */
export async function configurePlugin(
  plugin: Plugin,
  msgpack: Uint8Array,
  deadlineMs: number,
): Promise<string | undefined> {
  const message = {
    terraform_version: TERRAFORM_VERSION,
    config: { msgpack },
    client_capabilities: CLIENT_CAPABILITIES,
  };
  return errorsOf((await plugin.call('ConfigureProvider', message, deadlineMs)).diagnostics);
}

/** Equal texts for equal configurations, whatever the order of their keys. It may hold secrets: for comparing only. */
export function configKey(config: ProviderConfig): string {
  return JSON.stringify(config, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
