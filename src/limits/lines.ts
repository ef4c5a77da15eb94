import { WINDOW_MS } from './types.ts';

/**
 * Limits lines by owner in one process: at most `limit` lines of one owner in any minute. A batch larger than the limit
 * passes if none of the owner's lines passed in the last minute.
 * @param now milliseconds of a monotonic clock
 */
export function createLineLimit({ limit, now }: { limit: number; now: () => number }) {
  const logs = new Map<string, { at: number; lines: number }[]>();

  function recent(owner: string, time: number): { at: number; lines: number }[] {
    const log = (logs.get(owner) ?? []).filter(({ at }) => time - at < WINDOW_MS);
    if (log.length > 0) logs.set(owner, log);
    else logs.delete(owner);
    return log;
  }

  return {
    /** Counts the lines and returns 0, or counts nothing and returns the milliseconds until there is room for them. */
    take(owner: string, lines: number): number {
      const time = now();
      const log = recent(owner, time);
      let excess = log.reduce((sum, one) => sum + one.lines, 0) + lines - limit;
      if (excess <= 0 || log.length === 0) {
        // Forgets owners without lines in the last minute.
        for (const other of logs.keys()) recent(other, time);
        logs.set(owner, [...log, { at: time, lines }]);
        return 0;
      }
      for (const one of log) {
        excess -= one.lines;
        if (excess <= 0) return one.at + WINDOW_MS - time;
      }
      return (log.at(-1)?.at ?? time) + WINDOW_MS - time;
    },
  };
}
