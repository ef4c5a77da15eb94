import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import type { StateSource } from '../base/state-source.ts';
import { newId } from '../base/ids.ts';
import { sumFigures, type Analysis, type ProviderUse } from '../engine/model/analysis.ts';
import { parseEncryption } from '../engine/state/encryption/config.ts';
import type { StateKeys } from '../engine/state/encryption/decrypt.ts';
import { orderedProviders } from '../engine/model/providers.ts';
import { suggestionsFrom } from '../engine/report/suggestions.ts';
import { createMasker } from '../engine/mask/mask.ts';
import { tallyRules } from '../engine/ignore/rule-use.ts';
import type { InstanceResult } from '../engine/report/tally.ts';
import { compileIgnores, type SourcedRule } from '../engine/ignore/ignore.ts';
import type { CountedCalls } from '../gateway/sessions/call-counts.ts';
import { inForce, openAccounts } from '../integrations/aws/accounts.ts';
import { callerIdentity, configuredRegion, ownCredentials } from '../integrations/aws/client.ts';
import { renewing } from '../integrations/aws/renewing.ts';
import type { AwsCredentials, AwsSettings } from '../integrations/aws/settings.ts';
import type { ProviderSettings } from '../engine/code/provider-settings.ts';
import { parseS3Url } from '../integrations/aws/s3-url.ts';
import { createFileSource } from '../integrations/files/source.ts';
import { lockedBeside, lockedBy, type LockedFor } from '../provider/lock-files.ts';
import { allRead, conclude } from '../engine/report/summary/conclude.ts';
import type { Progress, ScanSink } from '../engine/ports.ts';
import type { CloudTarget } from '../engine/refresh/cloud-target.ts';
import { focusOn, type Focus } from '../engine/focus.ts';
import { openedStates } from '../engine/state/decrypted-states.ts';
import { analyseStates } from '../engine/run.ts';
import { awsSettings } from './compose-credentials.ts';
import { warnOfSandbox } from './compose-sandbox.ts';
import { givenBy } from './compose-provided.ts';
import { composeProviders } from './compose-providers.ts';
import { taped } from './compose-tapes.ts';
import { localTags, type LocalTags } from './compose-tags.ts';
import { ConfigError, readConfig, type Config, type Env } from './config.ts';
import { SETTINGS } from './settings.ts';

export type ScanProgress = { phase: 'states' | 'resources'; done: number; total: number };

export type LocalScanInput = {
  /** A state file, a directory, or `s3://bucket/prefix`. */
  target: string;
  region?: string | undefined;
  /** The role in every other account, with `{account}` in the place of its id, and what its trust policy may demand. */
  accountRole?: string | undefined;
  externalId?: string | undefined;
  /** What the states do not say of their providers. */
  providerSettings?: ProviderSettings | undefined;
  /** The new file that what is asked of the cloud is written to, or the one that answers in its place. */
  record?: string | undefined;
  replay?: string | undefined;
  /** The root module that tells more of them; none with `false`, and by default the one that lies beside each state. */
  hcl?: string | false | undefined;
  providerMirror?: string | undefined;
  /** Which providers may be run: patterns, separated by commas. */
  providers?: string | undefined;
  /** The lock file to take versions from; none with `false`, and by default the one that lies beside each state. */
  lockFile?: string | false | undefined;
  /** Only this address, and what it is related to; hears what was found of it before anything is read. */
  only?: { address: string; found: (focus: Pick<Focus, 'addresses' | 'found' | 'unreadable'>) => void } | undefined;
  /** What to leave out. */
  ignore?: readonly SourcedRule[];
  /** They may be about more states than the target has: nobody can tell then that one is about nothing. */
  rulesFromElsewhere?: boolean | undefined;
  env: Env;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ScanProgress) => void) | undefined;
  /** Hears what could not be used, and does not matter enough to stop. */
  onWarning?: ((text: string) => void) | undefined;
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

/** The provider would say so, too, but at length and without a way out. */
const NO_CREDENTIALS =
  'There are no AWS credentials to read it with: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and check that they have not expired.';

/** Throws `ConfigError`. */
function checkTapes(config: Config, { record, replay, target }: LocalScanInput): void {
  const option = record === undefined ? '--replay' : '--record';
  if ((record ?? replay) !== undefined && !config.gateway)
    throw new ConfigError(option, 'needs the gateway: leave PLUMBLINE_GATEWAY as it is');
  if (replay !== undefined && parseS3Url(target))
    throw new ConfigError('--replay', 'asks nothing of the cloud, the states included: give them as files');
}

type LocalCloud = { reach: AwsSettings; target: CloudTarget };

