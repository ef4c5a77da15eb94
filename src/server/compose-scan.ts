import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import type { StateSource } from '../base/state-source.ts';
import { newId } from '../base/ids.ts';
import type { Analysis, ProviderUse } from '../drift/analysis.ts';
import { parseEncryption } from '../drift/encryption/config.ts';
import type { StateKeys } from '../drift/encryption/decrypt.ts';
import { orderedProviders } from '../drift/providers.ts';
import { createMasker } from '../drift/redact.ts';
import { tallyRules } from '../drift/rules/rule-use.ts';
import type { InstanceResult } from '../drift/tally.ts';
import { compileIgnores, type SourcedRule } from '../drift/rules/ignore.ts';
import { createS3Source, parseS3Url } from '../integrations/aws/s3-source.ts';
import { decryptDataKey } from '../integrations/aws/data-key.ts';
import { callerIdentity, ownCredentials } from '../integrations/aws/identity.ts';
import { createFileSource } from '../integrations/files/source.ts';
import { lockedBeside, lockedBy, type LockedFor } from '../provider/lock-files.ts';
import { conclude } from '../scan/conclude.ts';
import type { CloudTarget, Progress, ScanSink } from '../scan/ports.ts';
import { openedStates } from '../scan/opened-states.ts';
import { scan } from '../scan/scan.ts';
import { awsSettings, once } from './compose-aws.ts';
import { composeProviders } from './compose-providers.ts';
import { ConfigError, readConfig, type Config, type Env } from './config.ts';
import { settingsFor, textsOf } from './provider-settings.ts';
import { SETTINGS } from './settings.ts';

export type ScanProgress = { phase: 'states' | 'resources'; done: number; total: number };

export type LocalScanInput = {
  /** A state file, a directory, or `s3://bucket/prefix`. */
  target: string;
  region?: string | undefined;
  providerMirror?: string | undefined;
  /** Which providers may be run: patterns, separated by commas. */
  providers?: string | undefined;
  /** The lock file to take versions from; none with `false`, and by default the one that lies beside each state. */
  lockFile?: string | false | undefined;
  /** What to leave out. */
  ignore?: readonly SourcedRule[];
  env: Env;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ScanProgress) => void) | undefined;
};

/**
 * Schemas and unpacked providers are worth keeping between runs, in the user's cache directory. Service users often have
 * none that they may write to: then they are kept for this run only.
 */
function cacheDir(env: Env): { path: string; close: () => void } {
  const home = env.XDG_CACHE_HOME ?? (env.HOME && join(env.HOME, '.cache'));
  if (home !== undefined && home !== '') {
    try {
      const path = join(home, 'plumbline');
      mkdirSync(path, { recursive: true, mode: 0o700 });
      accessSync(path, constants.W_OK);
      return { path, close: () => undefined };
    } catch {
      // Not to be had: a temporary one does.
    }
  }
  const path = mkdtempSync(join(tmpdir(), 'plumbline-cache-'));
  return { path, close: () => rmSync(path, { recursive: true, force: true }) };
}

/** The settings of a scan at the terminal: what runs is what the person's own states name, as with Terraform. */
function localConfig({ env, providerMirror, providers }: LocalScanInput): Config {
  const base = readConfig(env, { providers: '*/*/*' });
  return {
    ...base,
    providerMirror: providerMirror ?? base.providerMirror,
    providers: providers === undefined ? base.providers : readProviders(providers),
  };
}

function readProviders(text: string): Config['providers'] {
  try {
    return SETTINGS.providers.read(text);
  } catch (error) {
    throw new ConfigError('--providers', messageOf(error));
  }
}

async function cloudTarget(config: Config, region: string | undefined): Promise<CloudTarget> {
  const own = awsSettings(config);
  const settings = { ...own, region: region ?? own.region };
  // A state without AWS resources needs none; with some, the provider says what it lacks.
  const credentials = await ownCredentials(settings).catch(() => undefined);
  const identity = once(() => callerIdentity({ ...settings, credentials }));
  const account = () =>
    identity().then(
      (found) => found.accountId,
      () => undefined,
    );
  return { region: settings.region, endpoint: settings.endpoint, credentials, account };
}

