import { readFile } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { embedText } from '../recall/embed.ts';
import { parseModel, type RecallModel } from '../recall/model.ts';
import type { Embedder } from '../services/memory/embedder.ts';

const TABLE = new URL('../../assets/recall/recall.bin', import.meta.url);
/** After so long others get their turn: texts are of any length. */
const SLICE_MS = 10;

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
  const vectorOf = (model: RecallModel, text: string) => {
    const vector = embedText(model, text);
    return vector.some((value) => value !== 0) ? vector : undefined;
  };
  return {
    model: async () => (await load()).id,
    async embed(text) {
      const model = await load();
      return { model: model.id, vector: vectorOf(model, text) };
    },
    async embedMany(texts) {
      const model = await load();
      const vectors: (Float32Array | undefined)[] = [];
      let begun = performance.now();
      for (const text of texts) {
        if (performance.now() - begun >= SLICE_MS) {
          await breathe();
          begun = performance.now();
        }
        vectors.push(vectorOf(model, text));
      }
      return { model: model.id, vectors };
    },
  };
}
