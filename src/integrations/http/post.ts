import type { Posted, Poster, PostTrouble } from '../../base/poster.ts';
import { createReach } from './addresses.ts';
import { errorCode, retryAfterMs } from './errors.ts';
import { postTo, type Beginning } from './pinned.ts';
import { nameServers, type Resolve } from './resolve.ts';
import { isWebPort, literalOf, portOf, refusalOf, type Rules } from './target.ts';

export type PosterOptions = {
  /** Private networks that may be reached, in CIDR notation; `loopback` stands for this machine. */
  networks?: readonly string[] | undefined;
  http?: boolean;
  /** For a whole attempt: lookup, connection, response. */
  timeoutMs?: number;
  resolve?: Resolve;
  /** Further certificates to trust, as PEM. */
  authorities?: readonly string[];
};

const TIMEOUT_MS = 10_000;

/** The reason why a message was not sent, or got no response. */
class PostFailed extends Error {
  readonly code: PostTrouble;

  constructor(code: PostTrouble, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }
}

/** The addresses of a URL's host. If one of them is forbidden, the whole host is refused. */
async function addressesOf(url: URL, resolve: Resolve, rules: Rules, signal: AbortSignal): Promise<string[]> {
  const literal = literalOf(url);
  let addresses: string[];
  try {
    addresses = literal === undefined ? await resolve(url.hostname, signal) : [literal];
  } catch (cause) {
    signal.throwIfAborted();
    throw new PostFailed('dns', 'Its host has no address that could be found.', cause);
  }
  const reached = addresses.map(rules.reach);
  if (reached.includes('refused'))
    throw new PostFailed('refused_address', 'Its host leads to an address that may not be reached.');
  if (!isWebPort(portOf(url), rules) && reached.includes('public'))
    throw new PostFailed('refused_address', 'Its host leads to a port that may not be reached there.');
  return addresses;
}

/** Keeps only the code of an error: its text may contain the address. */
function failureOf(error: unknown): PostFailed {
  if (error instanceof PostFailed) return error;
  const errno = errorCode(error);
  const code = errno === undefined ? '' : ` (${errno})`;
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code))
    return new PostFailed('tls', `No secure connection could be made to it${code}.`, error);
  return new PostFailed('connection', `It cannot be reached, or broke off${code}.`, error);
}

function problemWith(status: number): Posted['trouble'] {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return { code: 'redirect', detail: `It answered ${status}: it leads elsewhere, and that is not followed.` };
  return { code: 'status', detail: `It answered ${status}.` };
}

/** Posts to addresses that organizations choose, within `networks`, `http` and the rules of this folder. */
export function createPoster(options: PosterOptions = {}): Poster {
  const { networks = [], http = false, timeoutMs = TIMEOUT_MS, resolve = nameServers(), authorities } = options;
  const rules: Rules = { reach: createReach(networks), http, anyPort: networks.length > 0 };

  async function attempt(
    text: string,
    message: Parameters<Poster['post']>[1],
    signal: AbortSignal,
  ): Promise<Beginning> {
    const refusal = refusalOf(text, rules);
    if (refusal !== undefined) throw new PostFailed('refused_address', `Its address ${refusal}.`);
    const url = new URL(text);
    const addresses = await addressesOf(url, resolve, rules, signal);
    signal.throwIfAborted();
    return postTo(url, addresses, message, { signal, authorities });
  }

  return {
    refusal: (url) => refusalOf(url, rules),
    async post(url, message, signal) {
      const since = performance.now();
      const timeout = AbortSignal.timeout(timeoutMs);
      const took = () => Math.round(performance.now() - since);
      try {
        const { status, body, retryAfter } = await attempt(url, message, AbortSignal.any([signal, timeout]));
        const trouble = problemWith(status);
        return { status, trouble, body, retryAfterMs: retryAfterMs(retryAfter) ?? null, durationMs: took() };
      } catch (error) {
        signal.throwIfAborted();
        const late = new PostFailed('timeout', `It did not answer within ${(timeoutMs / 1000).toFixed(0)} seconds.`);
        const { code, message: detail } = timeout.aborted ? late : failureOf(error);
        return { status: null, trouble: { code, detail }, body: '', retryAfterMs: null, durationMs: took() };
      }
    },
  };
}