function versionsOf({ target, lockFile }: LocalScanInput): LockedFor | undefined {
  if (lockFile === false) return undefined;
  if (lockFile !== undefined) return lockedBy(lockFile);
  return parseS3Url(target) ? undefined : lockedBeside(target);
}

function sourceOf(target: string, cloud: CloudTarget, keys: StateKeys): StateSource {
  const bucket = parseS3Url(target);
  return openedStates(bucket ? createS3Source({ ...cloud, ...bucket }) : createFileSource(target), keys);
}

/** OpenTofu's own setting: what of it is not understood here matters only where a state is encrypted. */
function keysOf({ tofuEncryption }: Config, cloud: CloudTarget): StateKeys {
  const keys = {
    blocks: [],
    decryptDataKey: (...of: Parameters<StateKeys['decryptDataKey']>) => decryptDataKey(cloud, ...of),
  };
  if (tofuEncryption === undefined) return keys;
  try {
    return { ...keys, blocks: [parseEncryption(tofuEncryption)] };
  } catch (error) {
    return { ...keys, problem: `TF_ENCRYPTION cannot be used: ${messageOf(error)}.` };
  }
}

/** Keeps what is found until the end, and hands progress on. */
function collector(onProgress: NonNullable<LocalScanInput['onProgress']>) {
  const found: (InstanceResult & { state: number })[] = [];
  const providers: ProviderUse[] = [];
  const tell = async (progress: Progress) => onProgress({ phase: 'resources', ...progress });
  const sink: ScanSink = {
    planned: async () => [],
    async provider(use) {
      providers.push(use);
    },
    progress: tell,
    async results({ position: state, results }, progress) {
      for (const one of results) found.push({ ...one, state });
      await tell(progress);
    },
  };
  /** In the order of the states and of what stands in them. */
  const collected = (): Pick<Analysis, 'findings' | 'coverage' | 'providers'> => {
    found.sort((a, b) => a.state - b.state || a.position - b.position);
    return {
      providers: orderedProviders(providers),
      findings: found.flatMap(({ finding }) => finding ?? []),
      coverage: found.map(({ coverage }) => coverage),
    };
  };
  return { sink, collected };
}

/**
 * One analysis without server or database, with the credentials of whoever runs it. Throws `SourceProblem` when the
 * target cannot be read at all, `ConfigError` for a bad setting; whatever else happens is in the analysis.
 */
export async function runLocalScan(input: LocalScanInput): Promise<Analysis> {
  const { target, region, env, signal, onProgress = () => undefined } = input;
  const config = localConfig(input);
  const created = new Date();
  onProgress({ phase: 'states', done: 0, total: 0 });
  const cloud = await cloudTarget(config, region);
  const cache = cacheDir(env);
  const providers = composeProviders(config, cache.path, { warn: () => undefined });
  try {
    // Fingerprints only have to tell values apart within this run.
    const grants = config.providerSettings ?? [];
    const masker = createMasker({ key: randomBytes(32) });
    const { sink, collected } = collector(onProgress);
    const rules = input.ignore ?? [];
    const ignores = compileIgnores(rules, created);
    const use = tallyRules(rules, created);
    const source = sourceOf(target, cloud, keysOf(config, cloud));
    const settings = { settingsFor: settingsFor(grants), settingsSecrets: textsOf(grants, 'secret') };
    const given = { lockedFor: versionsOf(input), ...settings };
    const result = await scan({ source, target: cloud, providers, masker, ignores, sink, signal, ...given });
    const end = conclude(result);
    const found = collected();
    const { length } = found.coverage;
    use.see(found.coverage);
    return {
      id: newId('an'),
      org_id: null,
      repo_id: null,
      repo_full_name: null,
      trigger: { kind: 'cli' },
      created_at: created.toISOString(),
      started_at: created.toISOString(),
      finished_at: new Date().toISOString(),
      progress: { done: length, total: length },
      ...end,
      ...found,
      ignore_rules: use.report(result.states.every((state) => state.status === 'read')),
    };
  } finally {
    await providers.close();
    cache.close();
  }
}
