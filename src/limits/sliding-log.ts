/**
 * The times at which calls passed, oldest first, in milliseconds of any clock that does not go back; what stands before
 * `from` has left the window. Exact: with a limit of N, the call N places after another comes at least one window later,
 * so no window of that length, wherever it begins, sees more than N.
 */
export type SlidingLog = { times: number[]; from: number };

/** Forgets the calls that have left the window: it reaches back to, and not including, `now - windowMs`. */
export function prune(log: SlidingLog, now: number, windowMs: number): void {
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
export function hasRoom(log: SlidingLog, limit: number): boolean {
  return used(log) < limit;
}

/** What is left of `limit`, and when the next slot frees. The log has to be pruned; it may hold more than a lowered limit. */
export function statusOf(
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
