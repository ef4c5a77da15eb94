import { closest, WINDOW_MS, type Decision } from '../limits/types.ts';

const seconds = (ms: number) => Math.ceil(ms / 1000);

/** Seconds after which a refused call passes, if nothing else uses its buckets up until then. */
export function waitSeconds(decision: Decision): number {
  return Math.max(1, seconds(closest(decision)?.resetMs ?? 0));
}

/**
 * What an answer tells about limits: `X-RateLimit-*` of the bucket closest to its limit, the reset as an epoch second
 * that every client knows; all buckets in the fields of draft-ietf-httpapi-ratelimit-headers, the reset in seconds from now. Times are
 * rounded up, so that whoever waits for them is not early.
 * @param now the epoch's milliseconds at the decision
 */
export function limitHeaders(decision: Decision, now: number): Record<string, string> {
  const { limit, remaining, resetMs } = closest(decision) ?? { limit: 0, remaining: 0, resetMs: 0 };
  const { standings } = decision;
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(seconds(now + resetMs)),
    RateLimit: standings.map((one) => `"${one.name}";r=${one.remaining};t=${seconds(one.resetMs)}`).join(', '),
    'RateLimit-Policy': standings.map((one) => `"${one.name}";q=${one.limit};w=${WINDOW_MS / 1000}`).join(', '),
  };
}
