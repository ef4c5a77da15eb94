import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode } from '../../base/errors.ts';
import type { Connections } from './connections.ts';
import { errorBody } from './errors.ts';
import { newRequestId, ownHeaders } from './headers.ts';
import type { ApiOptions, App } from './types.ts';

const CODES: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and the headers are larger than this server accepts.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are larger than this server accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive whole in time.'],
};

const LINGER_MS = 1000;
/** Twice the length that every browser and proxy supports; headers get the rest of Node's 16 KiB. */
const MAX_URL_LENGTH = 8000;

type Observers = Pick<ApiOptions, 'log' | 'metrics'>;
type LimitHeaders = (ip: string) => Record<string, string>;

/** Sends an error on a raw socket and closes it; returns the response's request id. */
function answerOn(socket: Duplex, error: AppError, headers: Record<string, string>): string {
  const id = newRequestId();
  const body = JSON.stringify(errorBody(error, id));
  const all = {
    ...ownHeaders(id),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  // Closing at once would lose the response for a client that still sends; never closing would keep the socket.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  return id;
}

/** Answers bytes that are not a valid HTTP request, after the responses to earlier requests on the same connection. */
export function answerClientErrors(
  { log, metrics }: Observers,
  connections: Connections,
  limitHeadersFor: LimitHeaders,
) {
  return (cause: Error & { code?: string }, socket: Socket): void => {
    const refuse = () => {
      // Further bytes after the response are ignored.
      if (socket.writableEnded) return;
      if (cause.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const error = new AppError(...(CODES[cause.code ?? ''] ?? ['bad_request', 'This is not a valid HTTP request.']));
      const id = answerOn(socket, error, limitHeadersFor(socket.remoteAddress ?? ''));
      metrics.requestUnreadable(error.status);
      const { remoteAddress: address } = socket;
      log.info({ request_id: id, status: error.status, reason: cause.code, address }, 'no request');
    };
    connections.afterAnswers(socket, refuse);
  };
}

/**
 * Makes the API answer requests that Node would answer itself without a body, or not at all: without a host, with an odd
 * `Expect`, and CONNECT.
 */
export function answerInsteadOfNode(app: App, { log, metrics }: Observers, limitHeadersFor: LimitHeaders): void {
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', ({ socket }, stream) => {
    stream.on('error', () => stream.destroy());
    const error = new AppError('method_not_allowed', 'This is no proxy: CONNECT is not possible here.');
    const { remoteAddress: address } = socket;
    const id = answerOn(stream, error, {
      Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE',
      ...limitHeadersFor(address ?? ''),
    });
    metrics.requestUnreadable(error.status);
    log.info({ request_id: id, status: error.status, reason: 'CONNECT', address }, 'no request');
  });
  // Async, and before every refusal: a response in the same turn would be sent before the bytes after the request are
  // parsed, and these would get a response too.
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new AppError('bad_request', 'A request has to name the host it is for.');
    // A proxy that does not read it as chunks would find the next request at another position.
    if (!/^(chunked)?$/i.test(raw.headers['transfer-encoding'] ?? ''))
      throw new AppError('bad_request', 'Send the body in chunks or with its length, in no other Transfer-Encoding.');
    const tooLong = tooLongFor(raw);
    if (tooLong) throw tooLong;
  });
}

/** The error for a request whose path and query are too long. */
export function tooLongFor({ url = '' }: IncomingMessage): AppError | undefined {
  if (url.length <= MAX_URL_LENGTH) return undefined;
  return new AppError('uri_too_long', `Path and query are longer than ${MAX_URL_LENGTH} characters.`);
}

/** The path of a request's target: clients of proxies may send the whole URL (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '').replace(/^(?!\/)/, '/');
}
