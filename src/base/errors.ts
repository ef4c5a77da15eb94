/**
 * The only catalogue of error codes, with the HTTP status of each. docs/errors.md documents each code; a test keeps the
 * two in step.
 */
export const ERROR_CODES = {
  invalid_json: 400,
  bad_request: 400,
  unauthenticated: 401,
  invalid_signature: 401,
  forbidden: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  not_configured: 409,
  external_id_not_required: 409,
  quota_exceeded: 409,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  invalid_input: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  payment_provider_error: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** An invalid field: `path` as a JSON pointer into the input (`/role_arn`), `message` for a person. */
export type FieldError = { path: string; message: string };

/**
 * An error for the caller: `message` says what is wrong and what to do, without internals. Every other error is a
 * defect: the caller gets `internal`, and only the log has its text.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERROR_CODES[this.code];
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
