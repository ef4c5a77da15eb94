import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type Run } from '../../store/queries/analyses.ts';
import type { Executor, Scope } from '../../store/scope.ts';
import { AnalysisEnded } from './sink.ts';

/** How often a worker looks whether its run is still wanted: within this and the time that a look takes, it stops. */
const LOOK_EVERY_MS = 1_000;

/**
 * A signal that aborts with `AnalysisEnded` when the run is not the running one any more: canceled, or taken over. The
 * sink would notice too, but only when there is something to store, and a provider may keep one waiting for minutes.
 */
export function watchRun(db: Executor, scope: Scope, run: Run): { signal: AbortSignal; stop: () => void } {
  const ended = new AbortController();
  const stopped = new AbortController();
  const watch = async () => {
    while (!stopped.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopped.signal, ref: false });
      // A database that cannot be asked is for the sink to fall over.
      if (await isRunning(db, scope, run).catch(() => true)) continue;
      return ended.abort(new AnalysisEnded());
    }
  };
  watch().catch(() => undefined);
  return { signal: ended.signal, stop: () => stopped.abort() };
}
