import type { Progress } from './ports.ts';

/** Bytes of an instance in a state, assumed until a state was opened. */
const USUAL_BYTES = 1_500;

/**
 * Tracks the progress of an analysis, most of whose states may not be opened yet.
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
    /** Sets how many instances a state holds; called again for a newer version of it. */
    opened: (position: number, total: number): void =>
      set(position, { done: Math.min(byState.get(position)?.done ?? 0, total), total }),
    /** A few more instances of a state were checked. */
    ticked(position: number, instances: number): void {
      const { done, total } = byState.get(position) ?? { done: 0, total: 0 };
      set(position, { done: Math.min(done + instances, total), total });
    },
    /** Nothing of a state is left to do. */
    ended: (position: number, instances: number): void => set(position, { done: instances, total: instances }),
    /** `done` is never above `total`, and both are exact when every state has ended. */
    now(): Progress {
      // A source without sizes must not yield an endless total.
      const bytes = sums.total > 0 && sums.bytes > 0 ? sums.bytes / sums.total : USUAL_BYTES;
      return { done: sums.done, total: sums.total + Math.round(unopened / bytes) };
    },
  };
}
