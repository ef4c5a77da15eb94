import { constants, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { percentDecoded } from '../../base/percent.ts';
import { CALL_STATUS, callError, type CallError } from '../protocol/errors.ts';
import { framed } from './grpc-messages.ts';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_FLAG_END_STREAM } = constants;

/** The gRPC status of HTTP/2's own errors (doc/PROTOCOL-HTTP2.md of grpc); all others are internal errors. */
const RESET_STATUS: Readonly<Record<number, number>> = {
  [NGHTTP2_REFUSED_STREAM]: CALL_STATUS.UNAVAILABLE,
  [NGHTTP2_CANCEL]: CALL_STATUS.CANCELLED,
  [NGHTTP2_ENHANCE_YOUR_CALM]: CALL_STATUS.RESOURCE_EXHAUSTED,
};

/** A call whose request was sent. */
export type OpenCall = {
  /** The body of the answer; undefined where the call could not be made. */
  stream: ClientHttp2Stream | undefined;
  /** Calls `hear` once when the call is over, with the error if it failed. */
  onEnd(hear: (error: CallError | undefined) => void): void;
  /** Aborts the call. The first cause counts. */
  fail(cause: CallError): void;
};

export type Outgoing = { path: string; message: Uint8Array; deadlineMs?: number | undefined };

/** Makes a call over a connection, which may already be closed. */
export function openCall(session: ClientHttp2Session, { path, message, deadlineMs }: Outgoing): OpenCall {
  let failure: CallError | undefined;
  let status: { code: number; details: string } | undefined;
  const stream = begin(session, path, deadlineMs);
  if (stream === undefined) {
    const unavailable = callError(CALL_STATUS.UNAVAILABLE, 'the connection is closed');
    return { stream, onEnd: (hear) => queueMicrotask(() => hear(unavailable)), fail: () => undefined };
  }
  const fail = (cause: CallError): void => {
    failure ??= cause;
    stream.close(NGHTTP2_CANCEL);
    // A call that the connection has not begun would stay open until it has.
    stream.destroy();
  };
  const late = () => fail(callError(CALL_STATUS.DEADLINE_EXCEEDED, `no answer within ${deadlineMs} ms`));
  const timer = deadlineMs === undefined ? undefined : setTimeout(late, deadlineMs);
  const read = (headers: IncomingHttpHeaders, flags: number): void => {
    // Only the last headers tell how the call ended: a status before the body says nothing of what follows.
    const isLast = (flags & NGHTTP2_FLAG_END_STREAM) !== 0;
    if (isLast || !isHttpOk(headers)) status ??= statusOf(headers);
  };
  stream.once('response', read);
  stream.once('trailers', read);
  // The `close` event interprets it.
  stream.on('error', () => undefined);
  stream.end(framed(message));
  return {
    stream,
    fail,
    onEnd: (hear) =>
      void stream.once('close', () => {
        clearTimeout(timer);
        if (failure) return hear(failure);
        if (status === undefined || (status.code === 0 && stream.rstCode !== 0))
          return hear(brokenOff(session, stream));
        hear(status.code === 0 ? undefined : callError(status.code, status.details));
      }),
  };
}

function begin(session: ClientHttp2Session, path: string, deadlineMs: number | undefined) {
  try {
    return session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(deadlineMs !== undefined && { 'grpc-timeout': `${Math.ceil(deadlineMs)}m` }),
    });
  } catch {
    // The connection is closed, or the server is shutting down.
    return undefined;
  }
}

/** True for trailers too, which have no HTTP status. */
const isHttpOk = ({ ':status': http }: IncomingHttpHeaders): boolean => http === undefined || Number(http) === 200;

/** The status in trailers, or in the headers of an answer without a body. */
function statusOf(headers: IncomingHttpHeaders): { code: number; details: string } | undefined {
  const { 'grpc-status': code, 'grpc-message': text, ':status': http } = headers;
  if (code === undefined)
    return isHttpOk(headers)
      ? undefined
      : { code: CALL_STATUS.UNKNOWN, details: `the answer has the HTTP status ${String(http)}` };
  const isNumber = /^\d{1,3}$/.test(String(code));
  return { code: isNumber ? Number(code) : CALL_STATUS.UNKNOWN, details: percentDecoded(String(text ?? '')) };
}

function brokenOff(session: ClientHttp2Session, { rstCode }: ClientHttp2Stream): CallError {
  if (session.destroyed) return callError(CALL_STATUS.UNAVAILABLE, 'the connection was closed');
  return callError(RESET_STATUS[rstCode] ?? CALL_STATUS.INTERNAL, `the call was broken off (HTTP/2 error ${rstCode})`);
}
