import { WINDOW_MS, type Bucket, type Decision } from './types.ts';

/**
 * The times of calls that passed, oldest first, in milliseconds of a monotonic clock; entries before index `from` have
 * left the window. Exact: with a limit of N, each call comes at least one window after the call N places before it, so
 * that no window of that length, wherever it begins, contains more than N.
 */
type SlidingLog = { times: number[]; from: number };

/** Drops calls that have left the window, which begins after `now - windowMs`. */
function prune(log: SlidingLog, now: number, windowMs: number): void {
  while (log.from < log.times.length && now - (log.times[log.from] ?? now) >= windowMs) log.from += 1;
  // Compacts the list only when half of it has left, so that a call costs the same for any limit.
  if (log.from * 2 < log.times.length) return;
  log.times.splice(0, log.from);
  log.from = 0;
}

/** The calls in a pruned log. */
function used(log: SlidingLog): number {
  return log.times.length - log.from;
}

/** Whether one more call may pass. Prune the log first. */
function hasRoom(log: SlidingLog, limit: number): boolean {
  return used(log) < limit;
}

/** The rest of `limit`, and when the next slot frees. Prune the log first; it may exceed a limit that was lowered. */
function statusOf(
  log: SlidingLog,
  limit: number,
  now: number,
  windowMs: number,
): { remaining: number; resetMs: number } {
  const first = log.times[log.from + Math.max(0, used(log) - limit)];
  return {
    remaining: Math.max(0, limit - used(log)),
    resetMs: first === undefined ? 0 : first + windowMs - now,
  };
}

/**
 * Limits within one process. Remembers only the calls of the last window, and their buckets.
 * @param now milliseconds of a monotonic clock
 */
export function createMemoryStore({ now, windowMs = WINDOW_MS }: { now: () => number; windowMs?: number }) {
  // In the order of their latest call, so that idle ones are at the front.
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
    /** Decides on a call: it passes if all its buckets have room, and counts in all of them or none. */
    take(buckets: readonly Bucket[]): Decision {
      const time = now();
      const before = decide(buckets, time);
      if (!before.admitted) return before;
      add(buckets, time);
      return { admitted: true, statuses: decide(buckets, time).statuses };
    },
    /** The status of the buckets; counts nothing. */
    peek: (buckets: readonly Bucket[]): Decision => decide(buckets, now()),
    /** Counts a call that the shared store admitted. */
    record: (buckets: readonly Bucket[]): void => add(buckets, now()),
    /** The number of remembered buckets. */
    size: (): number => logs.size,
  };
}
