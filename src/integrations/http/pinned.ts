import { request as overHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as overHttps, Agent as HttpsAgent } from 'node:https';
import { isIPv4 } from 'node:net';

/** Bytes of a response that are read. */
const READ_BYTES = 16 * 1024;

/** The status of a response and the beginning of its body. */
export type Beginning = { status: number; body: string; retryAfter: string | undefined };

type Message = { headers: Record<string, string>; body: string };

/**
 * One POST over a connection of its own to one of `addresses` and nowhere else: no name is looked up again, no proxy of the
 * environment is used, no redirect is followed. Throws what Node throws, and for what switches protocols.
 * @param authorities further certificates to trust
 */
export function postTo(
  url: URL,
  addresses: readonly string[],
  { headers, body }: Message,
  { signal, authorities }: { signal: AbortSignal; authorities?: readonly string[] | undefined },
): Promise<Beginning> {
  const secure = url.protocol === 'https:';
  const pinned = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  // Agents of their own: the environment may make the global ones use a proxy.
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  return new Promise<Beginning>((resolve, reject) => {
    const request = (secure ? overHttps : overHttp)(url, {
      method: 'POST',
      agent,
      signal,
      maxHeaderSize: READ_BYTES,
      lookup: (_host, options, done) => {
        if (options.all) done(null, pinned);
        else done(null, pinned[0]?.address ?? '', pinned[0]?.family);
      },
      ...(authorities && { ca: [...authorities] }),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    request.on('error', reject);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('it switches protocols'));
    });
    request.on('response', (response) => {
      readBeginning(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, body: text, retryAfter: response.headers['retry-after'] });
        request.destroy();
      }, reject);
    });
    request.end(body);
  }).finally(() => agent.destroy());
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
