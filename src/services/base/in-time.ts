import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the result, or undefined after the deadline or an error. Never throws: it is for diagnostics. */
export async function inTime<T>(deadlineMs: number, ask: () => Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const answer = Promise.try(ask).catch(() => undefined);
  const deadline = sleep(deadlineMs, undefined, { signal: late.signal }).catch(() => undefined);
  return Promise.race([answer, deadline]).finally(() => late.abort());
}
