import { type Static, Type } from 'typebox';
import { Named } from './common.ts';
import type { ErrorCode } from '../../base/errors.ts';

export const ERROR_TITLE = 'Error';

/** The common form of all errors. */
export const ErrorBody = Named(ERROR_TITLE, {
  detail: Type.String({ description: 'The problem and the advice, for a person' }),
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
});

/** The error statuses of operations: each with its name among the components of the OpenAPI document. */
const ERRORS = {
  400: {
    name: 'BadRequest',
    description: 'The body is not JSON, or the request cannot be understood',
    code: 'invalid_json',
    detail: 'The body is not valid JSON.',
  },
  401: {
    name: 'Unauthenticated',
    description: 'No key, or not a valid one',
    code: 'unauthenticated',
    detail: 'A valid API key is needed: send it as "Authorization: Bearer <key>".',
  },
  403: {
    name: 'Forbidden',
    description: 'The key lacks the scope',
    code: 'forbidden',
    detail: 'This key lacks the scope "write"; use a key that has it.',
  },
  404: {
    name: 'NotFound',
    description: 'It does not exist, or belongs to another organization',
    code: 'not_found',
    detail: 'No such analysis.',
  },
  408: {
    name: 'RequestTimeout',
    description: 'The request did not arrive whole in time',
    code: 'request_timeout',
    detail: 'The request did not arrive whole in time.',
  },
  409: {
    name: 'Conflict',
    description: 'Not configured, or in conflict with existing data',
    code: 'conflict',
    detail: 'There is an organization with this login already.',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is too large',
    code: 'payload_too_large',
    detail: 'The body is larger than this operation accepts.',
  },
  414: {
    name: 'UriTooLong',
    description: 'Path and query are too long',
    code: 'uri_too_long',
    detail: 'Path and query are longer than 8000 characters.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not application/json',
    code: 'unsupported_media_type',
    detail: 'Send the body as application/json.',
  },
  422: {
    name: 'InvalidInput',
    description: 'A value does not fit',
    code: 'invalid_input',
    detail: 'The querystring does not fit: see errors.',
  },
  429: {
    name: 'RateLimited',
    description: 'Beyond a rate limit; `Retry-After` says when to try again',
    code: 'rate_limited',
    detail: 'Rate limit exceeded: 120 requests a minute for this key. Try again in 37 seconds.',
  },
  431: {
    name: 'HeadersTooLarge',
    description: 'The request line and the headers are too large',
    code: 'headers_too_large',
    detail: 'The request line and the headers are larger than this server accepts.',
  },
  500: {
    name: 'InternalError',
    description: 'A defect on our side',
    code: 'internal',
    detail: 'Something went wrong on our side; the log has it under this request_id.',
  },
  502: {
    name: 'PaymentProviderRefused',
    description: 'The payment provider refused the request',
    code: 'payment_provider_error',
    detail: 'The payment provider refused this; the log says why.',
  },
  503: {
    name: 'Unavailable',
    description: 'The database or another required service is away',
    code: 'unavailable',
    detail: 'The database is not available at the moment; try again.',
  },
} as const satisfies Record<number, { name: string; description: string; code: ErrorCode; detail: string }>;

export type ErrorStatus = keyof typeof ERRORS;

type ErrorAnswer = { name: string; description: string; example: Static<typeof ErrorBody> };

const answerOf = ([status, { name, description, code, detail }]: [string, (typeof ERRORS)[ErrorStatus]]) => {
  const example = { detail, status: Number(status), code, request_id: 'req_0V3mKq8ZxYbD2nR5t' };
  const errors = [{ path: '/limit', message: 'must be a whole number' }];
  return [status, { name, description, example: code === 'invalid_input' ? { ...example, errors } : example }];
};

export const ERROR_ANSWERS = Object.fromEntries(Object.entries(ERRORS).map(answerOf)) as Record<
  ErrorStatus,
  ErrorAnswer
>;

const withDescription = (status: ErrorStatus) => ({ ...ErrorBody, description: ERROR_ANSWERS[status].description });

const SCHEMAS = Object.fromEntries(
  (Object.keys(ERROR_ANSWERS).map(Number) as ErrorStatus[]).map((status) => [status, withDescription(status)]),
) as Record<ErrorStatus, ReturnType<typeof withDescription>>;

/** The same schema for all routes, so that it is compiled once. */
export const errorSchema = (status: ErrorStatus) => SCHEMAS[status];

/** Error responses of an operation, other than those that follow from its access and schemas (openapi/answers.ts). */
export const errors = (...statuses: ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorSchema(status)]));
