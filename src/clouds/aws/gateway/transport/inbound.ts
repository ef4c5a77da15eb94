import type { IncomingMessage } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { CloudAnswer, CloudRequest, Headers } from '../call/types.ts';
import { withoutHops } from './http.ts';

/** A proxy's request as it is passed on, and its original headers with the signature. */
export type InboundRequest = { request: CloudRequest; signed: Headers };

/** Answers every request. The signal aborts when the client no longer waits; only then may it reject. */
export type Handler = (arrival: InboundRequest, signal: AbortSignal) => Promise<CloudAnswer>;

/** The maximum size of a request; reads have smaller ones. */
const MAX_BODY = 4 * 1024 ** 2;

/** The maximum memory of all requests at one proxy: bodies are held before their signature is checked. */
const MAX_HELD = 16 * MAX_BODY;

/** The bytes that the requests at one proxy hold at present. */
export type HeldBytes = { bytes: number };

/** Headers that are replaced for the cloud: signature, lengths, encoding, and connection. */
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
  // The gateway reads bodies uncompressed, and compression saves little on the short way to the provider.
  kept['accept-encoding'] = 'identity';
  return kept;
}

/** The whole body; undefined where it is too long or memory is used up. Rejects where the request breaks off. */
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
  // A broken source breaks the connection or stream: a part must not pass for the whole.
  pipeline(body, response as unknown as NodeJS.WritableStream, () => undefined);
}

/** The name of a proxy's host, its handler, and the counter of the bytes that its requests hold. */
export type ServeOptions = { host: string; handler: Handler; held: HeldBytes };

/** Answers one request. Both the TLS handshake and the `Host` header have to name `host`. */
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
