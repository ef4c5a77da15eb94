import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../base/errors.ts';
import { errorBody } from './errors.ts';
import { newRequestId } from './request-id.ts';
import type { ApiOptions, App } from './types.ts';

const CODES: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request line and the headers are larger than this server accepts.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are larger than this server accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive whole in time.'],
};

const LINGER_MS = 1000;

type Surroundings = Pick<ApiOptions, 'log' | 'metrics'> & {
  /** The headers about limits for an address. */
  tell: (ip: string) => Record<string, string>;
};

/** Answers what is not HTTP enough to become a request, in the one form of all errors, and closes the connection. */
export function answerClientErrors({ tell, log, metrics }: Surroundings) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // What arrives after an answer is no better than what it was given to.
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, message] = CODES[error.code ?? ''] ?? ['bad_request', 'This is not a valid HTTP request.'];
    const id = newRequestId();
    const known = new AppError(code, message);
    const body = JSON.stringify(errorBody(known, id));
    const headers = {
      'X-Request-Id': id,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
      ...tell(socket.remoteAddress ?? ''),
    };
    metrics.requestUnreadable(known.status);
    log.info({ request_id: id, status: known.status, reason: error.code, address: socket.remoteAddress }, 'no request');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${known.status} ${STATUS_CODES[known.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    // Closed at once, a client that is still sending would lose the answer; never, one could keep the socket.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Has the API answer what Node would answer by itself, without a body: a request without a host, an odd `Expect`. */
export function answerInsteadOfNode(app: App): void {
  // An expectation that is not known may be passed over (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new AppError('bad_request', 'A request has to name the host it is for.');
  });
}
