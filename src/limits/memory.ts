import { WINDOW_MS, type Bucket, type Decision } from './types.ts';

/**
 * The times at which calls passed, oldest first, in milliseconds of any clock that does not go back; what stands before
 * `from` has left the window. Exact: with a limit of N, the call N places after another comes at least one window later,
 * so no window of that length, wherever it begins, sees more than N.
 */
type SlidingLog = { times: number[]; from: number };

/** Forgets the calls that have left the window: it reaches back to, and not including, `now - windowMs`. */
function prune(log: SlidingLog, now: number, windowMs: number): void {
  while (log.from < log.times.length && now - (log.times[log.from] ?? now) >= windowMs) log.from += 1;
  // Moving the rest up only when half has gone makes a call cost the same however high the limit is.
  if (log.from * 2 < log.times.length) return;
  log.times.splice(0, log.from);
  log.from = 0;
}

/** Calls that a pruned log still holds. */
function used(log: SlidingLog): number {
  return log.times.length - log.from;
}

/** Whether one more call may pass. The log has to be pruned. */
function hasRoom(log: SlidingLog, limit: number): boolean {
  return used(log) < limit;
}

/** What is left of `limit`, and when the next slot frees. The log has to be pruned; it may hold more than a lowered limit. */
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
 * Limits within one process. Remembers the buckets that a call passed in during the last window, and of each only the
 * calls of that window.
 * @param now milliseconds of a clock that does not go back
 */
export function createMemoryStore({ now, windowMs = WINDOW_MS }: { now: () => number; windowMs?: number }) {
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
    /** Decides on a call: it passes where all its buckets have room, and counts against all of them or none. */
    take(buckets: readonly Bucket[]): Decision {
      const time = now();
      const before = decide(buckets, time);
      if (!before.admitted) return before;
      add(buckets, time);
      return { admitted: true, statuses: decide(buckets, time).statuses };
    },
    /** Returns the status of the buckets; counts nothing. */
    peek: (buckets: readonly Bucket[]): Decision => decide(buckets, now()),
    /** Counts a call that the shared store admitted. */
    record: (buckets: readonly Bucket[]): void => add(buckets, now()),
    /** How many buckets are remembered. */
    size: (): number => logs.size,
  };
}
