import type { StateObject } from '../base/state-source.ts';
import { createCallCounts, type ScanCalls } from '../clouds/aws/gateway/sessions/call-counts.ts';
import { confirmChanges } from './confirm/confirm.ts';
import { stateContext, type AnalysisContext } from './context.ts';
import { driftedRelatives, openInstances } from './correlate/across-states.ts';
import { confirmSideEffects } from './correlate/confirm-side-effects.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { NO_IGNORES, type Ignores } from './ignore/ignore.ts';
import { withoutIgnored } from './ignore/without-ignored.ts';
import { analyseMoving, type AnalyseVersion } from './moving-state.ts';
import type { ScanSink } from './ports.ts';
import { forEachState } from './refresh/bounded.ts';
import { changedOf } from './refresh/observe.ts';
import { refreshState, type Ticked } from './refresh/refresh-state.ts';
import { relativesIn } from './refresh/relatives.ts';
import { withoutShared } from './refresh/shared-settings.ts';
import { reportState } from './report/results.ts';
import type { AnalysisResult } from './report/summary/conclude.ts';
import { compareWithRelatives, type DriftResult } from './sift/sift.ts';
import { withMaskedKeys } from './state/masked-keys.ts';

export type AnalysisInput = Omit<AnalysisContext, 'now' | 'ignores' | 'used' | 'others' | 'calls'> & {
  sink: ScanSink;
  /** The ignore rules. Default: none. */
  ignores?: Ignores;
  now?: () => Date;
  /** Counts API calls. Default: a new counter. */
  calls?: ScanCalls;
  /** All states that may explain drift. Default: the states in scope. */
  everywhere?: readonly StateObject[];
};

type StateProgress = { opened: (instances: number) => void; ticked: Ticked };

function versionAnalysis(analysis: AnalysisContext, progress: StateProgress): AnalyseVersion {
  return async (opened, earlier) => {
    const state = stateContext(opened, analysis);
    progress.opened(state.instances.length);
    // Each instance is compared as soon as it is read, so for most instances only the verdict stays in memory.
    const observations = await refreshState(state, analysis.target, progress.ticked, earlier);
    const { results, objects } = changedOf(observations);
    const context = { ...state, objects };
    const relatives = relativesIn(state.instances, observations, state.placeOf);
    const sifted = results.map(compareWithRelatives(relatives));
    const confirmed = await confirmChanges(sifted, context);
    const ignoring = (one: DriftResult) => withoutIgnored(one, state.rulesFor(one.instance), state.secrets);
    const correlated = await confirmSideEffects(confirmed.map(ignoring), context);
    // The differences of side effects are known only here, so rules are applied to them here.
    const final = correlated.map((one) => (one.causedBy ? ignoring(one) : one));
    const open = analysis.others ? openInstances(final, state, relatives.children) : [];
    const drifted = analysis.others ? driftedRelatives(state.key, final) : [];
    const reported = reportState({ ...state, masker: analysis.masker, at: analysis.now() }, observations, final, open);
    return { observations, reported: { ...reported, drifted } };
  };
}

/** Several states are analysed at the same time, so that a slow read does not delay the rest. */
const STATES_AT_ONCE = 8;

function progressOf(delivery: Delivery, position: number): StateProgress {
  return {
    opened: (instances) => delivery.tracker.opened(position, instances),
    ticked: (instances) => {
      delivery.tracker.ticked(position, instances);
      return delivery.ticked();
    },
  };
}

/**
 * Runs one analysis: lists the states, takes several at a time through all stages, and sends the results to the sink,
 * with the reason for every instance that was not checked. Returns the states, in the order of the source, and the
 * totals. Throws `SourceProblem` when the states cannot be listed, any error of the sink, and the abort reason of
 * `signal`.
 */
export async function analyseStates(input: AnalysisInput): Promise<AnalysisResult> {
  const { sink } = input;
  const source = withMaskedKeys(input.source);
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(input.signal ? [input.signal] : [])]);
  const objects = await Array.fromAsync(source.list(signal));
  const everywhere = input.everywhere ?? objects;
  const calls = input.calls ?? createCallCounts();
  const delivery = createDelivery(sink, objects, calls);
  const analysis: AnalysisContext = {
    ...input,
    source,
    signal,
    settingsFor: await withoutShared(input, source, everywhere, signal),
    used: (use) => delivery.used(use),
    calls,
    now: input.now ?? (() => new Date()),
    ignores: input.ignores ?? NO_IGNORES,
    others: everywhere.length > 1,
  };

  const done = await sink.planned(objects, delivery.outcome().states);
  done.forEach(delivery.done);
  await sink.progress(delivery.tracker.now());

  const donePositions = new Set(done.map(({ position }) => position));
  const pending = objects
    .map((object, position) => ({ ...object, position }))
    .filter(({ position }) => !donePositions.has(position));
  try {
    await forEachState(pending, STATES_AT_ONCE, async ({ position, key }) => {
      try {
        signal.throwIfAborted();
        const version = versionAnalysis(analysis, progressOf(delivery, position));
        await delivery.deliver(position, await analyseMoving(key, analysis, version));
      } catch (error) {
        // Stops the other states, whose results are not needed after a failure.
        failed.abort(error);
        throw error;
      }
    });
    await delivery.settleOpen(source, everywhere, signal);
  } catch (error) {
    // Counts the calls that were made. The first error matters more than an error in counting.
    await delivery.counted().catch(() => undefined);
    throw error;
  } finally {
    // Stops providers that are still calling.
    input.gateway?.end(analysis);
  }
  await delivery.counted();
  return delivery.outcome();
}
