import type { ProviderUse } from '../model/analysis.ts';
import type { StateCode } from '../code/module-code.ts';
import type { StateInstance } from '../state/parse.ts';
import { isAws, type ProviderAddress } from '../state/provider-address.ts';
import type { LockedVersion, ProviderConfig, ProviderNeed, ProviderSession } from '../../provider/contract/types.ts';

/** What the operator gives one provider, for one organization: its configuration, and an environment with credentials. */
export type ProviderSettings = {
  config: ProviderConfig;
  env: Readonly<Record<string, string>>;
  /** Where it may connect to, and which files it may read, beyond what all providers may. */
  reach?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  /** The number of their entry: what has the same one is at the same server. */
  entry: number;
  /** The entry does not say which states it is for, and may lead two of them to one server. */
  isShared: boolean;
};

/**
 * There are none for a provider configuration. `missing` says so, with the line to add. Where `others` of the same provider in
 * these states have some it is not run: what it then found by itself would be anywhere.
 */
export type NoSettings = { missing: string; others: boolean };

/** What is known of providers besides the states. */
export type Providing = {
  /** What the lock file that belongs to a state asks for. */
  lockedFor?: ((stateKey: string, source: string) => LockedVersion | undefined) | undefined;
  /** What the code beside a state says of it. */
  codeOf?: ((stateKey: string) => StateCode | undefined) | undefined;
  /** What the operator gives a provider configuration of a state; never asked for AWS's own, whose credentials are the target's. */
  settingsFor?: ((provider: ProviderAddress, stateKey: string) => ProviderSettings | NoSettings) | undefined;
  /** Some of them are shared. */
  sharesSettings?: boolean;
  /** What is secret in such settings, wherever it stands. */
  settingsSecrets?: readonly string[];
  /** Hears of every provider that is used. */
  used?: (use: ProviderUse) => Promise<void>;
};

/** Settings of a provider configuration; undefined where nobody is asked for any, as for AWS's. */
export function givenTo(
  provider: ProviderAddress,
  stateKey: string,
  { settingsFor }: Providing,
): ProviderSettings | NoSettings | undefined {
  return isAws(provider.source) ? undefined : settingsFor?.(provider, stateKey);
}

/** What to say where there are no settings. */
export const missingIn = (given: ProviderSettings | NoSettings | undefined): string | undefined =>
  given !== undefined && 'missing' in given ? given.missing : undefined;

/** What one state needs of a provider: the highest schema version of each type that it holds, and the locked package. */
export function needsOf(
  stateKey: string,
  instances: readonly StateInstance[],
  { lockedFor }: Providing,
): (source: string, settings?: ProviderSettings) => ProviderNeed {
  const versions = new Map<string, Record<string, number>>();
  for (const { mode, type, provider, schemaVersion } of instances) {
    if (mode === 'data') continue;
    const known = versions.get(provider.source) ?? {};
    known[type] = Math.max(known[type] ?? 0, schemaVersion);
    versions.set(provider.source, known);
  }
  return (source, settings) => {
    const locked = lockedFor?.(stateKey, source);
    return {
      source,
      schemaVersions: versions.get(source) ?? {},
      ...(locked && { locked }),
      ...(settings && { env: settings.env }),
      ...(settings?.reach && { reach: settings.reach }),
      ...(settings?.files && { files: settings.files }),
    };
  };
}

/** How a session is told of: the version that was locked only where it is not what runs. */
export function useOf({ provider, protocol }: ProviderSession, { locked }: ProviderNeed): ProviderUse {
  const { source, version, origin, installedAs, verified } = provider;
  const other = locked !== undefined && (locked.version !== version || (locked.hashes.length > 0 && !verified));
  return {
    source,
    version,
    protocol,
    ...(installedAs === undefined ? {} : { installed_as: installedAs }),
    ...(other ? { locked: locked.version } : {}),
    ...(verified ? { verified } : {}),
    origin,
  };
}
