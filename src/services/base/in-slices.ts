import { setImmediate as nextTurn } from 'node:timers/promises';

/** As long as others wait for their turn. */
const SLICE_MS = 10;

/** The budget of some work: its time in total, over all slices, and the signal of whoever waits for it. */
type Budget = { leftMs: number; signal?: AbortSignal | undefined };

/**
 * Does a step for each item in a process that others are served by: after every few milliseconds they have their turn. False
 * where the budget, which it draws on, did not reach to the last item.
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
