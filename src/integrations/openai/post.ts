import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, NoResponse } from '../http/exchange.ts';
import { failureOf, isPassing, RequestFailed, unusable } from './problem.ts';

export type Endpoint = {
  /** The prefix of all paths: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
};

type Limits = { timeoutMs: number; signal: AbortSignal | undefined; maxBytes: number };

function requestFailed({ reason, message }: NoResponse): RequestFailed {
  if (reason === 'too_large') return unusable('it is larger than any that makes sense');
  return new RequestFailed({ reason, detail: message });
}

/**
 * Posts once to a service with an OpenAI-compatible API, and returns the response's text. Throws the reason of
 * `signal`, or `RequestFailed`, which contains no key and nothing of the request or response. Follows no redirects, so
 * that only the configured address gets the key. `prefix`: see `failureOf`.
 */
export async function post(
  { baseUrl, apiKey, prefix }: Omit<Endpoint, 'model'> & { prefix: string },
  path: string,
  body: unknown,
  limits: Limits,
): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const request = { method: 'POST', url: `${baseUrl}${path}`, headers, body: JSON.stringify(body) };
  const response = await exchange(request, { ...limits, isRead: (status) => status === 200 }).catch(
    (error: unknown) => {
      throw error instanceof NoResponse ? requestFailed(error) : error;
    },
  );
  if (response.status === 200) return response.text;
  throw failureOf(response.status, response.headers.get('retry-after'), prefix);
}

const FIRST_PAUSE_MS = 250;

/** Retries until a response, the last try, or a required wait that exceeds the time left. */
export async function persist<T>(
  attempt: (timeoutMs: number) => Promise<T>,
  { until, tryMs, tries, signal }: { until: number; tryMs: number; tries: number; signal: AbortSignal | undefined },
): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await attempt(Math.max(1, Math.min(tryMs, Math.floor(until - performance.now()))));
    } catch (error) {
      if (!(error instanceof RequestFailed) || !isPassing(error) || tried >= tries) throw error;
      // Half of the pause is random, so that requests that failed together do not retry together.
      const pause = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random());
      const wait = Math.max(pause, error.waitMs ?? 0);
      if (wait >= until - performance.now()) throw error;
      await sleep(wait, undefined, { signal });
    }
}
