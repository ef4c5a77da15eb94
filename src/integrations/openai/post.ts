import { failureOf, networkFailure, RequestFailed, unusable } from './problem.ts';

export type Endpoint = {
  /** What paths are added to: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
};

async function readBounded(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) throw unusable('it is larger than any that makes sense');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Limits = { timeoutMs: number; signal: AbortSignal | undefined; mostBytes: number };

/**
 * Posts once to a service with an API like OpenAI's; the text of the answer. Throws `RequestFailed`, which never holds the
 * key, what was sent or what the service said; what aborted `signal` is thrown as it is. The key goes to the configured
 * address only: redirects are not followed. `prefix`: see `failureOf`.
 */
export async function post(
  { baseUrl, apiKey, prefix }: Omit<Endpoint, 'model'> & { prefix: string },
  path: string,
  body: unknown,
  { timeoutMs, signal, mostBytes }: Limits,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw failureOf(response.status, response.headers.get('retry-after'), prefix);
    }
    return await readBounded(response, mostBytes);
  } catch (error) {
    if (error instanceof RequestFailed) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw new RequestFailed({ reason: 'timeout', detail: `no answer within ${(timeoutMs / 1000).toFixed(1)} s` });
    throw networkFailure(error);
  }
}
