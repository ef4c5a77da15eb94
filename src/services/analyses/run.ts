import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, messageOf } from '../../base/errors.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { StateKeys } from '../../engine/state/encryption/decrypt.ts';
import { emptyTotals, type Totals } from '../../engine/report/totals.ts';
import type { CallFigures } from '../../engine/model/analysis.ts';
import { createMasker } from '../../engine/mask/mask.ts';
import { createCallCounts } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import { combineListers } from '../../clouds/contract/inventory.ts';
import type { Gateway } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderHost } from '../../provider/contract/types.ts';
import { allRead, conclude, type Conclusion } from '../../engine/report/summary/conclude.ts';
import { decryptedStates } from '../../engine/state/decrypted-states.ts';
import type { ListerFor } from '../../engine/inventory/place.ts';
import { analyseStates } from '../../engine/run.ts';
import { getAnalysis, type NamedAnalysisRow } from '../../store/queries/analyses.ts';
import { startAnalysis, isRunning, type Run } from '../../store/queries/runs.ts';
import { listCoverage } from '../../store/queries/coverage.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { inTransaction } from '../../store/transact.ts';
import { scoped, type Tenant } from '../../store/scope.ts';
import { withinStates, type WithQuotas } from '../quotas/quotas.ts';
import type { WithRanking, WithEmbedder } from '../memory/services.ts';
import { givenBy } from '../provider-settings/given.ts';
import type { ProviderGrant } from '../provider-settings/grants.ts';
import { ownGrants } from '../provider-settings/own.ts';
import { secretsIn } from '../provider-settings/secrets.ts';
import { openStates, type WithStates } from '../state-sources/open.ts';
import type { JobSender } from '../base/jobs.ts';
import type { WithDatabase } from '../base/context.ts';
import { rulesInForce } from '../ignore-rules/in-force.ts';
import { noteSimilar } from '../memory/similar.ts';
import { summariseByModel, type Summarising } from '../summaries/summarise.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { repositorySettings } from '../state-mapping/repository-settings.ts';
import { presentCoverage } from '../views/present-within.ts';
import { RunLost } from '../inventory/news.ts';
import { withInventory } from '../inventory/summary.ts';
import { takeInventoryOf } from '../inventory/take.ts';
import { finishRun, type RunEnd } from './finish.ts';
import { statesInScope } from './in-scope.ts';
import { AnalysisEnded, owned, storeSink, withOwners } from './sink.ts';

/** Receives every analysis that ends in this process, and its calls to the cloud as they are made. */
type Metrics = {
  analysisEnded(end: { status: Conclusion['status']; seconds: number; findings: Totals['findings'] }): void;
  cloudCalled(what: keyof CallFigures, times: number): void;
};
/** The dependencies of an analysis: fewer than a use case has, since it runs in a process of its own. */
export type AnalysisDeps = WithStates &
  WithEmbedder &
  WithRanking &
  WithQuotas & {
    queue: JobSender;
    providers: ProviderHost;
    gateway?: Gateway | undefined;
    metrics: Metrics;
    /** Receives errors of secondary work, which do not fail the analysis. */
    onError: (error: unknown, about: { analysis: string; text: string }) => void;
    /** Creates the lister of an account and region, for inventories. Without it they list nothing. */
    listerFor?: ListerFor | undefined;
    /** Decryption keys of encrypted states, by organization id (logins can change owners). */
    stateKeys: ReadonlyMap<string, StateKeys['blocks']>;
    /** The operator's provider settings for an organization, by its id. They come before the organization's own. */
    operatorGrants?: (orgId: string) => readonly ProviderGrant[];
    /** Masks these texts in all later output of providers. */
    hideSecrets?: (secrets: readonly string[]) => void;
    /** The model that writes summaries; undefined if there is none. */
    summarising?: Summarising | undefined;
  };
const NO_STATES = {
  code: 'no_states',
  detail:
    'No state belongs to this repository: accept what it claims ("plumbline states proposals"), or map states to it ("plumbline states map").',
};
type Ended = RunEnd & { totals: Totals };
type Job = { analysis_id: string; org_id: string };
/** An analysis as it was when this run started. */
type Running = NamedAnalysisRow & Run & { tenant: Tenant };

/** Starts an analysis, or restarts it after its worker died. Undefined if it has ended. */
function takeUp({ store }: WithDatabase, { analysis_id: id, org_id }: Job): Promise<Running | undefined> {
  const run = { id, started_at: new Date() };
  const tenant = scoped(store.db, { org_id });
  return inTransaction(tenant, async (trx) => {
    if (!(await startAnalysis(trx, run))) return undefined;
    const analysis = await getAnalysis(trx, id);
    return analysis && { ...analysis, ...run, tenant };
  });
}

/**
 * Runs one analysis to its end. A run after a crash continues with the states that are not done. Errors of the cloud,
 * the states or the providers end up in the analysis. Errors of our own database are thrown, so that the queue retries;
 * on the last attempt (`last`) the analysis is marked as failed as well.
 */
