import { request as overHttp, type Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as overHttps, type Agent as HttpsAgent } from 'node:https';
import { SourceProblem } from '../../base/state-source.ts';

export type Agents = { http: HttpAgent; https: HttpsAgent };

type Request = { method: string; headers: Readonly<Record<string, string>>; body: string | undefined };

type Limits = {
  agents: Agents;
  ca: string | undefined;
  maxBytes: number;
  signal: AbortSignal;
};

/** Enough of an error response to identify the problem. */
const ERROR_BYTES = 64 * 1024;

function tooLarge(url: URL, maxBytes: number): SourceProblem {
  const mb = (maxBytes / 1_000_000).toFixed(1);
  return new SourceProblem(
    'too_large',
    `${url.host} answers with more than the ${mb} MB that are read at once. Split the state, or leave it out with a narrower prefix.`,
  );
}

/** The body of a response; of an error response only its beginning. */
async function bodyOf(response: IncomingMessage, url: URL, maxBytes: number): Promise<Uint8Array> {
  const isError = (response.statusCode ?? 0) >= 300;
  const isEmpty = response.statusCode === 204 || response.statusCode === 304;
  if (!isError && Number(response.headers['content-length'] ?? 0) > maxBytes && !isEmpty) {
    response.destroy();
    throw tooLarge(url, maxBytes);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (isError && size > ERROR_BYTES) break;
    if (!isError && size > maxBytes) throw tooLarge(url, maxBytes);
  }
  return Buffer.concat(chunks);
}

/** The headers of a response; the values of a repeated header are joined. */
function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) kept.set(name, Array.isArray(value) ? value.join(', ') : value);
  return kept;
}

/** Sends one request with one of `agents` and reads the whole response. Throws Node's errors, and `too_large`. */
export function requestWith(
  url: URL,
  { method, headers, body }: Request,
  { agents, ca, maxBytes, signal }: Limits,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const sending = (isSecure ? overHttps : overHttp)(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: isSecure ? agents.https : agents.http,
      signal,
      ...(ca !== undefined && { ca }),
    });
    sending.on('error', reject);
    sending.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('it switches protocols'));
    });
    sending.on('response', (response) => {
      bodyOf(response, url, method === 'HEAD' ? Number.POSITIVE_INFINITY : maxBytes).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), bytes }),
        reject,
      );
    });
    sending.end(body);
  });
}
