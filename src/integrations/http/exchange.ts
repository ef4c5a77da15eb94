import { errorCode } from './errors.ts';

export type HttpRequest = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
};

/** A response with its whole body. */
export type HttpResponse = { status: number; headers: Headers; text: string };

export type HttpLimits = {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal | undefined;
  /** How many redirects to follow, on the same server, with the same method and body. A further one is the response. */
  maxRedirects?: number;
  /** Whether to read the body of a response with this status; otherwise its text is empty. */
  isRead?: (status: number) => boolean;
};

/**
 * Thrown where there is no response. Its message contains an error code, and nothing else of the request or the server.
 */
export class NoResponse extends Error {
  readonly reason: 'network' | 'timeout' | 'too_large' | 'redirect';
  /** Whether the server may have received the request. */
  readonly sent: boolean;

  constructor(reason: NoResponse['reason'], message: string, sent = true) {
    super(message);
    this.name = 'NoResponse';
    this.reason = reason;
    this.sent = sent;
  }
}

const REDIRECTS = [301, 302, 307, 308];
/** Codes of connections that were never made. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

async function readBody(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new NoResponse('too_large', `its answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The target of a redirect on the same server: no other server may get the credentials. */
function redirectTarget(response: Response, url: string): string {
  const next = new URL(response.headers.get('location') ?? '', url);
  if (next.origin === new URL(url).origin) return next.href;
  throw new NoResponse('redirect', 'it leads to another server, where no token is sent', false);
}

function networkError(error: unknown): NoResponse {
  const code = errorCode(error instanceof Error ? error.cause : undefined);
  const detail = `it cannot be reached, or broke off${code === undefined ? '' : ` (${code})`}`;
  return new NoResponse('network', detail, code === undefined || !NEVER_SENT.includes(code));
}

/** Sends a request and reads the response, whatever its status. Throws `NoResponse`, or the reason of `signal`. */
export async function exchange(
  { url, body, ...request }: HttpRequest,
  { timeoutMs, maxBytes, signal, maxRedirects = 0, isRead = () => true }: HttpLimits,
): Promise<HttpResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let target = url;
  try {
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(target, { ...request, body: body ?? null, redirect: 'manual', signal: either });
      const { status, headers } = response;
      const isLast = !REDIRECTS.includes(status) || redirects === maxRedirects;
      if (isLast && isRead(status)) return { status, headers, text: await readBody(response, maxBytes) };
      await response.body?.cancel();
      if (isLast) return { status, headers, text: '' };
      target = redirectTarget(response, target);
    }
  } catch (error) {
    if (error instanceof NoResponse) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted) throw new NoResponse('timeout', `no answer within ${(timeoutMs / 1000).toFixed(1)} s`);
    throw networkError(error);
  }
}
