import { getOrInsert } from '../../base/get-or-insert.ts';
import type { ProviderUse } from '../model/analysis.ts';
import type { StateCode } from '../code/module-code.ts';
import type { StateInstance } from '../state/parse.ts';
import { cloudOf } from '../../clouds/clouds.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import type { LockedVersion, ProviderConfig, ProviderNeed, ProviderSession } from '../../provider/contract/types.ts';

/** An organization's settings for one provider: its configuration, and an environment with credentials. */
export type ProviderSettings = {
  config: ProviderConfig;
  env: Readonly<Record<string, string>>;
  /** Hosts that the provider may connect to and files that it may read, in addition to those of all providers. */
  reach?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  /** True if the organization made the settings, false if the operator did. */
  isTenants?: boolean | undefined;
  /** The number of the settings entry. Configurations with the same entry use the same server. */
  entry: number;
  /** Names the settings over restarts and other secrets, and tells them from others of the same provider. */
  place?: string | undefined;
  /** The entry names no states, so it may lead states of different servers to the same server. */
  isShared: boolean;
  /** Put before the error of a provider that fails with these settings. */
  hint?: string | undefined;
  /**
   * The directory in which the user runs Terraform. A provider that its lock file proves is run there, like Terraform
   * does.
   */
  directory?: string | undefined;
};

/**
 * The absence of settings for a provider configuration. `missing` is the message, with the line to add. If `others`,
 * other configurations of the provider in these states have settings; then it is not started, because it could find any
 * server by itself. If `isUnknown`, nothing is read through the provider unless it takes no settings at all.
 */
export type NoSettings = { missing: string; others: boolean; isUnknown?: boolean };

/** Facts about providers that are not in the states. */
export type Providing = {
  /** Returns the version in the lock file of a state. */
  lockedFor?: ((stateKey: string, source: string) => LockedVersion | undefined) | undefined;
  /** Returns the code of a state. */
  codeOf?: ((stateKey: string) => StateCode | undefined) | undefined;
  /**
   * Returns the operator's settings for a provider configuration of a state. Never called for AWS, whose credentials
   * come from the target.
   */
  settingsFor?: ((provider: ProviderAddress, stateKey: string) => ProviderSettings | NoSettings) | undefined;
  /** True if some settings are shared by configurations and states; `states` if only by states. */
  sharesSettings?: boolean | 'states';
  /** The secrets in such settings. */
  settingsSecrets?: readonly string[];
  /** Called with every provider that reads resources. */
  used?: (use: ProviderUse) => Promise<void>;
};

/** The settings of a provider configuration. Undefined for providers that never have settings, such as AWS. */
export function givenTo(
  provider: ProviderAddress,
  stateKey: string,
  { settingsFor }: Providing,
): ProviderSettings | NoSettings | undefined {
  return cloudOf(provider.source) ? undefined : settingsFor?.(provider, stateKey);
}

/** The message about missing settings, or the hint for existing ones. */
export const missingIn = (settings: ProviderSettings | NoSettings | undefined): string | undefined =>
  settings !== undefined && 'missing' in settings ? settings.missing : settings?.hint;

/** The message if settings are unknown, so that nothing may be read; undefined otherwise. */
export const unknownIn = (settings: ProviderSettings | NoSettings | undefined): string | undefined =>
  settings !== undefined && 'missing' in settings && settings.isUnknown ? settings.missing : undefined;

/**
 * Returns the requirements of a state on a provider: the highest schema version of each type, and the locked package.
 */
export function needsOf(
  stateKey: string,
  instances: readonly StateInstance[],
  { lockedFor }: Providing,
): (source: string, settings?: ProviderSettings) => ProviderNeed {
  const versions = new Map<string, Record<string, number>>();
  for (const { mode, type, provider, schemaVersion } of instances) {
    if (mode === 'data') continue;
    const byType = getOrInsert(versions, provider.source, () => ({}));
    byType[type] = Math.max(byType[type] ?? 0, schemaVersion);
  }
  return (source, settings) => {
    const locked = lockedFor?.(stateKey, source);
    const { env, reach, files, directory, isTenants } = settings ?? {};
    return { source, schemaVersions: versions.get(source) ?? {}, locked, env, reach, files, directory, isTenants };
  };
}

/** Describes a session's provider for the report, with the locked version if another version or build runs. */
export function useOf({ provider, protocol }: ProviderSession, { locked }: ProviderNeed): ProviderUse {
  const { source, version, origin, installedAs, verified } = provider;
  const other = locked !== undefined && (locked.version !== version || (locked.hashes.length > 0 && !verified));
  const lockedVersion = other ? locked.version : undefined;
  return {
    source,
    version,
    protocol,
    installed_as: installedAs,
    locked: lockedVersion,
    origin,
    ...(verified !== undefined && { verified }),
  };
}