export async function runAnalysis(
  deps: AnalysisDeps,
  job: Job,
  run: { signal: AbortSignal; last: boolean },
): Promise<void> {
  const analysis = await takeUp(deps, job);
  if (!analysis) return;
  const since = performance.now();
  const finish = async ({ totals, ...ended }: Ended): Promise<void> => {
    const { queue } = deps;
    const wasRunning = await inTransaction(analysis.tenant, (tenant) =>
      finishRun({ tenant, queue }, analysis, ended, new Date()),
    );
    if (!wasRunning) return;
    const seconds = (performance.now() - since) / 1000;
    deps.metrics.analysisEnded({ status: ended.end.status, seconds, findings: totals.findings });
  };
  const watch = watchRun(analysis);
  let ended: Ended;
  try {
    const signal = AbortSignal.any([run.signal, watch.signal]);
    ended = await attempt(deps, analysis, signal);
    // Described before the end is reported, so that waiting clients see everything.
    ended.end = { ...ended.end, ...(await describe(deps, analysis, ended, signal)) };
    if (ended.inventory) ended.end = await withInventory(analysis, ended.end, ended.inventory);
  } catch (error) {
    if (error instanceof AnalysisEnded || error instanceof RunLost || watch.signal.aborted) return;
    if (run.signal.aborted || !run.last) throw error;
    const detail = 'The analysis failed on our side; the log has the reason.';
    await finish({ end: conclude({ error: { code: 'internal', detail } }), totals: emptyTotals() });
    throw error;
  } finally {
    watch.stop();
  }
  await finish(ended);
}

/** Stores similar incidents for the opened ones (a failure is only logged), and lets a model write the summary. */
async function describe(deps: AnalysisDeps, { tenant, id }: Running, { end, totals }: Ended, signal: AbortSignal) {
  await noteSimilar(deps, tenant, id).catch((error: unknown) =>
    deps.onError(error, { analysis: id, text: 'could not search for similar incidents' }),
  );
  return summariseByModel(deps, tenant, { analysis: id, summed: { ...end, totals }, signal });
}

async function attempt(deps: AnalysisDeps, analysis: Running, signal: AbortSignal): Promise<Ended> {
  const { tenant, id, org_id, repo_id, state_prefix } = analysis;
  const organization = await getOrganization(tenant.db, org_id);
  if (!organization) throw new AnalysisEnded();
  try {
    const mapping = await mappingOf(tenant);
    const { source: states, target, ...opening } = await openStates(deps, org_id, state_prefix, signal);
    const { decryptDataKey, tagSettings: given } = opening;
    const { lockedFor, codeOf, tagsOf } = await repositorySettings(tenant, { mapping, repo_id, given });
    const blocks = deps.stateKeys.get(org_id) ?? [];
    const maxStates = await deps.quotas.limitOf(tenant, 'states');
    const opened = decryptedStates(withinStates(states, maxStates), { blocks, decryptDataKey });
    const grants = [...(deps.operatorGrants?.(org_id) ?? []), ...(await ownGrants(deps, tenant))];
    deps.hideSecrets?.(secretsIn(grants, 'perhaps'));
    const inScope = await statesInScope(opened, { mapping, repo_id }, signal);
    if (!inScope) return { end: conclude({ error: NO_STATES }), totals: emptyTotals() };
    const rules = await rulesInForce({ tenant, mapping, repo_id, now: analysis.started_at });
    const stored = async (position: number) =>
      (await listCoverage(tenant, id, position)).map((row) => presentCoverage(row, false));
    const reading = {
      target: { ...target, tagsOf },
      lockedFor,
      codeOf,
      providers: deps.providers,
      calls: createCallCounts((_, what, times) => deps.metrics.cloudCalled(what, times)),
      gateway: deps.gateway,
      ...givenBy(grants, org_id),
    };
    const masker = createMasker({ key: organization.fingerprint_key });
    const sink = storeSink(deps, tenant, analysis);
    const scanned = await analyseStates({
      ...inScope,
      ...reading,
      masker,
      ignores: rules.ignores,
      signal,
      sink: withOwners(rules.counting(sink, stored), mapping),
    });
    const result = { ...scanned, states: scanned.states.map(owned(mapping)) };
    const everywhere = state_prefix === null && repo_id === null;
    const ignoreRules = rules.use.report(everywhere && allRead(result.states));
    const inventory = await takeInventoryOf({
      deps,
      tenant,
      run: analysis,
      reading,
      source: opened,
      listerFor: deps.listerFor ?? (() => combineListers([])),
      masker,
      signal,
      onError: (error) => deps.onError(error, { analysis: id, text: 'the inventory failed' }),
    });
    if (inventory) await sink.calls(reading.calls.rows());
    return { end: conclude(result), totals: result.totals, ignoreRules, everywhere, ...(inventory && { inventory }) };
  } catch (error) {
    // The configuration may have been cleared since the analysis was asked for.
    const theirs = error instanceof SourceProblem || (error instanceof AppError && error.code === 'not_configured');
    if (!theirs) throw error;
    return { end: conclude({ error: { code: error.code, detail: messageOf(error) } }), totals: emptyTotals() };
  }
}

/** The interval at which a worker checks for cancellation: it stops within this time plus the time of one check. */
const CHECK_EVERY_MS = 1_000;

/**
 * A signal that aborts with `AnalysisEnded` once the run is no longer the current one: canceled, or taken over by
 * another worker. The sink would notice as well, but only when it stores something, and a provider may block for
 * minutes.
 */
function watchRun(run: Running): { signal: AbortSignal; stop: () => void } {
  const ended = new AbortController();
  const stopped = new AbortController();
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { signal: stopped.signal, ref: false });
      // If the database does not answer, the sink reports the error.
      if (await isRunning(run.tenant, run).catch(() => true)) continue;
      return ended.abort(new AnalysisEnded());
    }
  };
  watch().catch(() => undefined);
  return { signal: ended.signal, stop: () => stopped.abort() };
}
