import { readFile } from 'node:fs/promises';
import { embedText } from '../recall/embed.ts';
import { parseModel, type RecallModel } from '../recall/model.ts';
import type { Embedder } from '../services/memory/embedder.ts';

const TABLE = new URL('../../assets/recall/recall.bin', import.meta.url);

/** The embedder that comes with Plumbline. Its table is read when the first text comes, and kept. */
export function composeEmbedder(): Embedder {
  let loading: Promise<RecallModel> | undefined;
  function load(): Promise<RecallModel> {
    loading ??= readFile(TABLE)
      .then(parseModel)
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  }
  return {
    async embed(text) {
      const model = await load();
      const vector = embedText(model, text);
      return { model: model.id, vector: vector.some((value) => value !== 0) ? vector : undefined };
    },
  };
}
