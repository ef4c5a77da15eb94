import type { StateObject, StateSource } from '../base/state-source.ts';
import type { ProviderUse, StateReport } from './model/analysis.ts';
import type { Child } from './overlaps/match/children.ts';
import { emptyTotals, sumTotals, totalsOf, type InstanceResult, type Totals } from './report/totals.ts';
import type { ScanCalls } from '../clouds/aws/gateway/sessions/call-counts.ts';
import { searchOtherStates, MAX_OPEN } from './correlate/across-states.ts';
import { pendingReport } from './state/open-state.ts';
import type { DoneState, ResultBatch, ScanSink } from './ports.ts';
import type { AnalysedState } from './moving-state.ts';
import type { HeldInstance } from './report/results.ts';
import { createTracker } from './tracker.ts';

/** Progress is reported each time this many instances were checked. */
const TICK = 25;
/** Number of results in a batch for the sink. */
const BATCH = 200;

/** A state with results that depend on other states. */
type OpenState = DoneState & { open: HeldInstance[] };

export type Delivery = ReturnType<typeof createDelivery>;

/** Calls the sink one call at a time. After a failure the next calls still run. */
function inTurn(): (call: () => Promise<void>) => Promise<void> {
  let tail = Promise.resolve();
  return (call) => {
    const sent = tail.then(call);
    tail = sent.catch(() => undefined);
    return sent;
  };
}

function* chained<T>(...parts: Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}

function* inBatches(results: Iterable<InstanceResult>): Generator<InstanceResult[]> {
  let batch: InstanceResult[] = [];
  for (const result of results) {
    batch.push(result);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Sends the results of the states of one analysis to the sink, and adds up their totals. Errors of the sink reject the
 * call that sent to it.
 * @param calls counts the API calls of the analysis
 */
export function createDelivery(sink: ScanSink, objects: readonly StateObject[], calls: ScanCalls) {
  const states = objects.map(({ key }) => pendingReport(key));
  const parts: Totals[] = objects.map(emptyTotals);
  const tracker = createTracker(objects.map(({ size }) => size));
  const enqueue = inTurn();
  const reportedProviders = new Set<string>();
  const openStates: OpenState[] = [];
  const drifted: Child[] = [];
  let reported = 0;

  const send = (batch: ResultBatch): Promise<void> => {
    reported = tracker.now().done;
    return enqueue(() => sink.results(batch, tracker.now()));
  };
  const done = ({ position, report, totals: sums }: Omit<DoneState, 'etag'>): void => {
    states[position] = report;
    parts[position] = sums;
    tracker.ended(position, sums.counts.resources);
  };
  const counted = (): Promise<void> => enqueue(() => sink.calls(calls.rows()));
  const finish = async (state: DoneState, results: InstanceResult[]): Promise<void> => {
    const { position, report, etag, totals: sums } = state;
    done(state);
    // Before the results: a state that is done is not analysed again, so its calls have to be stored by then.
    await counted();
    await send({ position, report, results, done: { etag, totals: sums } });
  };
  const openSoFar = () => openStates.reduce((sum, { open }) => sum + open.length, 0);

  return {
    tracker,
    /** Adopts a state that an earlier run of the analysis has done. */
    done,
    /** Sends the current counts of API calls. */
    counted,
    /** Reports a provider before any result that was read with it. Each provider is reported once. */
    async used(use: ProviderUse): Promise<void> {
      const key = JSON.stringify(use);
      if (reportedProviders.has(key)) return;
      reportedProviders.add(key);
      await enqueue(() => sink.provider(use));
    },
    /** Reports progress; called after a few more instances were checked. */
    async ticked(): Promise<void> {
      const now = tracker.now().done;
      if (now - reported < TICK) return;
      reported = now;
      await enqueue(() => sink.progress(tracker.now()));
    },
    /** Sends the results of a state, and marks it done with the last batch. Open instances follow in `settleOpen`. */
    async deliver(position: number, state: AnalysedState): Promise<void> {
      const { report, etag, results, open, drifted: here } = state;
      const tooMany = openSoFar() + open.length > MAX_OPEN;
      const held = tooMany ? [] : open;
      const unexplained = tooMany ? open.map((one) => one.resultFor(one.result)) : [];
      drifted.push(...here);
      let sums = emptyTotals();
      let last: InstanceResult[] | undefined;
      for (const batch of inBatches(chained(results, unexplained))) {
        if (last) await send({ position, report, results: last });
        sums = sumTotals([sums, totalsOf(batch)]);
        last = batch;
      }
      if (held.length === 0) return finish({ position, report, etag, totals: sums }, last ?? []);
      if (last) await send({ position, report, results: last });
      openStates.push({ position, report, etag, totals: sums, open: held });
    },
    /**
     * Searches other states for explanations of open instances, and sends the final results. Called after the last
     * `deliver`.
     */
    async settleOpen(
      source: StateSource,
      everywhere: readonly StateObject[],
      signal: AbortSignal | undefined,
    ): Promise<void> {
      const open = openStates.flatMap((state) => state.open);
      if (open.length === 0) return;
      const finals = await searchOtherStates(source, everywhere, open, drifted, signal);
      const finalOf = new Map(open.map((instance, i) => [instance, finals[i] ?? instance.result]));
      for (const { open: held, totals: before, ...state } of openStates) {
        const results = held.map((one) => one.resultFor(finalOf.get(one) ?? one.result));
        await finish({ ...state, totals: sumTotals([before, totalsOf(results)]) }, results);
      }
    },
    /** The states and totals so far, in the order of the source. */
    outcome: (): { states: StateReport[]; totals: Totals } => ({ states, totals: sumTotals(parts) }),
  };
}
