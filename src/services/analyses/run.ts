import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, messageOf } from '../../base/errors.ts';
import { SourceProblem } from '../../base/state-source.ts';
import type { StateKeys } from '../../engine/state/encryption/decrypt.ts';
import { emptyTally, type Tally } from '../../engine/report/tally.ts';
import type { CallFigures } from '../../engine/model/analysis.ts';
import { createMasker } from '../../engine/mask/mask.ts';
import { createCallCounts } from '../../clouds/aws/gateway/sessions/call-counts.ts';
import type { Gateway } from '../../clouds/aws/gateway/call/types.ts';
import type { ProviderHost } from '../../provider/contract/types.ts';
import { allRead, conclude, type Conclusion } from '../../engine/report/summary/conclude.ts';
import { decryptedStates } from '../../engine/state/decrypted-states.ts';
import type { Providing } from '../../engine/refresh/providing.ts';
import { analyseStates } from '../../engine/run.ts';
import { getAnalysis, startAnalysis, isRunning, type Run } from '../../store/queries/analyses.ts';
import { listCoverage } from '../../store/queries/coverage.ts';
import { getOrganization } from '../../store/queries/organizations.ts';
import { transact } from '../../store/transact.ts';
import type { Executor, Scope } from '../../store/scope.ts';
import type { WithClouds } from '../clouds/port.ts';
import { withinStates, type WithQuotas } from '../quotas/quotas.ts';
import type { WithRanking, WithEmbedder } from '../memory/services.ts';
import { fetchCloud, usableSettings } from '../clouds/settings.ts';
import type { JobSender } from '../base/jobs.ts';
import type { WithDatabase } from '../base/context.ts';
import { rulesInForce } from '../ignore-rules/in-force.ts';
import { noteSimilar } from '../memory/similar.ts';
import { summariseByModel, type Summarising } from '../summaries/summarise.ts';
import { mappingOf } from '../ownership/mapping.ts';
import { repositorySettings } from '../state-mapping/repository-settings.ts';
import { presentCoverage } from '../views/present-within.ts';
import { finishRun, type RunEnd } from './finish.ts';
import { owned, statesInScope, withOwners } from './in-scope.ts';
import { AnalysisEnded, storeSink } from './sink.ts';

/** Hears of every analysis that ended here, and of its calls at the cloud as they are made. */
type Metrics = {
  analysisEnded(end: { status: Conclusion['status']; seconds: number; findings: Tally['findings'] }): void;
  cloudCalled(what: keyof CallFigures, times: number): void;
};
/** What an analysis needs: less than a use case does, since it runs in a process of its own. */
export type AnalysisDeps = WithDatabase &
  WithClouds &
  WithEmbedder &
  WithRanking &
  WithQuotas & {
    queue: JobSender;
    providers: ProviderHost;
    gateway?: Gateway | undefined;
    metrics: Metrics;
    /** Hears of what went wrong beside an analysis and does not fail it. */
    onError: (error: unknown, about: { analysis: string; text: string }) => void;
    /** What opens an organization's encrypted states, by its id: logins change hands. */
    stateKeys: ReadonlyMap<string, StateKeys['blocks']>;
    /** What the operator gives providers for an organization, by its id; and what of it is secret. */
    provided?: (orgId: string) => Pick<Providing, 'settingsFor' | 'sharesSettings' | 'settingsSecrets'>;
    /** The model that writes summaries, where there is one. */
    summarising?: Summarising | undefined;
  };
const NO_STATES = {
  code: 'no_states',
  detail:
    'No state belongs to this repository: accept what it claims ("plumbline states proposals"), or map states to it ("plumbline states map").',
};
type Ended = RunEnd & { tally: Tally };
type Job = { analysis_id: string; org_id: string };

/**
 * Runs one analysis to its end; safe to run again after a crash, since it goes on from the states that are not done. What the
 * cloud, the states or the providers do ends up in the analysis; what goes wrong with our own database is thrown, so that the
 * queue tries again, and with the last try (`last`) the analysis is marked as failed.
 */
