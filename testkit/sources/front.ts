import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type FrontFault =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The connection stays open without a response. */
  | { silent: true }
  /** The connection ends after so many bytes of the response body; with 0 at once. */
  | { cutAfter: number }
  /** The response claims this length in `content-length`. */
  | { claims: number };

/** A reverse proxy with faults on demand. */
export type Front = {
  url: string;
  /** The paths of all requests. */
  asked: string[];
  /** Makes the next `times` requests with a matching path fail in this way; by default all. */
  fail(fault: FrontFault, options?: { times?: number; path?: RegExp }): void;
  heal(): void;
  /** Changes the URL of a request. */
  rewrite: ((url: URL) => void) | undefined;
  /** Returns a body to send in the place of the server's response; undefined to forward the request. */
  answer: ((url: URL) => Promise<string | undefined>) | undefined;
} & AsyncDisposable;

type Planned = { fault: FrontFault; left: number; path: RegExp };

function spoil(fault: FrontFault, response: ServerResponse): void {
  if ('status' in fault) response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
  else if ('claims' in fault) response.writeHead(200, { 'content-length': fault.claims }).write('{');
  else if ('cutAfter' in fault) response.socket?.destroy();
}

/** Forwards a response, up to a number of bytes. */
function pass(from: IncomingMessage, response: ServerResponse, bytes: number): void {
  response.writeHead(from.statusCode ?? 500, from.headers);
  let left = bytes;
  from.on('data', (chunk: Buffer) => {
    response.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) setTimeout(() => response.socket?.destroy(), 20);
  });
  from.on('end', () => left > 0 && response.end());
}

/** @param secure a certificate and its key, to be asked by HTTPS */
export async function startFront(server: string, secure?: { cert: string; key: string }): Promise<Front> {
  let faults: Planned[] = [];
  const asked: string[] = [];
  const target = new URL(server);

  async function take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '', target);
    asked.push(url.pathname);
    const planned = faults.find(({ left, path }) => left > 0 && path.test(url.pathname + url.search));
    if (planned) planned.left -= 1;
    const fault = planned?.fault;
    if (fault && 'silent' in fault) return;
    if (fault && !('cutAfter' in fault && fault.cutAfter > 0)) return spoil(fault, response);
    const own = await front.answer?.(url);
    if (own !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(own);
    front.rewrite?.(url);
    const onward = request({
      host: target.hostname,
      port: target.port,
      method: message.method,
      path: url.pathname + url.search,
      headers: message.headers,
      agent: false,
    });
    onward.on('error', () => response.socket?.destroy());
    onward.on('response', (from) => pass(from, response, fault && 'cutAfter' in fault ? fault.cutAfter : Infinity));
    message.pipe(onward);
  }

  const serve = (message: IncomingMessage, response: ServerResponse): void =>
    void take(message, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  const listening = secure ? createSecureServer(secure, serve) : createServer(serve);
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const front: Front = {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    asked,
    fail: (fault, { times = Infinity, path = /./ } = {}) => void faults.push({ fault, left: times, path }),
    heal: () => {
      faults = [];
      front.rewrite = undefined;
      front.answer = undefined;
    },
    rewrite: undefined,
    answer: undefined,
    async [Symbol.asyncDispose]() {
      const closed = once(listening, 'close');
      listening.close();
      listening.closeAllConnections();
      await closed;
    },
  };
  return front;
}
