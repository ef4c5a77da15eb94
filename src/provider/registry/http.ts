import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { isLoopback } from '../../base/this-machine.ts';

/** Limits of requests to a registry. */
export type HttpLimits = {
  /** How long a server may send nothing, before or within an answer. */
  silenceMs: number;
  /** How long a whole answer may take. */
  totalMs: number;
  documentBytes: number;
  archiveBytes: number;
  /** Waits before the second, third… attempt when a server fails or cannot be reached. */
  retryMs: readonly number[];
};

export const HTTP_LIMITS: HttpLimits = {
  silenceMs: 30_000,
  totalMs: 3_600_000,
  documentBytes: 32 * 1024 ** 2,
  archiveBytes: 2 * 1024 ** 3,
  retryMs: [500, 2_000],
};

const MAX_REDIRECTS = 5;

/** The error for an answer without success; `status` 404: the registry does not have it. */
export class HttpProblem extends Error {
  readonly status: number;
  constructor(status: number, url: URL) {
    super(`${shown(url)} answered ${status}`);
    this.name = 'HttpProblem';
    this.status = status;
  }
}

/** A URL without its query, which may hold a signature. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/**
 * Parses a URL from the operator, or from a server (`from`). Throws where it is not https. Plain HTTP is allowed only
 * for a registry on this machine, never for a URL that a remote one gave.
 */
export function safeAddress(text: string, from?: URL): URL {
  if (!URL.canParse(text, from?.href)) throw new Error('an address that was given for it cannot be read');
  const url = new URL(text, from);
  const local = url.protocol === 'http:' && isLoopback(url.hostname) && (!from || isLoopback(from.hostname));
  if (url.protocol !== 'https:' && !local) throw new Error(`${shown(url)} is not an https address`);
  return url;
}

async function follow(start: URL, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetch(url, { redirect: 'manual', signal, headers: { 'user-agent': 'plumbline' } });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (response.ok) return response;
      await response.body?.cancel();
      throw new HttpProblem(response.status, url);
    }
    await response.body?.cancel();
    url = safeAddress(location, url);
  }
  throw new Error(`${shown(start)} redirects more than ${MAX_REDIRECTS} times`);
}

function worthRetrying(error: unknown): boolean {
  return error instanceof HttpProblem ? error.status >= 500 || error.status === 429 : error instanceof TypeError;
}

/** A timer that aborts after silence, or when the whole answer takes too long. */
function watch(url: URL, limits: HttpLimits) {
  const controller = new AbortController();
  const abort = (why: string) => () => controller.abort(new Error(`${shown(url)} ${why}`));
  const silence = setTimeout(abort(`sent nothing for ${limits.silenceMs / 1000} s`), limits.silenceMs);
  const total = setTimeout(abort(`took more than ${limits.totalMs / 1000} s`), limits.totalMs);
  return {
    signal: controller.signal,
    heard: () => silence.refresh(),
    [Symbol.dispose]() {
      clearTimeout(silence);
      clearTimeout(total);
    },
  };
}

async function attempt<T>(
  url: URL,
  mostBytes: number,
  limits: HttpLimits,
  consume: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  using clock = watch(url, limits);
  const tooLarge = new Error(`${shown(url)} is larger than ${mostBytes} bytes`);
  try {
    const response = await follow(url, clock.signal);
    if (Number(response.headers.get('content-length') ?? 0) > mostBytes) {
      await response.body?.cancel();
      throw tooLarge;
    }
    async function* bounded(): AsyncGenerator<Uint8Array> {
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        clock.heard();
        bytes += chunk.byteLength;
        if (bytes > mostBytes) throw tooLarge;
        yield chunk;
      }
    }
    return await consume(bounded());
  } catch (error) {
    // The reason of the abort says more than the AbortError or the broken stream that it causes.
    if (clock.signal.aborted) throw clock.signal.reason;
    throw error;
  }
}

async function withRetries<T>(url: URL, limits: HttpLimits, once: () => Promise<T>): Promise<T> {
  for (const wait of limits.retryMs) {
    try {
      return await once();
    } catch (error) {
      if (!worthRetrying(error)) throw error;
      await sleep(wait);
    }
  }
  return once().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    // fetch's own message is only "fetch failed" or "terminated"; its cause has the reason.
    throw new Error(`${shown(url)} could not be read: ${messageOf(error.cause ?? error)}`, { cause: error });
  });
}

/** Fetches the body of a small document. Throws `HttpProblem` or a plain error that names the problem. */
export async function fetchDocument(url: URL, limits: HttpLimits): Promise<Uint8Array> {
  return withRetries(url, limits, () =>
    attempt(url, limits.documentBytes, limits, async (chunks) => Buffer.concat(await Array.fromAsync(chunks))),
  );
}

/** Streams a large body into a file and returns its SHA-256 (hex). Throws as `fetchDocument` does. */
export async function fetchFile(url: URL, path: string, limits: HttpLimits): Promise<string> {
  return withRetries(url, limits, () =>
    attempt(url, limits.archiveBytes, limits, async (chunks) => {
      const hash = createHash('sha256');
      async function* hashed(): AsyncGenerator<Uint8Array> {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      }
      await pipeline(hashed, createWriteStream(path, { mode: 0o600 }));
      return hash.digest('hex');
    }),
  );
}
