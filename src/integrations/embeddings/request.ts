import { post, type Endpoint } from '../openai/post.ts';
import { readAnswer } from './answer.ts';

/** More than any answer makes: around it, and for each text 16,000 numbers in full length, spaced. */
const AROUND_BYTES = 64 * 1024;
const TEXT_BYTES = 16_000 * 32;

/** Asks once for the vectors of some texts. Throws as `post` does. */
export async function requestVectors(
  { model, ...endpoint }: Endpoint,
  texts: readonly string[],
  limits: { timeoutMs: number; signal: AbortSignal | undefined },
) {
  const maxBytes = AROUND_BYTES + texts.length * TEXT_BYTES;
  const body = { model, input: texts };
  const text = await post({ ...endpoint, prefix: 'EMBEDDINGS' }, '/embeddings', body, { ...limits, maxBytes });
  return readAnswer(text, texts.length);
}
