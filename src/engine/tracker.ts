import type { Progress } from './ports.ts';

/** Assumed bytes of an instance in a state, until a state was opened. */
const USUAL_BYTES = 1_500;

/**
 * Estimates the progress of an analysis, because most of its states are not opened yet.
 * @param sizes the sizes of the states in bytes, by position
 */
export function createTracker(sizes: readonly number[]) {
  const byState = new Map<number, Progress>();
  const sums = { done: 0, total: 0, bytes: 0 };
  let unopened = sizes.reduce((sum, size) => sum + size, 0);

  function set(position: number, progress: Progress): void {
    const before = byState.get(position);
    const size = sizes[position] ?? 0;
    if (!before) {
      unopened -= size;
      sums.bytes += size;
    }
    sums.done += progress.done - (before?.done ?? 0);
    sums.total += progress.total - (before?.total ?? 0);
    byState.set(position, progress);
  }

  return {
    /** Sets the number of instances in a state. Called again for a newer version of the state. */
    opened: (position: number, total: number): void =>
      set(position, { done: Math.min(byState.get(position)?.done ?? 0, total), total }),
    ticked(position: number, instances: number): void {
      const { done, total } = byState.get(position) ?? { done: 0, total: 0 };
      set(position, { done: Math.min(done + instances, total), total });
    },
    /** Marks a state as finished. */
    ended: (position: number, instances: number): void => set(position, { done: instances, total: instances }),
    /** `done` is never above `total`. Both are exact once every state has ended. */
    now(): Progress {
      // A source may report no sizes; then the total must not become infinite.
      const bytes = sums.total > 0 && sums.bytes > 0 ? sums.bytes / sums.total : USUAL_BYTES;
      return { done: sums.done, total: sums.total + Math.round(unopened / bytes) };
    },
  };
}
