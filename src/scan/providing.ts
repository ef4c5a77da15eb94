import type { ProviderUse } from '../drift/analysis.ts';
import type { StateCode } from '../drift/rules/module-code.ts';
import type { StateInstance } from '../drift/state/parse.ts';
import { ProviderProblem } from '../provider/problem.ts';
import type { LockedVersion, ProviderConfig, ProviderNeed, ProviderSession } from '../provider/types.ts';
import { isAws } from './provider-config.ts';

/** What the operator gives one provider, for one organization: its configuration, and an environment with credentials. */
export type ProviderSettings = {
  config: ProviderConfig;
  env: Readonly<Record<string, string>>;
  /** Where it may connect to, and which files it may read, beyond what all providers may. */
  reach?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
};

/** What is known of providers besides the states. */
export type Providing = {
  /** What the lock file that belongs to a state asks for. */
  lockedFor?: ((stateKey: string, source: string) => LockedVersion | undefined) | undefined;
  /** What the code beside a state says of it. */
  codeOf?: ((stateKey: string) => StateCode | undefined) | undefined;
  /** What the operator gives a provider; never asked for AWS's own, whose credentials come from the role. */
  settingsFor?: ((source: string) => ProviderSettings | undefined) | undefined;
  /** What is secret in such settings, wherever it stands. */
  settingsSecrets?: readonly string[];
  /** Hears of every provider that is used. */
  used?: (use: ProviderUse) => Promise<void>;
};

/** What one state needs of a provider: the highest schema version of each type that it holds, and the locked package. */
export function needsOf(
  stateKey: string,
  instances: readonly StateInstance[],
  { lockedFor, settingsFor }: Providing,
): (source: string) => ProviderNeed {
  const versions = new Map<string, Record<string, number>>();
  for (const { mode, type, provider, schemaVersion } of instances) {
    if (mode === 'data') continue;
    const known = versions.get(provider.source) ?? {};
    known[type] = Math.max(known[type] ?? 0, schemaVersion);
    versions.set(provider.source, known);
  }
  return (source) => {
    const locked = lockedFor?.(stateKey, source);
    const settings = isAws(source) ? undefined : settingsFor?.(source);
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
export function useOf({ found, protocol }: ProviderSession, { locked }: ProviderNeed): ProviderUse {
  const { source, version, origin, installedAs, verified } = found;
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

/** What a refused configuration means where nobody gave one: state names no settings, and the environment has none. */
export function withoutSettings(problem: ProviderProblem, settings: ProviderSettings | undefined): ProviderProblem {
  if (problem.code !== 'provider_configure_failed' || isAws(problem.source) || settings) return problem;
  return new ProviderProblem(
    'credentials_missing',
    problem.source,
    `${problem.message} It has no settings and no credentials here: whoever runs Plumbline gives them in PLUMBLINE_PROVIDER_SETTINGS.`,
    { cause: problem },
  );
}
