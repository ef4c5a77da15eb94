/** What went wrong with the service, in words of our own: nothing that it says, which may repeat keys or texts. */
export type EmbeddingsProblem = {
  reason: 'network' | 'timeout' | 'throttled' | 'trouble' | 'denied' | 'refused' | 'redirect' | 'unusable_answer';
  detail: string;
  http_status?: number;
};

/** Of one request. `waitMs`: how long the service asks to be left alone. */
export class RequestFailed extends Error {
  readonly problem: EmbeddingsProblem;
  readonly waitMs: number | undefined;

  constructor(problem: EmbeddingsProblem, waitMs?: number) {
    super(problem.detail);
    this.name = 'RequestFailed';
    this.problem = problem;
    this.waitMs = waitMs;
  }
}

/** Whether the same request may well succeed a moment later. One that was waited for in vain has had its time. */
export function isPassing({ problem: { reason } }: RequestFailed): boolean {
  return reason === 'network' || reason === 'throttled' || reason === 'trouble';
}

const failed = (reason: EmbeddingsProblem['reason'], status: number, detail: string, waitMs?: number) =>
  new RequestFailed({ reason, detail: `${detail} (HTTP ${status})`, http_status: status }, waitMs);

/** What an answer without vectors means. */
export function failureOf(status: number, retryAfter: string | null): RequestFailed {
  if (status >= 300 && status < 400)
    return failed('redirect', status, 'it leads elsewhere, and is not followed with the key: set EMBEDDINGS_BASE_URL');
  if (status === 429) return failed('throttled', status, 'it was asked too often', waitOf(retryAfter));
  if (status === 401 || status === 403)
    return failed('denied', status, 'it does not accept EMBEDDINGS_API_KEY for this model');
  if (status === 400 || status === 413 || status === 422) return failed('refused', status, 'it refuses the texts');
  if (status >= 500 || status === 408 || status === 425)
    return failed('trouble', status, 'it has trouble', waitOf(retryAfter));
  return failed('denied', status, 'it does not know the address or the model: see EMBEDDINGS_BASE_URL, _MODEL');
}

/** Seconds or a date, as HTTP has it; undefined where it is neither. */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Codes that tell why a connection failed; of the rest of an error, nothing is repeated. */
export function networkFailure(error: unknown): RequestFailed {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const known = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  return new RequestFailed({ reason: 'network', detail: `it cannot be reached, or broke off${known}` });
}
