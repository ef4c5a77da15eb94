/** The faults of requests. `silent` keeps the connection open without a word; `cut` closes it; `delayMs` answers late. */
export type Fault = {
  /** `METHOD /path` matches it; a text is compared with the beginning. */
  request: string | RegExp;
  how:
    | { status: number; headers?: Record<string, string>; body?: unknown }
    | { silent: true }
    | { cut: true }
    | { delayMs: number };
  /** The number of requests; default all from now on. */
  times?: number;
};

/** The faults that are planned; each request takes the first that fits. */
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

/** The answer once the requests of an hour are used up. */
export const primaryLimit = (resetAt: Date): Fault['how'] => ({
  status: 403,
  headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(resetAt.getTime() / 1000)) },
  body: {
    message: 'API rate limit exceeded for installation ID 1.',
    documentation_url: 'https://docs.github.com/rest',
  },
});

/** The answer to too many requests at once. */
export const secondaryLimit = (retryAfterSeconds: number, status: 403 | 429 = 403): Fault['how'] => ({
  status,
  headers: { 'retry-after': String(retryAfterSeconds) },
  body: {
    message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api',
  },
});
