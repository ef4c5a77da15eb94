import type { IncomingMessage } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { CloudAnswer, CloudRequest, Headers } from '../call/types.ts';
import { withoutHops } from './http.ts';

/** A request at a proxy as it goes on, and its headers with the signature. */
export type InboundRequest = { request: CloudRequest; signed: Headers };

/** Answers whatever comes; the signal says that nobody waits for the answer any more. Never rejects but then. */
export type Handler = (arrival: InboundRequest, signal: AbortSignal) => Promise<CloudAnswer>;

/** Reads have small requests; this is more than any of them takes. */
const MAX_BODY = 4 * 1024 ** 2;

/** The memory of the requests at one proxy together: they are held before their signature is checked. */
const MAX_HELD = 16 * MAX_BODY;

/** How much the requests at one proxy hold at this moment. */
export type HeldBytes = { bytes: number };

/** Headers that are written anew for the cloud: signature, lengths, encoding, and connection. */
const OWN = new Set([
  'host',
  'authorization',
  'x-amz-date',
  'date',
  'x-amz-security-token',
  'content-length',
  'expect',
  'accept-encoding',
]);

function onward(headers: Headers): Headers {
  const kept: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (!OWN.has(name)) kept[name] = value;
  // What parts of the gateway read is plain, then, and it is not far from there to the provider.
  kept['accept-encoding'] = 'identity';
  return kept;
}

/** The whole body; undefined for one that is too long, or for which there is no memory left. Rejects where it breaks off. */
function bodyOf(
  message: IncomingMessage,
  held: HeldBytes,
  taken: (bytes: number) => void,
): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    if (message.destroyed) return;
    size += chunk.length;
    taken(chunk.length);
    chunks.push(chunk);
    if (size <= MAX_BODY && held.bytes <= MAX_HELD) return;
    resolve(undefined);
    message.destroy();
  });
  message.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
  message.once('error', reject);
  message.once('aborted', () => reject(new Error('The request was aborted.')));
  message.once('close', () => reject(new Error('The request broke off.')));
  return promise;
}

function respond(response: Http2ServerResponse, { status, headers, body }: CloudAnswer, method: string): void {
  const plain = withoutHops(headers as Record<string, string>);
  if (Buffer.isBuffer(body)) {
    if (method === 'HEAD' || status === 204 || status === 304) return void response.writeHead(status, plain).end();
    response.writeHead(status, { ...plain, 'content-length': String(body.length) }).end(body);
    return;
  }
  response.writeHead(status, plain);
  // Where the source breaks off, so does the connection or stream: a part must not pass for the whole.
  pipeline(body, response as unknown as NodeJS.WritableStream, () => undefined);
}

/** How one host of a proxy is served: under which name, by which handler, counting what its requests hold. */
export type ServeOptions = { host: string; handler: Handler; held: HeldBytes };

/** Has one request answered. It has to be for `host`, by the name in the TLS handshake and by its header. */
export function serve(
  message: IncomingMessage,
  response: Http2ServerResponse,
  { host, handler, held }: ServeOptions,
): void {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  response.on('error', () => undefined);
  const fail = (): void => void (response.stream ?? response.socket)?.destroy();
  let taken = 0;
  const take = (bytes: number): void => {
    taken += bytes;
    held.bytes += bytes;
  };
  const run = async (): Promise<void> => {
    const { method = '', url: target = '' } = message;
    const authority = (message.headers.host ?? message.headers[':authority']) as string | undefined;
    const name = (message.socket as TLSSocket).servername;
    if (authority?.toLowerCase().replace(/:443$/, '') !== host || name === undefined || !target.startsWith('/'))
      return void response.writeHead(421).end();
    const body = await bodyOf(message, held, take);
    if (body === undefined) return void response.writeHead(413).end();
    const signed = withoutHops(message.headers);
    const answer = await handler(
      { request: { method, host, target, headers: onward(signed), body }, signed },
      gone.signal,
    );
    if (gone.signal.aborted) {
      if (!Buffer.isBuffer(answer.body)) answer.body.destroy();
    } else respond(response, answer, method);
  };
  run()
    .catch(fail)
    .finally(() => (held.bytes -= taken));
}
