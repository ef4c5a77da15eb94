/** A field that does not fit, by its JSON pointer in the body. */
export type FieldProblem = { path: string; message: string };

/** An error of the API, in the words of the server, which say what to do (docs/errors.md). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  /** Milliseconds after which it may be tried again, where the server said so. */
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

/** Whether what is wrong lies at a place in a body, or below it. */
export const isAt = (place: string, { path }: FieldProblem): boolean => path === place || path.startsWith(`${place}/`);

/** Nobody answered: the server is away, or the network is. */
export const unreachable = (): Problem =>
  new Problem('Plumbline does not answer. Check that it runs and that you are online; this page tries again.', {
    status: 0,
    code: 'unreachable',
  });

/** The text for people. Reads are repeated by themselves; what a person did (a save, a try) never is. */
export const wordsOf = ({ code, message }: Problem, isAskedAgain: boolean): string =>
  code === 'unreachable' && !isAskedAgain
    ? 'Plumbline does not answer. Check that it runs and that you are online, then do it again; what you typed is kept.'
    : message;

/** True where trying again may help by itself. */
export const mayPass = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** True where what was asked for does not exist, or not for who asked. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/** An answer that is no success, as a problem. A proxy in between may answer in another form. */
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
