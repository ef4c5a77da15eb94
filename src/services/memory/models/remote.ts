import { hasWords } from '../../../recall/words.ts';
import type { Embedded, RemoteEmbedder } from './embedder.ts';

/** Vectors of texts by a remote model: those without words are not sent. */
export async function embedRemotely(
  remote: RemoteEmbedder,
  texts: readonly string[],
  how: Parameters<RemoteEmbedder['embed']>[1],
): Promise<Embedded> {
  const { model, vectors } = await remote.embed(texts.filter(hasWords), how);
  const made = vectors.values();
  return { model, vectors: texts.map((text) => (hasWords(text) ? made.next().value : undefined)) };
}
