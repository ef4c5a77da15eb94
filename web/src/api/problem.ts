/** An invalid field, by its JSON pointer in the body. */
export type FieldProblem = { path: string; message: string };

/** An error of the API with the server's message, which says what to do (docs/errors.md). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  /** The delay before a retry in milliseconds, if the server sent one. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    about: {
      status: number;
      code: string;
      requestId?: string | undefined;
      fields?: readonly FieldProblem[] | undefined;
      retryAfterMs?: number | undefined;
    },
  ) {
    super(message);
    this.name = 'Problem';
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId;
    this.fields = about.fields ?? [];
    this.retryAfterMs = about.retryAfterMs;
  }
}

/** Whether an invalid field is at a JSON pointer or below it. */
export const isAt = (place: string, { path }: FieldProblem): boolean => path === place || path.startsWith(`${place}/`);

/** The error of a request without a response: the server or the network is down. */
export const unreachable = (): Problem =>
  new Problem('Plumbline does not answer. Check that it runs and that you are online; this page tries again.', {
    status: 0,
    code: 'unreachable',
  });

/** The message for people. Reads are retried automatically; a person's actions (a save, a verification) never are. */
export const wordsOf = ({ code, message }: Problem, isAskedAgain: boolean): string =>
  code === 'unreachable' && !isAskedAgain
    ? 'Plumbline does not answer. Check that it runs and that you are online, then do it again; what you typed is kept.'
    : message;

/** True for a temporary error, which a retry may resolve. */
export const mayPass = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** True if the resource does not exist, or the caller may not see it. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/** The `Problem` of a failed response. A proxy in between may send a body in another format. */
export function problemOf(body: unknown, response: Response): Problem {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const after = Number(response.headers.get('Retry-After') ?? NaN);
  return new Problem(text('detail') ?? `The server answered with ${response.status}. Try again in a moment.`, {
    status: response.status,
    code: text('code') ?? 'unknown',
    requestId: text('request_id') ?? response.headers.get('X-Request-Id') ?? undefined,
    fields: Array.isArray(fields.errors) ? (fields.errors as FieldProblem[]) : undefined,
    retryAfterMs: Number.isFinite(after) ? after * 1000 : undefined,
  });
}
