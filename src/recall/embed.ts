import { featuresOf, hash32 } from './features.ts';
import { expand } from './glossary.ts';
import type { RecallModel } from './model.ts';
import { piecesOf, wordsOf } from './words.ts';

/** Scales `vector` to the length whose square is `square`. A zero vector stays zero. */
function scaleTo(vector: Float32Array, square: number): void {
  const now = vector.reduce((sum, value) => sum + value * value, 0);
  const factor = now > 0 ? Math.sqrt(square / now) : 0;
  for (let i = 0; i < vector.length; i += 1) vector[i]! *= factor;
}

function addMeaning(into: Float32Array, model: RecallModel, text: string): void {
  const { rows, scales, pieces, glossary } = model;
  for (const word of wordsOf(expand(glossary, text)))
    for (const row of piecesOf(pieces, word)) {
      const [scale, at] = [scales[row]!, row * into.length];
      for (let i = 0; i < into.length; i += 1) into[i]! += scale * rows[at + i]!;
    }
}

function addWords(into: Float32Array, model: RecallModel, weights: ReadonlyMap<string, number>): void {
  for (const [feature, weight] of weights) {
    const hash = hash32(feature);
    into[hash % into.length]! += (hash >>> 31 ? 1 : -1) * weight * (model.idf.get(feature) ?? 1);
  }
}

/**
 * Embeds a text as a vector: first its meaning (the sum of its word pieces' rows), then its words (hashed). The more
 * similar two texts are, the greater is the inner product of their vectors. Random ids have no meaning: the more of
 * them a text has, the more its words count. The result is a unit vector, so the inner product is the cosine. It is
 * zero for a text without words, which is similar to no text. Takes time in proportion to the text, and accepts any
 * text.
 */
export function embedText(model: RecallModel, text: string): Float32Array {
  const vector = new Float32Array(model.dense + model.lexical);
  const [meaning, words] = [vector.subarray(0, model.dense), vector.subarray(model.dense)];
  const { weights, random } = featuresOf(text, model.stop);
  addMeaning(meaning, model, text);
  addWords(words, model, weights);
  const alpha = model.alpha * (1 - random / Math.max(1, weights.size));
  scaleTo(meaning, alpha);
  scaleTo(words, 1 - alpha);
  // If one of the two parts is zero, the other one is scaled to the whole vector.
  scaleTo(vector, 1);
  return vector;
}

/**
 * Removed because all drift has these words. They distinguish no incident, and reduce the weight of the change itself.
 */
const COMMON = ' outside Terraform';

/** The text from which an incident's vector is computed. */
export function incidentText({ resource, summary }: { resource: string; summary: string }): string {
  return `${resource}: ${summary.replace(COMMON, '')}`;
}
