import type { UsedModel } from '../../../store/queries/embedding-models.ts';
import type { Embedded, Embedder, RemoteEmbedder } from './embedder.ts';
import { hasWords } from '../../../recall/words.ts';

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

/** A model as the background work sees it. */
export type Source = {
  kind: 'built_in' | 'remote';
  /** What can be said of its model without asking a service. */
  known(): Promise<UsedModel>;
  /** Texts that are embedded and stored together. */
  batch: number;
  /** The id of its model now. Throws `unavailable` where a service has to be asked and does not answer. */
  identify(signal: AbortSignal): Promise<string>;
  /** Throws `unavailable`, too, where it is these texts that a service does not get done: then it is not away. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /** Whether a service is known to be away. */
  isAway(): boolean;
};

/** The models that every incident is to have a vector of. */
export function sourcesOf(embedder: Embedder, remote: RemoteEmbedder | undefined): Source[] {
  const own: Source = {
    kind: 'built_in',
    known: async () => ({ id: await embedder.model() }),
    batch: 100,
    identify: () => embedder.model(),
    embed: (texts) => embedder.embedMany(texts),
    isAway: () => false,
  };
  if (!remote) return [own];
  const far: Source = {
    kind: 'remote',
    async known() {
      const id = remote.model();
      return id === undefined ? { name: remote.name } : { id };
    },
    batch: 32,
    identify: async (signal) => remote.model() ?? (await remote.embed([], { patience: 'background', signal })).model,
    embed: (texts, signal) => embedRemotely(remote, texts, { patience: 'background', signal }),
    isAway: () => remote.waitSeconds('background') > 0,
  };
  return [own, far];
}
