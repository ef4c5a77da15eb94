import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, type FieldError } from '../../base/errors.ts';
import { isUnavailable } from '../../store/errors.ts';
import { validationMessage } from './validation-message.ts';

/** Fastify's own refusals, with Plumbline's codes and texts. */
const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['bad_request', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this path.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than this operation accepts.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as Content-Length says.'],
};

/** Callers choose the number and the names of invalid fields, so both are limited. */
const MAX_FIELDS = 20;
const MAX_PATH_LENGTH = 300;

/** The invalid fields, with messages for a person. */
export function fieldsOf(problems: FastifyError['validation']): FieldError[] {
  return (problems ?? []).slice(0, MAX_FIELDS).map((problem) => {
    const extra = problem.params.additionalProperty ?? problem.params.missingProperty;
    const path = typeof extra === 'string' ? `${problem.instancePath}/${extra}` : problem.instancePath || '/';
    return { path: path.slice(0, MAX_PATH_LENGTH), message: validationMessage(problem) };
  });
}

function mediaTypeOf({ routeOptions }: FastifyRequest): string {
  const body = routeOptions.schema?.body as { content?: Record<string, unknown> } | undefined;
  return Object.keys(body?.content ?? {})[0] ?? 'application/json';
}

/** Converts any thrown error to one of the catalogue. An unknown error becomes `internal` and is logged. */
export function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error.validation && error.validationContext === 'params')
    return new AppError('not_found', 'There is nothing at this path.');
  if (error.validation) {
    const where = error.validationContext ?? 'request';
    return new AppError('invalid_input', `The ${where} does not fit: see errors.`, {
      fields: fieldsOf(error.validation),
    });
  }
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    request.log.error({ err: error }, 'no answer in time');
    return new AppError('unavailable', 'The answer takes longer than this server waits; try again.', { retryAfter: 5 });
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new AppError('unsupported_media_type', `Send the body as ${mediaTypeOf(request)}.`);
  const refusal = FASTIFY_CODES[error.code];
  if (refusal) return new AppError(...refusal);
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return new AppError('unavailable', 'The database is not available at the moment; try again.', { retryAfter: 5 });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('bad_request', 'The request could not be understood.');
  request.log.error({ err: error }, 'unexpected error');
  return new AppError('internal', 'Something went wrong on our side; the log has it under this request_id.');
}

/** The common form of all errors. */
export function errorBody(error: AppError, requestId: string) {
  const { message: detail, status, code, fields } = error;
  return { detail, status, code, request_id: requestId, ...(fields ? { errors: fields } : {}) };
}

/** Sends an error in the common form. */
export function sendError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toAppError(error, request);
  if (answer.code === 'unauthenticated') void reply.header('WWW-Authenticate', 'Bearer');
  if (answer.retryAfter !== undefined) void reply.header('Retry-After', String(answer.retryAfter));
  void reply
    .code(answer.status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send(errorBody(answer, request.id));
}
