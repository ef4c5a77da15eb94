import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { UpstreamError } from '../call/errors.ts';
import type { CloudAnswer, CloudRequest } from '../call/types.ts';
import { readBody, withoutHops } from './http.ts';
import type { OutboundAgents } from './outbound-agents.ts';

export type SendLimits = {
  /** The time to connect. */
  connectMs: number;
  /** The time without a byte. */
  silenceMs: number;
  /** The time to the end of the answer. */
  wholeMs: number;
  /** A longer body is streamed. */
  heldBytes: number;
};

export const SEND_LIMITS: SendLimits = {
  connectMs: 10_000,
  silenceMs: 60_000,
  wholeMs: 180_000,
  heldBytes: 8 * 1024 ** 2,
};

/** The address to connect to, and the value of the `Host` header. */
export type Place = { protocol: string; hostname: string; port: number; host: string };

/**
 * The request's own host, or the endpoint that replaces it. `Host` is then the endpoint's, as with SDKs, preceded by
 * the account or bucket in the request's host (`before`): emulators identify the service by the signature, and may read
 * a region in `Host`.
 */
export function placeOf(request: string, endpoint: string | undefined, before?: string): Place {
  const { protocol, hostname, port, host: own } = new URL(endpoint ?? `https://${request}`);
  const host = endpoint === undefined || before === undefined ? own : `${before}.${own}`;
  return { protocol, hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), host };
}

/** The number of kept connections to try before giving up: the other end may close them at any moment. */
const STALE = 3;

/** Node's error codes for certificates and handshakes (from node:tls and OpenSSL). */
const TLS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|CRL_|INVALID_|HOSTNAME_MISMATCH$)/;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'no code';

function beforeAnswer(error: unknown, { hostname }: Place): UpstreamError {
  const code = codeOf(error);
  if (code.startsWith('HPE_'))
    return new UpstreamError('broken', `${hostname} answered with what is not HTTP (${code}).`);
  if (TLS.test(code))
    return new UpstreamError(
      'unreachable',
      `No secure connection to ${hostname} (${code}). Where a proxy or an endpoint has a certificate of its own, name its authority in AWS_CA_BUNDLE.`,
    );
  return new UpstreamError('unreachable', `${hostname} could not be reached, or closed the connection (${code}).`);
}

type Sending = { request: CloudRequest; headers: Record<string, string>; place: Place };

/** Sends a request with these headers. Rejects with `UpstreamError`, or with the signal's reason. */
export type Send = (sending: Sending, signal: AbortSignal) => Promise<CloudAnswer>;

function begin({ request, headers, place }: Sending, way: OutboundAgents): ClientRequest {
  const { protocol, hostname, port } = place;
  const [method, path] = [request.method, request.target];
  const options = { method, path, hostname, port, headers, agent: way.agentFor(place), setDefaultHeaders: false };
  return protocol === 'https:' ? requestSecure({ ...options, servername: hostname }) : requestPlain(options);
}

/** True where the end of the body can be told from a broken connection: it has a length, is chunked, or is absent. */
function hasEnd({ headers, statusCode = 0 }: IncomingMessage, method: string): boolean {
  const none = method === 'HEAD' || statusCode === 204 || statusCode === 304;
  return none || headers['content-length'] !== undefined || headers['transfer-encoding'] === 'chunked';
}

export function createSend(way: OutboundAgents, limits: SendLimits): Send {
  const once = (sending: Sending, signal: AbortSignal): Promise<CloudAnswer | 'stale'> => {
    const { place, request } = sending;
    const out = begin(sending, way);
    let failure: unknown;
    const giveUp = (why: unknown): void => {
      failure ??= why;
      out.destroy();
    };
    const late = (what: string) => () => giveUp(new UpstreamError('timeout', `${place.hostname} ${what}.`));
    const connect = setTimeout(late('could not be reached in time'), limits.connectMs);
    const whole = setTimeout(late('took too long to answer'), limits.wholeMs);
    const abort = (): void => giveUp(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const ended = (): void => {
      clearTimeout(connect);
      clearTimeout(whole);
      signal.removeEventListener('abort', abort);
    };
    out.setTimeout(limits.silenceMs, late('said nothing for too long'));
    out.once('socket', (socket) => {
      if (!socket.connecting && !(socket as Partial<TLSSocket>).encrypted) return clearTimeout(connect);
      if (out.reusedSocket) return clearTimeout(connect);
      socket.once((socket as Partial<TLSSocket>).encrypted ? 'secureConnect' : 'connect', () => clearTimeout(connect));
    });
    const wrong = (error: unknown): unknown =>
      failure ?? new UpstreamError('broken', `The answer of ${place.hostname} broke off (${codeOf(error)}).`);
    return new Promise((resolve, reject) => {
      out.once('error', (error) => {
        ended();
        if (failure === undefined && out.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error)))
          resolve('stale');
        else reject(failure ?? beforeAnswer(error, place));
      });
      out.once('response', (message) => {
        clearTimeout(connect);
        if (place.protocol === 'https:' && !hasEnd(message, request.method)) {
          giveUp(new UpstreamError('broken', `${place.hostname} sent an answer that does not say where it ends.`));
        }
        readBody(message, limits.heldBytes, { ended, wrong }).then(
          (body) => resolve({ status: message.statusCode ?? 502, headers: withoutHops(message.headers), body }),
          reject,
        );
      });
      out.end(request.body.length > 0 ? request.body : undefined);
    });
  };
  return async (sending, signal) => {
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      const answer = await once(sending, signal);
      if (answer !== 'stale') return answer;
      if (tries > STALE) throw beforeAnswer({ code: 'ECONNRESET' }, sending.place);
    }
  };
}