/** AWS with the credentials of whoever scans, and from there with the roles of other accounts. */
async function localCloud(config: Config, input: LocalScanInput, { tagsOf }: LocalTags): Promise<LocalCloud> {
  const given = awsSettings(config);
  const region = input.region ?? given.region ?? (await configuredRegion());
  const settings = { ...given, region };
  const whose = (credentials: AwsCredentials) =>
    callerIdentity({ ...settings, credentials }, input.signal).then(
      (found) => found.accountId,
      () => undefined,
    );
  const own = renewing(async () => {
    const credentials = await ownCredentials(settings);
    return { credentials, account: await whose(credentials), expiration: credentials.expiration };
  });
  const { accountRole: template, externalId, signal } = input;
  const accounts = openAccounts({
    settings,
    own,
    template,
    externalId,
    sessionName: 'plumbline-scan',
    signal,
  });
  const target: CloudTarget = {
    region,
    endpoint: settings.endpoint,
    // A state without AWS resources needs none.
    access: async (...of) => {
      const answer = await accounts.access(...of);
      return 'reason' in answer && answer.reason === 'credentials_missing'
        ? { ...answer, detail: NO_CREDENTIALS }
        : answer;
    },
    // They are the person's own, and so are the secrets.
    secretValues: true,
    secrets: () => accounts.secrets(),
    tagsOf,
  };
  return { reach: { ...settings, credentials: inForce(own) }, target };
}

function versionsOf({ target, lockFile }: LocalScanInput): LockedFor | undefined {
  if (lockFile === false) return undefined;
  if (lockFile !== undefined) return lockedBy(lockFile);
  return parseS3Url(target) ? undefined : lockedBeside(target);
}

/** Clients are loaded where they are needed: it takes as long as to read a state. */
async function sourceOf(target: string, reach: AwsSettings, keys: StateKeys): Promise<StateSource> {
  const bucket = parseS3Url(target);
  if (!bucket) return openedStates(createFileSource(target), keys);
  const { createS3Source } = await import('../integrations/aws/s3-source.ts');
  return openedStates(createS3Source({ ...reach, ...bucket }), keys);
}

/** OpenTofu's own setting: what of it is not understood here matters only where a state is encrypted. */
function keysOf({ tofuEncryption }: Config, reach: AwsSettings): StateKeys {
  const keys = {
    blocks: [],
    decryptDataKey: async (...of: Parameters<StateKeys['decryptDataKey']>) => {
      const { decryptDataKey } = await import('../integrations/aws/data-key.ts');
      return decryptDataKey(reach, ...of);
    },
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
  let counted: CountedCalls[] = [];
  const tell = async (progress: Progress) => onProgress({ phase: 'resources', ...progress });
  const sink: ScanSink = {
    planned: async () => [],
    async provider(use) {
      providers.push(use);
    },
    progress: tell,
    async results({ position: state, results }, progress) {
      for (const { position, coverage, finding } of results)
        found.push({ position, coverage, ...(finding && { finding }), state });
      await tell(progress);
    },
    async calls(all) {
      counted = all;
    },
  };
  /** In the order of the states and of what stands in them. */
  const collected = (): Pick<Analysis, 'findings' | 'coverage' | 'providers' | 'calls'> => {
    found.sort((a, b) => a.state - b.state || a.position - b.position);
    return {
      providers: orderedProviders(providers),
      findings: found.flatMap(({ finding }) => finding ?? []),
      coverage: found.map(({ coverage }) => coverage),
      calls: sumFigures(counted),
    };
  };
  return { sink, collected };
}

/**
 * One analysis without server or database, with the credentials of whoever runs it. Throws `SourceProblem` when the
 * target cannot be read at all, `ConfigError` for a bad setting; whatever else happens is in the analysis.
 */
export async function runLocalScan(input: LocalScanInput): Promise<Analysis> {
  const { target, env, signal, onProgress = () => undefined } = input;
  const config = localConfig(input);
  const created = new Date();
  onProgress({ phase: 'states', done: 0, total: 0 });
  const tags = localTags(input);
  checkTapes(config, input);
  const { reach, target: own } = await localCloud(config, input, tags);
  const tape = await taped(input, own);
  const cache = cacheDir(env);
  const looking = composeProviders(config, cache.path, { readBy: 'whoever runs it', warn: () => undefined }, tape.way);
  void warnOfSandbox(looking.sandbox, input.onWarning);
  try {
    // Fingerprints only have to tell values apart within this run.
    const masker = createMasker({ key: randomBytes(32) });
    const { sink, collected } = collector(onProgress);
    const rules = input.ignore ?? [];
    const ignores = compileIgnores(rules, created);
    const use = tallyRules(rules, created);
    const all = tape.source(await sourceOf(target, reach, keysOf(config, reach)));
    const focus = input.only && (await focusOn(all, input.only.address, signal));
    if (focus) input.only?.found(focus);
    const given = { lockedFor: versionsOf(input), codeOf: tags.codeOf, ...givenBy(config.providerSettings ?? []) };
    const narrowed = {
      source: focus?.source ?? all,
      ignores: focus?.ignoring(ignores) ?? ignores,
      ...(focus && { everywhere: focus.everywhere }),
    };
    const { gateway } = looking;
    const providers = tape.host(looking.providers);
    const result = await analyseStates({
      ...narrowed,
      target: tape.target,
      providers,
      gateway,
      masker,
      sink,
      signal,
      ...given,
    });
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
      ...tags.used(),
      suggestions: suggestionsFrom(found.findings),
      ignore_rules: use.report(input.rulesFromElsewhere !== true && !focus && allRead(result.states)),
    };
  } finally {
    await looking.close();
    cache.close();
    const incomplete = tape.close();
    if (incomplete !== undefined) input.onWarning?.(incomplete);
  }
}
