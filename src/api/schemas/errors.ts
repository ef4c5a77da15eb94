import { type Static, Type } from 'typebox';
import type { ErrorCode } from '../../base/errors.ts';

/** The name of the form that all errors have. */
export const ERROR_TITLE = 'Error';

/** The one form that all errors have. */
export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'What is wrong and what to do, for a person' }),
    status: Type.Integer({ description: 'The HTTP status again' }),
    code: Type.String({ description: 'Stable; docs/errors.md lists them' }),
    request_id: Type.String({ description: 'The same as in `X-Request-Id` and in the log' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The field, as a JSON pointer' }),
          message: Type.String(),
        }),
        { description: 'With 422: one for each field that does not fit' },
      ),
    ),
  },
  { title: ERROR_TITLE },
);

/** How an error status is described. */
type ErrorAnswer = {
  /** Its name among the components of the OpenAPI document. */
  name: string;
  description: string;
  example: Static<typeof ErrorBody>;
};

function answer(status: number, name: string, description: string, code: ErrorCode, detail: string): ErrorAnswer {
  return { name, description, example: { detail, status, code, request_id: 'req_0V3mKq8ZxYbD2nR5t' } };
}

const notWhole = { path: '/limit', message: 'must be a whole number' };

/** The error statuses that operations may have. */
export const ERROR_ANSWERS = {
  400: answer(
    400,
    'BadRequest',
    'The body is not JSON, or the request cannot be understood',
    'invalid_json',
    'The body is not valid JSON.',
  ),
  401: answer(
    401,
    'Unauthenticated',
    'No key, or not a valid one',
    'unauthenticated',
    'A valid API key is needed: send it as "Authorization: Bearer <key>".',
  ),
  403: answer(
    403,
    'Forbidden',
    'The key lacks the scope',
    'forbidden',
    'This key lacks the scope "write"; use a key that has it.',
  ),
  404: answer(
    404,
    'NotFound',
    'It does not exist, or belongs to another organization',
    'not_found',
    'No such analysis.',
  ),
  408: answer(
    408,
    'RequestTimeout',
    'The request did not arrive whole in time',
    'request_timeout',
    'The request did not arrive whole in time.',
  ),
  409: answer(
    409,
    'Conflict',
    'Not configured, or in conflict with what is there',
    'conflict',
    'There is an organization with this login already.',
  ),
  413: answer(
    413,
    'PayloadTooLarge',
    'The body is too large',
    'payload_too_large',
    'The body is larger than this operation accepts.',
  ),
  414: answer(
    414,
    'UriTooLong',
    'Path and query are too long',
    'uri_too_long',
    'Path and query are longer than 8000 characters.',
  ),
  415: answer(
    415,
    'UnsupportedMediaType',
    'The body is not application/json',
    'unsupported_media_type',
    'Send the body as application/json.',
  ),
  422: {
    name: 'InvalidInput',
    description: 'A value does not fit',
    example: {
      ...answer(422, '', '', 'invalid_input', 'The querystring does not fit: see errors.').example,
      errors: [notWhole],
    },
  },
  429: answer(
    429,
    'RateLimited',
    'Beyond a rate limit; `Retry-After` says when to try again',
    'rate_limited',
    'Rate limit exceeded: 120 requests a minute for this key. Try again in 37 seconds.',
  ),
  431: answer(
    431,
    'HeadersTooLarge',
    'The request line and the headers are too large',
    'headers_too_large',
    'The request line and the headers are larger than this server accepts.',
  ),
  500: answer(
    500,
    'InternalError',
    'A defect on our side',
    'internal',
    'Something went wrong on our side; the log has it under this request_id.',
  ),
  502: answer(
    502,
    'PaymentProviderRefused',
    'The payment provider refused what it was asked',
    'payment_provider_error',
    'The payment provider refused this; the log says why.',
  ),
  503: answer(
    503,
    'Unavailable',
    'The database is away, or what else is needed for this',
    'unavailable',
    'The database is not available at the moment; try again.',
  ),
} as const satisfies Record<number, ErrorAnswer>;

export type ErrorStatus = keyof typeof ERROR_ANSWERS;

const withDescription = (status: ErrorStatus) => ({ ...ErrorBody, description: ERROR_ANSWERS[status].description });

const SCHEMAS = Object.fromEntries(
  (Object.keys(ERROR_ANSWERS).map(Number) as ErrorStatus[]).map((status) => [status, withDescription(status)]),
) as Record<ErrorStatus, ReturnType<typeof withDescription>>;

/** One for all routes, so that it is compiled once. */
export const errorSchema = (status: ErrorStatus) => SCHEMAS[status];

/** Errors of an operation beside those that follow from its access and schemas (openapi/answers.ts), for its `response`. */
export const errors = (...statuses: ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorSchema(status)]));