export async function runAnalysis(
  deps: AnalysisDeps,
  job: Job,
  run: { signal: AbortSignal; last: boolean },
): Promise<void> {
  const scope = { org_id: job.org_id };
  const { db } = deps.store;
  const own = { id: job.analysis_id, started_at: new Date() };
  if (!(await db.transaction().execute((trx) => startAnalysis(trx, scope, own)))) return;
  const since = performance.now();
  async function finish({ tally, ...ended }: Ended): Promise<void> {
    const wasRunning = await transact(deps.store, (trx) =>
      finishRun({ trx, queue: deps.queue }, scope, own, ended, new Date()),
    );
    if (!wasRunning) return;
    const seconds = (performance.now() - since) / 1000;
    deps.metrics.analysisEnded({ status: ended.end.status, seconds, findings: tally.findings });
  }
  const watch = watchRun(db, scope, own);
  let ended: Ended;
  try {
    const signal = AbortSignal.any([run.signal, watch.signal]);
    ended = await attempt(deps, job, own, signal);
    // Before the end is reported, so that waiting clients see all; similar incidents are a help, no finding.
    await noteSimilar(deps, scope, own.id).catch((error: unknown) =>
      deps.onError(error, { analysis: own.id, text: 'could not search for similar incidents' }),
    );
    const summed = { ...ended.end, tally: ended.tally };
    ended.end = { ...ended.end, ...(await summariseByModel(deps, scope, { analysis: own.id, summed, signal })) };
  } catch (error) {
    if (error instanceof AnalysisEnded || watch.signal.aborted) return;
    if (run.signal.aborted || !run.last) throw error;
    const detail = 'The analysis failed on our side; the log has the reason.';
    await finish({ end: conclude({ error: { code: 'internal', detail } }), tally: emptyTally() });
    throw error;
  } finally {
    watch.stop();
  }
  await finish(ended);
}

async function attempt(deps: AnalysisDeps, job: Job, own: Run, signal: AbortSignal): Promise<Ended> {
  const scope = { org_id: job.org_id };
  const organization = await getOrganization(deps.store.db, job.org_id);
  const analysis = await getAnalysis(deps.store.db, scope, job.analysis_id);
  if (!organization || !analysis) throw new AnalysisEnded();
  try {
    const cloud = fetchCloud(deps, 'aws');
    const settings = await usableSettings(deps, job.org_id, cloud);
    const mapping = await mappingOf(deps.store.db, scope);
    const request = { mapping, repo_id: analysis.repo_id, given: settings.provider_settings ?? {} };
    const { lockedFor, codeOf, tagsOf } = await repositorySettings(deps.store.db, scope, request);
    const { source: states, target, decryptDataKey } = await cloud.open(settings, analysis.state_prefix, signal);
    const blocks = deps.stateKeys.get(job.org_id) ?? [];
    const maxStates = await deps.quotas.limitOf(deps.store.db, scope, 'states');
    const opened = decryptedStates(withinStates(states, maxStates), { blocks, decryptDataKey });
    const inScope = await statesInScope(opened, { mapping, repo_id: analysis.repo_id }, signal);
    if (!inScope) return { end: conclude({ error: NO_STATES }), tally: emptyTally() };
    const masker = createMasker({ key: organization.fingerprint_key });
    const sink = storeSink(deps, job.org_id, own);
    const { ignores, use, counting } = await rulesInForce(deps.store, {
      scope,
      mapping,
      repo_id: analysis.repo_id,
      now: own.started_at,
    });
    const stored = async (position: number) =>
      (await listCoverage(deps.store.db, scope, own.id, position)).map((row) => presentCoverage(row, false));
    const input = {
      ...inScope,
      target: { ...target, tagsOf },
      lockedFor,
      codeOf,
      providers: deps.providers,
      calls: createCallCounts((_, what, times) => deps.metrics.cloudCalled(what, times)),
      gateway: deps.gateway,
      masker,
      ignores,
      signal,
      ...deps.provided?.(job.org_id),
    };
    const scanned = await analyseStates({ ...input, sink: withOwners(counting(sink, stored), mapping) });
    const result = { ...scanned, states: scanned.states.map(owned(mapping)) };
    const everywhere = analysis.state_prefix === null && analysis.repo_id === null;
    const ignoreRules = use.report(everywhere && allRead(result.states));
    return { end: conclude(result), tally: result.tally, ignoreRules, everywhere };
  } catch (error) {
    // The configuration may have been cleared since the analysis was asked for.
    const theirs = error instanceof SourceProblem || (error instanceof AppError && error.code === 'not_configured');
    if (!theirs) throw error;
    return { end: conclude({ error: { code: error.code, detail: messageOf(error) } }), tally: emptyTally() };
  }
}

/** How often a worker checks whether its run was canceled: it stops within this time and that of one check. */
const CHECK_EVERY_MS = 1_000;

/**
 * A signal that aborts with `AnalysisEnded` when the run is not the running one any more: canceled, or taken over. The
 * sink would notice too, but only when there is something to store, and a provider may keep one waiting for minutes.
 */
function watchRun(db: Executor, scope: Scope, run: Run): { signal: AbortSignal; stop: () => void } {
  const ended = new AbortController();
  const stopped = new AbortController();
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { signal: stopped.signal, ref: false });
      // A database that cannot be asked is for the sink to fall over.
      if (await isRunning(db, scope, run).catch(() => true)) continue;
      return ended.abort(new AnalysisEnded());
    }
  };
  watch().catch(() => undefined);
  return { signal: ended.signal, stop: () => stopped.abort() };
}
