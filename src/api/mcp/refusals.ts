import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../base/errors.ts';
import { errorBody, toAppError } from '../http/errors.ts';
import type { App } from '../http/types.ts';

/** JSON-RPC's own codes; other errors use their HTTP status, which is outside JSON-RPC's reserved range. */
const CODES: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32700,
  bad_request: -32600,
  invalid_input: -32602,
  internal: -32603,
};

function idOf(body: unknown): string | number | null {
  const { id } = (typeof body === 'object' && body !== null ? body : {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * Sends an error of the catalogue as a JSON-RPC error, with the API's own form in `data`. An invalid message is 400, as
 * the protocol requires.
 */
function send(appError: AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { code, status, message, retryAfter } = appError;
  if (code === 'unauthenticated') void reply.header('WWW-Authenticate', 'Bearer');
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter));
  const error = { code: CODES[code] ?? status, message, data: errorBody(appError, request.id) };
  void reply
    .code(code === 'invalid_input' ? 400 : status)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ jsonrpc: '2.0', id: idOf(request.body), error });
}

/**
 * Answers a request that is refused before the protocol handles it. It also counts as a call against the general limits,
 * unless it was already counted.
 */
export function refuse(app: App, thrown: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const counted = request.limitHeaders !== undefined || request.caller?.kind !== 'identified';
  const appError = toAppError(thrown, request);
  void (counted ? Promise.resolve() : app.draw(request)).then(
    () => send(appError, request, reply),
    (error: AppError) => send(error, request, reply),
  );
}
