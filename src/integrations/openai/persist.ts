import { setTimeout as sleep } from 'node:timers/promises';
import { isPassing, RequestFailed } from './problem.ts';

const FIRST_PAUSE_MS = 250;

/** Asks until it is answered, the tries are used up, or there is no time left for what the service asks to wait. */
export async function persist<T>(
  attempt: (timeoutMs: number) => Promise<T>,
  { until, tryMs, tries, signal }: { until: number; tryMs: number; tries: number; signal: AbortSignal | undefined },
): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await attempt(Math.max(1, Math.min(tryMs, Math.floor(until - performance.now()))));
    } catch (error) {
      if (!(error instanceof RequestFailed) || !isPassing(error) || tried >= tries) throw error;
      // Half of it by chance, so that those who failed together do not come back together.
      const pause = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random());
      const wait = Math.max(pause, error.waitMs ?? 0);
      if (wait >= until - performance.now()) throw error;
      await sleep(wait, undefined, { signal });
    }
}
