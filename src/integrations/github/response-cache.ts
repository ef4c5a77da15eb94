import type { HttpResponse } from '../http/exchange.ts';

/** Characters of one response, and of all together. */
const MAX_ONE = 4_000_000;
const MAX_ALL = 32_000_000;

export type CachedResponse = { etag: string; response: HttpResponse };

/**
 * Responses by their `ETag`: a conditional request for an unchanged one does not count against GitHub's rate limit.
 * Evicts the least recently used.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
export function createResponseCache(maxAll = MAX_ALL, maxOne = MAX_ONE) {
  const cached = new Map<string, CachedResponse>();
  let size = 0;

  function evict(key: string): void {
    size -= cached.get(key)?.response.text.length ?? 0;
    cached.delete(key);
  }

  return {
    get(key: string): CachedResponse | undefined {
      const entry = cached.get(key);
      if (!entry) return undefined;
      cached.delete(key);
      cached.set(key, entry);
      return entry;
    },
    set(key: string, response: HttpResponse): void {
      evict(key);
      const etag = response.headers.get('etag');
      if (etag === null || response.text.length > maxOne) return;
      cached.set(key, { etag, response });
      size += response.text.length;
      for (const oldest of cached.keys()) {
        if (size <= maxAll) break;
        evict(oldest);
      }
    },
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;
