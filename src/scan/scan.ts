import type { StateObject, StateSource } from '../base/state-source.ts';
import type { ProviderUse } from '../drift/analysis.ts';
import type { Child } from '../drift/rules/children.ts';
import { NO_IGNORES, type Ignores } from '../drift/rules/ignore.ts';
import { emptyTally, sumTallies, tally, type InstanceResult, type Tally } from '../drift/tally.ts';
import { forEachBounded } from './bounded.ts';
import { createBudget } from './budget.ts';
import type { ScanResult } from './conclude.ts';
import { pendingReport } from './open-state.ts';
import type { DoneState, ScanSink } from './ports.ts';
import { lookElsewhere, MOST_OPEN } from './elsewhere.ts';
import { scanState, type ScannedState, type ScanSurroundings, type TellableInstance } from './scan-state.ts';
import { shownStates } from './shown-states.ts';
import { createTracker, type Tracker } from './tracker.ts';

export type ScanInput = Omit<ScanSurroundings, 'now' | 'ignores' | 'used' | 'others'> & {
  sink: ScanSink;
  /** What is left out; nothing, if there is none. */
  ignores?: Ignores;
  now?: () => Date;
};

/** States whose instances are read side by side, so that one slow read does not hold up the rest. */
const STATES = 8;
/** Bytes of states that are held at once; a larger state is held alone. */
const HELD_BYTES = 8_000_000;
/** Progress is reported for every so many instances. */
const TICK = 25;
/** Results that are handed on at once. */
const BATCH = 200;

/** A state of which other states have the last word on a few instances. */
type Waiting = DoneState & { open: TellableInstance[] };

/** Makes calls to the sink come one at a time; a failure of the sink stops the scan. */
function reporter(sink: ScanSink, tracker: Tracker) {
  let reported = 0;
  let tail = Promise.resolve();
  const enqueue = (call: () => Promise<void>): Promise<void> => {
    reported = tracker.now().done;
    const sent = tail.then(call);
    tail = sent.catch(() => undefined);
    return sent;
  };
  const told = new Set<string>();
  return {
    /** Each is told once, before anything that was read with it. */
    used: async (use: ProviderUse) => {
      const known = JSON.stringify(use);
      if (told.has(known)) return;
      told.add(known);
      await enqueue(() => sink.provider(use));
    },
    async ticked() {
      if (tracker.now().done - reported >= TICK) await enqueue(() => sink.progress(tracker.now()));
    },
    results: (batch: Parameters<ScanSink['results']>[0]) => enqueue(() => sink.results(batch, tracker.now())),
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

async function listStates(source: StateSource, signal: AbortSignal | undefined): Promise<StateObject[]> {
  const objects: StateObject[] = [];
  for await (const object of source.list(signal)) objects.push(object);
  return objects;
}

/**
 * One analysis: lists the states, then opens one after another, a few at a time, reads every instance's live values through
 * its provider, compares, and hands the results on. What could not be looked at is among them with its reason. Answers what
 * it all came to, in the order of the source. Throws `SourceProblem` when the states cannot be listed, whatever the sink
 * throws, and the abort reason of `signal`.
 */
export async function scan(input: ScanInput): Promise<ScanResult> {
  const { sink } = input;
  const source = shownStates(input.source);
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(input.signal ? [input.signal] : [])]);
  const objects = await listStates(source, signal);
  const states = objects.map(({ key }) => pendingReport(key));
  const tallies: Tally[] = objects.map(emptyTally);
  const tracker = createTracker(objects.map(({ size }) => size));
  const report = reporter(sink, tracker);
  const around: ScanSurroundings = {
    ...input,
    source,
    signal,
    used: report.used,
    now: input.now ?? (() => new Date()),
    ignores: input.ignores ?? NO_IGNORES,
    others: objects.length > 1,
  };

  const ended = ({ position, report: last, tally: counted }: Omit<DoneState, 'etag'>) => {
    states[position] = last;
    tallies[position] = counted;
    tracker.ended(position, counted.counts.resources);
  };
  const earlier = await sink.planned(objects, states);
  earlier.forEach(ended);
  await sink.progress(tracker.now());

  const waiting: Waiting[] = [];
  const drifted: Child[] = [];

  /** Hands a state's results on, and with the last of them that it is done; where other states have a word, that comes later. */
  async function deliver(position: number, scanned: ScannedState): Promise<void> {
    const { report: last, etag, open } = scanned;
    const tooMany = waiting.reduce((sum, one) => sum + one.open.length, open.length) > MOST_OPEN;
    const asTheyAre = tooMany ? open.splice(0).map((one) => one.tell(one.result)) : [];
    const results = chained(scanned.results, asTheyAre);
    drifted.push(...scanned.drifted);
    let counted = emptyTally();
    let held: InstanceResult[] | undefined;
    for (const batch of inBatches(results)) {
      if (held) await report.results({ position, report: last, results: held });
      counted = sumTallies([counted, tally(batch)]);
      held = batch;
    }
    if (open.length > 0) {
      if (held) await report.results({ position, report: last, results: held });
      waiting.push({ position, report: last, etag, tally: counted, open });
      return;
    }
    ended({ position, report: last, tally: counted });
    await report.results({ position, report: last, results: held ?? [], done: { etag, tally: counted } });
  }

  const budget = createBudget(HELD_BYTES);
  const left = objects.entries().filter(([position]) => !earlier.some((one) => one.position === position));
  const one = async (position: number, key: string): Promise<void> => {
    signal.throwIfAborted();
    const following = {
      opened: (instances: number) => tracker.opened(position, instances),
      ticked: (instances: number) => {
        tracker.ticked(position, instances);
        return report.ticked();
      },
    };
    await deliver(position, await scanState(key, around, following));
  };
  await forEachBounded(left, STATES, ([position, { key, size }]) =>
    budget
      .within(size, () => one(position, key))
      .catch((error: unknown) => {
        // What others have under way is of no use any more.
        failed.abort(error);
        throw error;
      }),
  );
  const keys = objects.map(({ key }) => key);
  const open = waiting.flatMap((state) => state.open);
  const last = open.length > 0 ? await lookElsewhere(source, keys, open, drifted, signal) : [];
  const word = new Map(open.map((instance, i) => [instance, last[i] ?? instance.result]));
  for (const { position, report: told, etag, tally: before, open: held } of waiting) {
    const results = held.map((instance) => instance.tell(word.get(instance) ?? instance.result));
    const counted = sumTallies([before, tally(results)]);
    ended({ position, report: told, tally: counted });
    await report.results({ position, report: told, results, done: { etag, tally: counted } });
  }
  return { states, tally: sumTallies(tallies) };
}
