/**
 * The fault of a request. `silent` keeps the connection open without a response; `cut` closes it; `delayMs` responds
 * late.
 */
export type Fault = {
  /** A pattern or a prefix of `METHOD /path`. */
  request: string | RegExp;
  how:
    | { status: number; headers?: Record<string, string>; body?: unknown }
    | { silent: true }
    | { cut: true }
    | { delayMs: number };
  /** The number of requests that fail; default all from now on. */
  times?: number;
};

/** A list of planned faults. Each request takes the first match. */
export function plannedFaults() {
  let planned: (Fault & { left: number })[] = [];
  return {
    plan: (fault: Fault) => void planned.push({ ...fault, left: fault.times ?? Infinity }),
    clear: () => void (planned = []),
    take(request: string): Fault['how'] | undefined {
      const fits = ({ request: which }: Fault) =>
        typeof which === 'string' ? request.startsWith(which) : which.test(request);
      const found = planned.find((fault) => fault.left > 0 && fits(fault));
      if (found) found.left -= 1;
      return found?.how;
    },
  };
}

/** The response when the hourly rate limit is used up. */
export const primaryLimit = (resetAt: Date): Fault['how'] => ({
  status: 403,
  headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(resetAt.getTime() / 1000)) },
  body: {
    message: 'API rate limit exceeded for installation ID 1.',
    documentation_url: 'https://docs.github.com/rest',
  },
});

/** The response to too many concurrent requests (secondary rate limit). */
export const secondaryLimit = (retryAfterSeconds: number, status: 403 | 429 = 403): Fault['how'] => ({
  status,
  headers: { 'retry-after': String(retryAfterSeconds) },
  body: {
    message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api',
  },
});
