import type { UsedModel } from '../../../store/queries/embedding-models.ts';
import type { Embedded, Embedder, RemoteEmbedder } from './embedder.ts';
import { hasWords } from '../../../recall/words.ts';

/** Embeds texts by a remote model; texts without words are not sent. */
export async function embedRemotely(
  remote: RemoteEmbedder,
  texts: readonly string[],
  how: Parameters<RemoteEmbedder['embed']>[1],
): Promise<Embedded> {
  const { model, vectors } = await remote.embed(texts.filter(hasWords), how);
  const made = vectors.values();
  return { model, vectors: texts.map((text) => (hasWords(text) ? made.next().value : undefined)) };
}

/** A model for the background work. */
export type Source = {
  kind: 'built_in' | 'remote';
  /** The model's id or name, as far as it is known without asking a service. */
  known(): Promise<UsedModel>;
  /** The number of texts that are embedded and stored together. */
  batch: number;
  /** The id of the current model. Throws `unavailable` if a service has to be asked and does not answer. */
  identify(signal: AbortSignal): Promise<string>;
  /** Throws `unavailable` also if the service fails on just these texts; then `isAway` returns false. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
  /** True if the service is known to be down. */
  isAway(): boolean;
};

/** The models that every incident should have a vector of. */
export function sourcesOf(embedder: Embedder, remote: RemoteEmbedder | undefined): Source[] {
  const own: Source = {
    kind: 'built_in',
    known: async () => ({ id: await embedder.model() }),
    batch: 100,
    identify: () => embedder.model(),
    embed: (texts) => embedder.embedIncidents(texts),
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
