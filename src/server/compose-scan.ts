import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { sumFigures, type Analysis, type ProviderUse, orderedProviders } from '../engine/model/analysis.ts';
import { suggestionsFrom } from '../engine/report/suggestions.ts';
import { createMasker } from '../engine/mask/mask.ts';
import { countRuleUse } from '../engine/ignore/rule-use.ts';
import type { InstanceResult } from '../engine/report/totals.ts';
import { compileIgnores, type SourcedRule } from '../engine/ignore/ignore.ts';
import type { CountedCalls } from '../clouds/aws/gateway/sessions/call-counts.ts';
import type { ProviderSettings } from '../engine/code/provider-settings.ts';
import { allRead, conclude } from '../engine/report/summary/conclude.ts';
import type { Progress, ScanSink } from '../engine/ports.ts';
import type { CloudTarget, Reading } from '../engine/refresh/cloud-target.ts';
import { focusOn, type Focus } from '../engine/focus.ts';
import { analyseStates } from '../engine/run.ts';
import { warnOfSandbox } from './compose-sandbox.ts';
import { lockedVersions, openLocalCloud, openStates, type LocalCloudInput } from './compose-local.ts';
import { composeProviders } from './compose-providers.ts';
import { inventoryAfter, type WantedInventory } from './compose-inventory.ts';
import { localConfigurations } from './compose-configurations.ts';
import { resolveTarget, type ScanTarget, type TargetInput } from './compose-target.ts';
import { dataDirectory } from '../provider/root-module.ts';
import type { RecordedCloud } from './compose-recording.ts';
import { localTags } from './compose-tags.ts';
import { ConfigError, readConfig, type Config, type Env } from './config/config.ts';
import { SETTINGS } from './config/settings.ts';

export type ScanProgress = { phase: 'states' | 'resources'; done: number; total: number };

export type LocalScanInput = LocalCloudInput &
  TargetInput & {
    /** Settings of providers that the states lack. */
    providerSettings?: ProviderSettings | undefined;
    /** A new file to record the cloud's responses to, or a file to replay them from. */
    record?: string | undefined;
    replay?: string | undefined;
    /** The root module with more provider settings; `false`: none; default: the one beside each state. */
    hcl?: string | false | undefined;
    providerMirror?: string | undefined;
    /** Whether providers that are installed in the directory run as Terraform runs them. */
    trust?: boolean | undefined;
    /** Whether missing providers may be downloaded. */
    download?: boolean | undefined;
    /** Patterns of the providers that may run, with commas between them. */
    providers?: string | undefined;
    /** Checks only this address and related resources; `found` is called with its matches before anything is read. */
    only?: { address: string; found: (focus: Pick<Focus, 'addresses' | 'found' | 'unreadable'>) => void } | undefined;
    /** Also takes an inventory of objects that no state contains. */
    inventory?: WantedInventory | undefined;
    /** The ignore rules. */
    ignore?: readonly SourcedRule[];
    /** The rules may concern more states than the target has: then none counts as unused. */
    rulesFromElsewhere?: boolean | undefined;
    onProgress?: ((progress: ScanProgress) => void) | undefined;
    /** Called with problems that do not stop the scan. */
    onWarning?: ((text: string) => void) | undefined;
  };

