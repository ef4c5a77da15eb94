import { setImmediate as nextTurn } from 'node:timers/promises';

/** The time that other work in the process has to wait at most. */
const SLICE_MS = 10;

/** A limit for some work: the remaining time over all its slices, and the signal of its caller. */
type Budget = { leftMs: number; signal?: AbortSignal | undefined };

/**
 * Runs a step for each item, and yields to the event loop every few milliseconds, since the process serves other
 * requests too. Returns false if the budget, which is updated, ends or the caller aborts before the last item.
 */
export async function inSlices<T>(items: readonly T[], budget: Budget, step: (item: T) => void): Promise<boolean> {
  let begun = performance.now();
  for (const item of items) {
    const slice = performance.now() - begun;
    if (slice >= SLICE_MS) {
      budget.leftMs -= slice;
      await nextTurn();
      begun = performance.now();
    }
    if (budget.leftMs <= 0 || budget.signal?.aborted) return false;
    step(item);
  }
  budget.leftMs -= performance.now() - begun;
  return true;
}
