import { readAnswer } from './answer.ts';
import { failureOf, networkFailure, RequestFailed } from './problem.ts';

export type Endpoint = {
  /** What `/embeddings` is added to: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
};

/** More than any answer makes: around it, and for each text 16,000 numbers in full length, spaced. */
const AROUND_BYTES = 64 * 1024;
const TEXT_BYTES = 16_000 * 32;

async function readBounded(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most)
      throw new RequestFailed({ reason: 'unusable_answer', detail: 'its answer is larger than any that makes sense' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Asks once for the vectors of some texts. Throws `RequestFailed`, which never holds the key, the texts or what the service
 * said; what aborted `signal` is thrown as it is. The key goes to the configured address only: redirects are not followed.
 */
export async function requestVectors(
  { baseUrl, apiKey, model }: Endpoint,
  texts: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw failureOf(response.status, response.headers.get('retry-after'));
    }
    const most = AROUND_BYTES + texts.length * TEXT_BYTES;
    return readAnswer(await readBounded(response, most), texts.length);
  } catch (error) {
    if (error instanceof RequestFailed) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw new RequestFailed({ reason: 'timeout', detail: `no answer within ${(timeoutMs / 1000).toFixed(1)} s` });
    throw networkFailure(error);
  }
}
