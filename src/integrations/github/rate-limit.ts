import type { HttpResponse } from '../http/exchange.ts';

/** GitHub's recommended wait for a secondary rate limit without a time. */
const DEFAULT_WAIT_MS = 60_000;
/** Primary limits reset every hour, so no wait is longer. */
const MAX_WAIT_MS = 3_660_000;

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Milliseconds until the primary limit resets, by GitHub's clock. */
function untilReset({ headers }: HttpResponse, now: number): number | undefined {
  if (headers.get('x-ratelimit-remaining') !== '0') return undefined;
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  if (reset === undefined) return undefined;
  const theirs = Date.parse(headers.get('date') ?? '');
  return reset * 1000 - (Number.isNaN(theirs) ? now : theirs);
}

const bounded = (ms: number) => Math.min(Math.max(ms, 0), MAX_WAIT_MS);

/**
 * The wait that GitHub asks for after a refusal due to a rate limit; undefined for every other response.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
export function askedToWait(answer: HttpResponse, now: number): number | undefined {
  if (answer.status !== 403 && answer.status !== 429) return undefined;
  const seconds = numberOf(answer.headers.get('retry-after'));
  if (seconds !== undefined) return bounded(seconds * 1000);
  const primary = untilReset(answer, now);
  if (primary !== undefined) return bounded(primary);
  return answer.status === 429 || /secondary rate limit|abuse detection/i.test(answer.text)
    ? DEFAULT_WAIT_MS
    : undefined;
}

/** After a successful response: milliseconds until further requests are accepted; 0 while some are left. */
export function exhausted(answer: HttpResponse, now: number): number {
  return bounded(untilReset(answer, now) ?? 0);
}
