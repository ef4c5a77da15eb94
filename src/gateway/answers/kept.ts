import { errorCodeOf } from '../error-code.ts';
import type { CloudAnswer } from '../types.ts';

/** How old an answer may become before it is asked for again, whatever the analysis does meanwhile. */
const OLDEST_MS = 5 * 60_000;
/** What headers and the entry itself take, about. */
const OVERHEAD = 2_048;

const NOT_THERE = /not_?found|no_?such|non_?exist|not_?exist/i;

/**
 * Whether an answer says something about the cloud, as a success and "there is none" do. All else (throttles, 5xx, credentials
 * that ran out, a denial) says something about this moment, and is asked again.
 */
export function lasts(answer: CloudAnswer): boolean {
  if (!Buffer.isBuffer(answer.body)) return false;
  if (answer.status >= 200 && answer.status < 300) return true;
  if (answer.status === 404) return true;
  return answer.status === 400 && NOT_THERE.test(errorCodeOf(answer) ?? '');
}

/** Answers of one analysis, the ones that were used last, within so many bytes. */
export type Kept = {
  /** One that was asked for at `notBefore` (`performance.now()`) or later. */
  get(key: string, notBefore: number): CloudAnswer | undefined;
  /** `askedAt`: when the request began; what the answer says is at least as young. */
  put(key: string, answer: CloudAnswer, askedAt: number): void;
};

export function createKept(maxBytes: number, now: () => number): Kept {
  type Entry = { answer: CloudAnswer; askedAt: number; bytes: number };
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key, notBefore) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.askedAt < Math.max(notBefore, now() - OLDEST_MS)) return undefined;
      // Behind the others: the first one of a map is the one that was not used for longest.
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },
    put: (key, answer, askedAt) => {
      const had = entries.get(key);
      if (had !== undefined && had.askedAt > askedAt) return;
      drop(key);
      const size = OVERHEAD + (Buffer.isBuffer(answer.body) ? answer.body.length : 0);
      if (size > maxBytes) return;
      entries.set(key, { answer, askedAt, bytes: size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
