import { getOrInsert } from '../../base/get-or-insert.ts';
import type { ProviderUse } from '../model/analysis.ts';
import type { StateCode } from '../code/module-code.ts';
import type { StateInstance } from '../state/parse.ts';
import { cloudOf } from '../../clouds/clouds.ts';
import type { ProviderAddress } from '../state/provider-address.ts';
import type { LockedVersion, ProviderConfig, ProviderNeed, ProviderSession } from '../../provider/contract/types.ts';

/** Settings for one provider of one organization: its configuration, and an environment with credentials. */
export type ProviderSettings = {
  config: ProviderConfig;
  env: Readonly<Record<string, string>>;
  /** Hosts that it may connect to and files that it may read, beyond those of all providers. */
  reach?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  /** The organization's own, not the operator's. */
  isTenants?: boolean | undefined;
  /** The number of their entry: configurations with the same one use the same server. */
  entry: number;
  /** The entry names no states, and may lead two of them to one server. */
  isShared: boolean;
  /** Said before the error of a provider that fails with them. */
  hint?: string | undefined;
  /** The directory in which the person runs Terraform: what its lock file proves is run there as Terraform runs it. */
  directory?: string | undefined;
};

/**
 * A provider configuration without settings. `missing` is the message, with the line to add. Where `others` of the same provider
 * in these states have settings it is not run: it could find any server by itself. Where `isUnknown`, nothing is read through it
 * unless it takes no settings at all.
 */
export type NoSettings = { missing: string; others: boolean; isUnknown?: boolean };

/** Facts about providers beside the states. */
export type Providing = {
  /** The version in the lock file of a state. */
  lockedFor?: ((stateKey: string, source: string) => LockedVersion | undefined) | undefined;
  /** The code beside a state. */
  codeOf?: ((stateKey: string) => StateCode | undefined) | undefined;
  /** The operator's settings for a provider configuration of a state; never called for AWS, whose credentials are the target's. */
  settingsFor?: ((provider: ProviderAddress, stateKey: string) => ProviderSettings | NoSettings) | undefined;
  /** Whether some of them are shared: by configurations and states, or by states. */
  sharesSettings?: boolean | 'states';
  /** The secrets in such settings. */
  settingsSecrets?: readonly string[];
  /** Called with every provider that is used. */
  used?: (use: ProviderUse) => Promise<void>;
};

/** Settings of a provider configuration; undefined where there are never any, as for AWS. */
export function givenTo(
  provider: ProviderAddress,
  stateKey: string,
  { settingsFor }: Providing,
): ProviderSettings | NoSettings | undefined {
  return cloudOf(provider.source) ? undefined : settingsFor?.(provider, stateKey);
}

/** The message about missing settings; undefined where there are some. */
export const missingIn = (settings: ProviderSettings | NoSettings | undefined): string | undefined =>
  settings !== undefined && 'missing' in settings ? settings.missing : settings?.hint;

/** Why nothing is read with settings that are not known; undefined where they are, or other reasons count. */
export const unknownIn = (settings: ProviderSettings | NoSettings | undefined): string | undefined =>
  settings !== undefined && 'missing' in settings && settings.isUnknown ? settings.missing : undefined;

/** The requirements of a state on a provider: the highest schema version of each of its types, and the locked package. */
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

/** The report of a session's provider, with the locked version where another one runs. */
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
