import { retryAfterMs } from '../http/errors.ts';

/** A problem with a service, in Plumbline's own words: its response may contain keys or texts. */
export type ServiceProblem = {
  reason: 'network' | 'timeout' | 'throttled' | 'trouble' | 'denied' | 'refused' | 'redirect' | 'unusable_answer';
  detail: string;
  http_status?: number;
};

/** The failure of one request. `waitMs`: the wait that the service asks for. */
export class RequestFailed extends Error {
  readonly problem: ServiceProblem;
  readonly waitMs: number | undefined;

  constructor(problem: ServiceProblem, waitMs?: number) {
    super(problem.detail);
    this.name = 'RequestFailed';
    this.problem = problem;
    this.waitMs = waitMs;
  }
}

/** The error for a response that cannot be used, with the reason. */
export function unusable(detail: string): RequestFailed {
  return new RequestFailed({ reason: 'unusable_answer', detail: `its answer cannot be used: ${detail}` });
}

/** Parses a response. Throws `RequestFailed` where it is not JSON. */
export function parseResponse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable('it is not JSON');
  }
}

/** Whether the same request may soon succeed. A timeout does not count, because it used its time up. */
export function isPassing({ problem: { reason } }: RequestFailed): boolean {
  return reason === 'network' || reason === 'throttled' || reason === 'trouble';
}

const failed = (reason: ServiceProblem['reason'], status: number, detail: string, waitMs?: number) =>
  new RequestFailed({ reason, detail: `${detail} (HTTP ${status})`, http_status: status }, waitMs);

/** The error for an unsuccessful status. `prefix`: how the names of the service's settings begin, `EMBEDDINGS`. */
export function failureOf(status: number, retryAfter: string | null, prefix: string): RequestFailed {
  if (status >= 300 && status < 400)
    return failed('redirect', status, `it leads elsewhere, and is not followed with the key: set ${prefix}_BASE_URL`);
  if (status === 429) return failed('throttled', status, 'it was asked too often', retryAfterMs(retryAfter));
  if (status === 401 || status === 403)
    return failed('denied', status, `it does not accept ${prefix}_API_KEY for this model`);
  if (status === 400 || status === 413 || status === 422) return failed('refused', status, 'it refuses the texts');
  if (status >= 500 || status === 408 || status === 425)
    return failed('trouble', status, 'it has trouble', retryAfterMs(retryAfter));
  return failed('denied', status, `it does not know the address or the model: see ${prefix}_BASE_URL, _MODEL`);
}
