import type { Progress } from './ports.ts';

/** What an instance takes in a state, as long as none was opened that could tell better. */
const USUAL_BYTES = 1_500;

/** Follows how far a scan is, over states of which most have not been opened yet. */
export type Tracker = {
  /** How many instances a state turned out to hold, by its place; said again when it turns out anew. */
  opened(position: number, instances: number): void;
  /** A few more instances of a state were looked at. */
  ticked(position: number, instances: number): void;
  /** Nothing of a state is left to do. */
  ended(position: number, instances: number): void;
  /** `done` is never above `total`, and both are exact when every state has ended. */
  now(): Progress;
};

/** @param sizes the states' sizes in bytes, by their places */
export function createTracker(sizes: readonly number[]): Tracker {
  const known = new Map<number, Progress>();
  const sums = { done: 0, total: 0, bytes: 0 };
  let unopened = sizes.reduce((sum, size) => sum + size, 0);

  function set(position: number, progress: Progress): void {
    const before = known.get(position);
    const size = sizes[position] ?? 0;
    if (!before) {
      unopened -= size;
      sums.bytes += size;
    }
    sums.done += progress.done - (before?.done ?? 0);
    sums.total += progress.total - (before?.total ?? 0);
    known.set(position, progress);
  }

  return {
    opened: (position, total) => set(position, { done: Math.min(known.get(position)?.done ?? 0, total), total }),
    ticked(position, instances) {
      const { done, total } = known.get(position) ?? { done: 0, total: 0 };
      set(position, { done: Math.min(done + instances, total), total });
    },
    ended: (position, instances) => set(position, { done: instances, total: instances }),
    now() {
      // A source that tells no sizes must not make the rest endless.
      const bytes = sums.total > 0 && sums.bytes > 0 ? sums.bytes / sums.total : USUAL_BYTES;
      return { done: sums.done, total: sums.total + Math.round(unopened / bytes) };
    },
  };
}
