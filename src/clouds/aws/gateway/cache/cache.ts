import { saysNotThere } from '../call/errors.ts';
import type { CloudAnswer } from '../call/types.ts';

/** The maximum age of a cached answer, independent of the analysis. */
const MAX_AGE_MS = 5 * 60_000;
/** The approximate size of headers and the entry itself. */
const OVERHEAD = 2_048;

/**
 * True for answers that describe the cloud: a success, or "not found". All others (throttles, 5xx, expired credentials,
 * a denial) describe the moment, so the request is repeated.
 */
export function isCacheable(answer: CloudAnswer): boolean {
  if (!Buffer.isBuffer(answer.body)) return false;
  return (answer.status >= 200 && answer.status < 300) || saysNotThere(answer);
}

/** The cached answers of one analysis, within a size limit: the least recently used ones are dropped. */
export type ResponseCache = {
  /** An answer whose request began at `notBefore` (`performance.now()`) or later. */
  get(key: string, notBefore: number): CloudAnswer | undefined;
  /** `askedAt`: when the request began; the answer is at least as recent. */
  put(key: string, answer: CloudAnswer, askedAt: number): void;
  /** Drops all answers at the end of the analysis. */
  clear(): void;
};

/**
 * Caches of all analyses; the least recently used answers go first. The returned function opens one for an analysis.
 */
export function createResponseCaches(maxBytes: number, now: () => number): (maxOwnBytes: number) => ResponseCache {
  type Entry = { answer: CloudAnswer; askedAt: number; bytes: number; drop: () => void };
  // Maps and sets keep insertion order: a used entry is inserted again at the end.
  const all = new Set<Entry>();
  let sum = 0;

  return (maxOwnBytes) => {
    const entries = new Map<string, Entry>();
    let own = 0;
    let over = false;
    const add = (key: string, entry: Entry): void => {
      entries.set(key, entry);
      all.add(entry);
      own += entry.bytes;
      sum += entry.bytes;
    };
    const drop = (key: string): void => {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entries.delete(key);
      all.delete(entry);
      own -= entry.bytes;
      sum -= entry.bytes;
    };
    return {
      get: (key, notBefore) => {
        const entry = entries.get(key);
        if (entry === undefined || entry.askedAt < Math.max(notBefore, now() - MAX_AGE_MS)) return undefined;
        drop(key);
        add(key, entry);
        return entry.answer;
      },
      put: (key, answer, askedAt) => {
        const cached = entries.get(key);
        if (over || (cached !== undefined && cached.askedAt > askedAt)) return;
        drop(key);
        const bytes = OVERHEAD + (Buffer.isBuffer(answer.body) ? answer.body.length : 0);
        if (bytes > Math.min(maxOwnBytes, maxBytes)) return;
        add(key, { answer, askedAt, bytes, drop: () => drop(key) });
        for (const oldest of entries.keys()) {
          if (own <= maxOwnBytes) break;
          drop(oldest);
        }
        for (const oldest of all) {
          if (sum <= maxBytes) break;
          oldest.drop();
        }
      },
      clear: () => {
        over = true;
        [...entries.keys()].forEach(drop);
      },
    };
  };
}
