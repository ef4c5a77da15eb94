import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { pinned } from './agents.ts';

/** Bytes of a response that are read. */
const READ_BYTES = 16 * 1024;

/** The status of a response and the beginning of its body. */
export type Beginning = { status: number; body: string; retryAfter: string | undefined };

type Message = { headers: Record<string, string>; body: string };

/**
 * One POST on its own connection, to one of `addresses` only: looks up no name again, ignores proxies of the
 * environment, and follows no redirect. Throws Node's errors, and an error for a protocol switch.
 * @param authorities further certificates to trust
 */
export function postTo(
  url: URL,
  addresses: readonly string[],
  { headers, body }: Message,
  { signal, authorities }: { signal: AbortSignal; authorities?: readonly string[] | undefined },
): Promise<Beginning> {
  const request = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise<Beginning>((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      // No shared agent: the environment may make the global one use a proxy.
      agent: false,
      signal,
      maxHeaderSize: READ_BYTES,
      lookup: pinned(addresses),
      ...(authorities && { ca: [...authorities] }),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    sending.on('error', reject);
    sending.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('it switches protocols'));
    });
    sending.on('response', (response) => {
      readBeginning(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, body: text, retryAfter: response.headers['retry-after'] });
        sending.destroy();
      }, reject);
    });
    sending.end(body);
  });
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= READ_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8');
}