/**
 * Schemas and unpacked providers are kept between runs in the user's cache directory. Service users often cannot write
 * to one: then they are kept for this run only.
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
      // Not available: use a temporary directory.
    }
  }
  const path = mkdtempSync(join(tmpdir(), 'plumbline-cache-'));
  return { path, close: () => rmSync(path, { recursive: true, force: true }) };
}

/** The configuration of a scan at the terminal. The person's own states decide which providers run, as with Terraform. */
function localConfig({ env, providerMirror, providers, download }: LocalScanInput): Config {
  const base = readConfig(env, { providers: '*/*/*' });
  return {
    ...base,
    providerMirror: providerMirror ?? base.providerMirror,
    providerDownload: download ?? base.providerDownload,
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

/** Throws `ConfigError`. */
function checkRecording(config: Config, { record, replay }: LocalScanInput, target: ScanTarget): void {
  const option = record === undefined ? '--replay' : '--record';
  if ((record ?? replay) !== undefined && !config.gateway)
    throw new ConfigError(option, 'needs the gateway: leave PLUMBLINE_GATEWAY as it is');
  if (replay !== undefined && target.isRemote)
    throw new ConfigError('--replay', 'asks nothing of the cloud, the states included: give them as files');
}

/** Records or replays the cloud, or neither. Recording is loaded when needed: few scans are recorded. */
async function withRecording({ record, replay }: LocalScanInput, target: CloudTarget): Promise<RecordedCloud> {
  if (record === undefined && replay === undefined)
    return { target, way: {}, source: (source) => source, host: (host) => host, close: () => undefined };
  const { recordTo, replayFrom } = await import('./compose-recording.ts');
  return record === undefined ? replayFrom(replay ?? '', target) : recordTo(record, target);
}

/** Collects all results, and passes progress on. */
function collector(onProgress: NonNullable<LocalScanInput['onProgress']>) {
  const found: (InstanceResult & { state: number })[] = [];
  const providers: ProviderUse[] = [];
  let counted: CountedCalls[] = [];
  const report = async (progress: Progress) => onProgress({ phase: 'resources', ...progress });
  const sink: ScanSink = {
    planned: async () => [],
    async provider(use) {
      providers.push(use);
    },
    progress: report,
    async results({ position: state, results }, progress) {
      for (const { position, coverage, finding } of results)
        found.push({ position, coverage, ...(finding && { finding }), state });
      await report(progress);
    },
    async calls(all) {
      counted = all;
    },
  };
  /** In the order of the states and their instances. */
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
 * Runs one analysis without server or database, with the person's credentials. Throws `SourceProblem` when the target
 * cannot be read at all, and `ConfigError` for an invalid setting; the analysis contains every other problem.
 */
export async function runLocalScan(input: LocalScanInput): Promise<Analysis> {
  const { env, signal, onProgress = () => undefined } = input;
  const config = localConfig(input);
  const created = new Date();
  const isTrusted = input.trust === true || config.sandbox === 'off';
  onProgress({ phase: 'states', done: 0, total: 0 });
  const target = resolveTarget(input);
  const tags = localTags({ ...input, beside: target.beside, besideKey: target.besideKey });
  const given = localConfigurations({
    target,
    hcl: input.hcl,
    grants: config.providerSettings ?? [],
    env,
    isTrusted,
  });
  checkRecording(config, input, target);
  const { reach, target: own } = await openLocalCloud(config, input, tags.tagsOf, given.awsBlocks);
  const cloud = await withRecording(input, own);
  const cache = cacheDir(env);
  const runtime = composeProviders(
    config,
    cache.path,
    {
      audience: 'operator',
      warn: () => undefined,
      secrets: given.settingsSecrets,
      isTrusted,
      installed: target.root === undefined ? undefined : join(dataDirectory(target.root, env), 'providers'),
    },
    cloud.way,
  );
  void warnOfSandbox(runtime.sandbox, input.onWarning);
  try {
    // Fingerprints only have to distinguish values within this run.
    const masker = createMasker({ key: randomBytes(32) });
    const { sink, collected } = collector(onProgress);
    const rules = input.ignore ?? [];
    const ignores = compileIgnores(rules, created);
    const use = countRuleUse(rules, created);
    const all = cloud.source(await openStates(config, target, reach));
    const focus = input.only && (await focusOn(all, input.only.address, signal));
    if (focus) input.only?.found(focus);
    const reading: Omit<Reading, 'calls'> = {
      target: cloud.target,
      providers: cloud.host(runtime.providers),
      gateway: runtime.gateway,
      ...(signal && { signal }),
      lockedFor: lockedVersions(target, input),
      codeOf(key) {
        const code = tags.codeOf(key);
        return code && { ...code, regionOf: (one) => code.regionOf(one) ?? given.regionOf(one, key) };
      },
      ...given,
    };
    const result = await analyseStates({
      ...reading,
      source: focus?.source ?? all,
      ignores: focus?.ignoring(ignores) ?? ignores,
      ...(focus && { everywhere: focus.everywhere }),
      masker,
      sink,
    });
    const end = conclude(result);
    const found = collected();
    if (input.inventory) await inventoryAfter(input.inventory, { ...reading, source: all }, found.coverage);
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
    await runtime.close();
    cache.close();
    const incomplete = cloud.close();
    if (incomplete !== undefined) input.onWarning?.(incomplete);
  }
}
