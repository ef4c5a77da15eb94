import type { Answer } from './exchange.ts';

/** Characters of one answer, and of all together. */
const MAX_ONE = 4_000_000;
const MAX_ALL = 32_000_000;

/** An answer with what GitHub knows it by. */
export type Kept = { etag: string; answer: Answer };

/**
 * Answers that GitHub need not send again: one that is asked for with its `ETag`, and unchanged, draws on no limit. Those
 * that were not asked for longest make room.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
export function createKeptAnswers(maxAll = MAX_ALL, maxOne = MAX_ONE) {
  const kept = new Map<string, Kept>();
  let size = 0;

  function forget(key: string): void {
    size -= kept.get(key)?.answer.text.length ?? 0;
    kept.delete(key);
  }

  return {
    find(key: string): Kept | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key: string, answer: Answer): void {
      forget(key);
      const etag = answer.headers.get('etag');
      if (etag === null || answer.text.length > maxOne) return;
      kept.set(key, { etag, answer });
      size += answer.text.length;
      for (const oldest of kept.keys()) {
        if (size <= maxAll) break;
        forget(oldest);
      }
    },
  };
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;
