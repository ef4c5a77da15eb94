import type { StateSource } from '../base/state-source.ts';
import type { Coverage, Finding, ProviderUse } from '../drift/analysis.ts';
import { NO_IGNORES, type Ignores } from '../drift/rules/ignore.ts';
import { forEachBounded } from './bounded.ts';
import type { ScanResult } from './conclude.ts';
import { planStates } from './plan.ts';
import type { ScanSink } from './ports.ts';
import { scanState, type ScanSurroundings } from './scan-state.ts';

export type ScanInput = Omit<ScanSurroundings, 'now' | 'ignores' | 'used'> & {
  source: StateSource;
  sink: ScanSink;
  /** What is left out; nothing, if there is none. */
  ignores?: Ignores;
  now?: () => Date;
};

/** States whose instances are read side by side, so that one slow read does not hold up the rest. */
const STATES = 8;
/** Progress is reported for every so many instances. */
const TICK = 25;

/** Makes calls to the sink come one at a time and counts what is done; a failure of the sink stops the scan. */
function reporter(sink: ScanSink) {
  let done = 0;
  let reported = 0;
  let tail = Promise.resolve();
  const enqueue = (findings: Finding[], coverage: Coverage[]): Promise<void> => {
    reported = done;
    const progress = done;
    const sent = tail.then(() => sink.progress({ findings, coverage, done: progress }));
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
      const sent = tail.then(() => sink.provider(use));
      tail = sent.catch(() => undefined);
      await sent;
    },
    ticked: async (instances: number) => {
      done += instances;
      if (done - reported >= TICK) await enqueue([], []);
    },
    results: enqueue,
  };
}

/**
 * One analysis: finds the states, reads every instance's live values through its provider, and compares. What could not
 * be looked at is in the result with its reason. Throws `SourceProblem` when the states cannot be listed, whatever the
 * sink throws, and the abort reason of `signal`.
 */
export async function scan(input: ScanInput): Promise<ScanResult> {
  const { source, sink, signal } = input;
  const report = reporter(sink);
  const around: ScanSurroundings = {
    ...input,
    used: report.used,
    now: input.now ?? (() => new Date()),
    ignores: input.ignores ?? NO_IGNORES,
  };
  const planned = await planStates(source, signal);
  const reports = planned.map((one) => one.report);
  const instances = planned.reduce((sum, { state }) => sum + (state?.instances.length ?? 0), 0);
  await sink.planned(reports, instances);

  const results: { findings: Finding[]; coverage: Coverage[] }[] = [];
  await forEachBounded(planned.entries(), STATES, async ([i, one]) => {
    signal?.throwIfAborted();
    if (!one.state) return;
    const result = await scanState(one.report.key, one.state, around, report.ticked);
    // The parsed state is the largest thing in memory; it is not needed any more.
    one.state = undefined;
    results[i] = result;
    await report.results(result.findings, result.coverage);
  });
  return {
    states: reports,
    findings: results.flatMap((result) => result.findings),
    coverage: results.flatMap((result) => result.coverage),
  };
}
