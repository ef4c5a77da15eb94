import { hasRoom, prune, statusOf, type SlidingLog } from './sliding-log.ts';
import { WINDOW_MS, type Bucket, type Decision } from './types.ts';

export type MemoryStore = {
  /** Decides on a call: it passes where all its buckets have room, and counts against all of them or none. */
  take(buckets: readonly Bucket[]): Decision;
  /** Returns the status of the buckets; counts nothing. */
  peek(buckets: readonly Bucket[]): Decision;
  /** Counts a call that the shared store admitted. */
  record(buckets: readonly Bucket[]): void;
  /** How many buckets are remembered. */
  size(): number;
};

/**
 * Limits within one process. Remembers the buckets that a call passed in during the last window, and of each only the
 * calls of that window.
 * @param now milliseconds of a clock that does not go back
 */
export function createMemoryStore({
  now,
  windowMs = WINDOW_MS,
}: {
  now: () => number;
  windowMs?: number;
}): MemoryStore {
  // In the order of their latest call, so that idle ones are found at the front.
  const logs = new Map<string, SlidingLog>();

  function forgetIdle(time: number): void {
    for (const [id, { times }] of logs) {
      const latest = times.at(-1);
      if (latest !== undefined && time - latest < windowMs) return;
      logs.delete(id);
    }
  }

  function logOf(id: string, time: number): SlidingLog {
    const log = logs.get(id) ?? { times: [], from: 0 };
    prune(log, time, windowMs);
    return log;
  }

  function add(buckets: readonly Bucket[], time: number): void {
    for (const { id } of buckets) {
      const log = logOf(id, time);
      log.times.push(time);
      logs.delete(id);
      logs.set(id, log);
    }
    forgetIdle(time);
  }

  function decide(buckets: readonly Bucket[], time: number): Decision {
    const admitted = buckets.every(({ id, limit }) => hasRoom(logOf(id, time), limit));
    const statuses = buckets.map(({ name, id, limit }) => ({
      name,
      limit,
      ...statusOf(logOf(id, time), limit, time, windowMs),
    }));
    return { admitted, statuses };
  }

  return {
    take(buckets) {
      const time = now();
      const before = decide(buckets, time);
      if (!before.admitted) return before;
      add(buckets, time);
      return { admitted: true, statuses: decide(buckets, time).statuses };
    },
    peek: (buckets) => decide(buckets, now()),
    record: (buckets) => add(buckets, now()),
    size: () => logs.size,
  };
}
