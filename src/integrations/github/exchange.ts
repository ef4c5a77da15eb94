/** A request as it goes out. */
export type Outgoing = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
};

/** An answer, read whole. */
export type Answer = { status: number; headers: Headers; text: string };

/** Why there is no answer. `sent`: GitHub may have seen the request. */
export type Silence = { reason: 'network' | 'timeout' | 'too_large' | 'redirect'; detail: string; sent: boolean };

/** Thrown for want of an answer; its text holds nothing but a code of the connection. */
export class NoAnswer extends Error {
  readonly silence: Silence;

  constructor(silence: Silence) {
    super(silence.detail);
    this.name = 'NoAnswer';
    this.silence = silence;
  }
}

const REDIRECTS = [301, 302, 307, 308];
/** GitHub leads from a renamed repository to its number, and that is one step. */
const MAX_REDIRECTS = 3;
/** Of a connection that never was. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

type Limits = { timeoutMs: number; maxBytes: number; signal: AbortSignal | undefined };

async function readBounded(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most)
      throw new NoAnswer({ reason: 'too_large', detail: `its answer has more than ${most} bytes`, sent: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function broken(error: unknown): NoAnswer {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  const known = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined;
  const detail = `it cannot be reached, or broke off${known === undefined ? '' : ` (${known})`}`;
  return new NoAnswer({ reason: 'network', detail, sent: known === undefined || !NEVER_SENT.includes(known) });
}

/** Where an answer leads, if that is another place of the same server: a token goes to no other. */
function nextOf(response: Response, url: string): string {
  const next = new URL(response.headers.get('location') ?? '', url);
  if (next.origin === new URL(url).origin) return next.href;
  throw new NoAnswer({ reason: 'redirect', detail: 'it leads to another server, where no token is sent', sent: false });
}

/**
 * Sends a request and reads its answer, whatever its status. Redirects are followed on the same server, with the same
 * method and body. Throws `NoAnswer`; what aborted `signal` is thrown as it is.
 */
export async function exchange(request: Outgoing, { timeoutMs, maxBytes, signal }: Limits): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { method, headers, body } = request;
  let { url } = request;
  try {
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, {
        method,
        headers,
        body: body ?? null,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const { status } = response;
      if (!REDIRECTS.includes(status) || redirects === MAX_REDIRECTS)
        return { status, headers: response.headers, text: await readBounded(response, maxBytes) };
      await response.body?.cancel();
      url = nextOf(response, url);
    }
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw new NoAnswer({
        reason: 'timeout',
        detail: `no answer within ${(timeoutMs / 1000).toFixed(1)} s`,
        sent: true,
      });
    throw broken(error);
  }
}
