import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, NoResponse } from '../http/exchange.ts';
import { failureOf, isPassing, RequestFailed, unusable } from './problem.ts';

export type Endpoint = {
  /** Precedes all paths: `https://api.openai.com/v1`. */
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
 * Posts once to a service with an API like OpenAI's; the text of the response. Throws `RequestFailed`, which never holds the
 * key, the request or the response, or the reason of `signal`. The key goes to the configured address only: redirects are not
 * followed. `prefix`: see `failureOf`.
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

/** Retries until there is an answer, the tries are used up, or the requested wait exceeds the time left. */
export async function persist<T>(
  attempt: (timeoutMs: number) => Promise<T>,
  { until, tryMs, tries, signal }: { until: number; tryMs: number; tries: number; signal: AbortSignal | undefined },
): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await attempt(Math.max(1, Math.min(tryMs, Math.floor(until - performance.now()))));
    } catch (error) {
      if (!(error instanceof RequestFailed) || !isPassing(error) || tried >= tries) throw error;
      // Half of it by chance, so that those who failed together do not come back together.
      const pause = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random());
      const wait = Math.max(pause, error.waitMs ?? 0);
      if (wait >= until - performance.now()) throw error;
      await sleep(wait, undefined, { signal });
    }
}
