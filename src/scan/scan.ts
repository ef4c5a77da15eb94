import type { StateObject, StateSource } from '../base/state-source.ts';
import { NO_IGNORES, type Ignores } from '../drift/rules/ignore.ts';
import { createCallCounts, type ScanCalls } from '../gateway/sessions/call-counts.ts';
import { forEachBounded } from './bounded.ts';
import { createBudget, HELD_BYTES } from './budget.ts';
import type { ScanResult } from './conclude.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import type { ScanSink } from './ports.ts';
import { scanState, type Following, type ScanSurroundings } from './scan-state.ts';
import { withoutShared } from './shared-settings.ts';
import { shownStates } from './shown-states.ts';

export type ScanInput = Omit<ScanSurroundings, 'now' | 'ignores' | 'used' | 'others' | 'calls'> & {
  sink: ScanSink;
  /** What is left out; nothing, if there is none. */
  ignores?: Ignores;
  now?: () => Date;
  /** Counts the calls at the cloud; one of its own, if it is absent. */
  calls?: ScanCalls;
  /** All that may explain what the states in scope alone cannot; those in scope, if it is absent. */
  everywhere?: readonly StateObject[];
};

/** States whose instances are read side by side, so that one slow read does not hold up the rest. */
const STATES = 8;

async function listStates(source: StateSource, signal: AbortSignal | undefined): Promise<StateObject[]> {
  const objects: StateObject[] = [];
  for await (const object of source.list(signal)) objects.push(object);
  return objects;
}

/** Hears how far one state is. */
function following({ tracker, ticked }: Delivery, position: number): Following {
  return {
    opened: (instances) => tracker.opened(position, instances),
    ticked: (instances) => {
      tracker.ticked(position, instances);
      return ticked();
    },
  };
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
  const everywhere = input.everywhere ?? objects;
  const calls = input.calls ?? createCallCounts();
  const delivery = createDelivery(sink, objects, calls);
  const around: ScanSurroundings = {
    ...input,
    source,
    signal,
    settingsFor: await withoutShared(input, source, everywhere, signal),
    used: delivery.used,
    calls,
    now: input.now ?? (() => new Date()),
    ignores: input.ignores ?? NO_IGNORES,
    others: everywhere.length > 1,
  };

  const earlier = await sink.planned(objects, delivery.outcome().states);
  earlier.forEach(delivery.done);
  await sink.progress(delivery.tracker.now());

  const known = new Set(earlier.map(({ position }) => position));
  const left = objects.entries().filter(([position]) => !known.has(position));
  const budget = createBudget(HELD_BYTES);
  try {
    await forEachBounded(left, STATES, ([position, { key, size }]) =>
      budget
        .within(size, async () => {
          signal.throwIfAborted();
          await delivery.deliver(position, await scanState(key, around, following(delivery, position)));
        })
        .catch((error: unknown) => {
          // What others have under way is of no use any more.
          failed.abort(error);
          throw error;
        }),
    );
    await delivery.settleOpen(source, everywhere, signal);
  } catch (error) {
    // They were made all the same; why it failed matters more than that they could not be told.
    await delivery.counted().catch(() => undefined);
    throw error;
  } finally {
    // A provider that goes on calling calls for nobody.
    input.gateway?.end(around);
  }
  await delivery.counted();
  return delivery.outcome();
}
