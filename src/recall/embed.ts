import { featuresOf, hash32 } from './features.ts';
import { expand } from './glossary.ts';
import type { RecallModel } from './model.ts';
import { piecesOf, wordsOf } from './words.ts';

/** Gives `vector` the length whose square is `square`; one of zeros stays. */
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
 * A text as a vector: its meaning (the sum of its word pieces' rows), then its words (hashed). The more alike two texts,
 * the greater the inner product of their vectors. Random ids carry no meaning: the more of them, the more the words count.
 * A unit vector, so that the inner product is the cosine; zero where the text has no words, which is like nothing. Takes
 * time in proportion to the text; no text makes it fail.
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
  // Where one of the two is zero, the other one is all there is.
  scaleTo(vector, 1);
  return vector;
}

/** True of all drift, so it distinguishes none, and makes what happened count for less. */
const COMMON = ' outside Terraform';

/** The text that an incident is embedded by. */
export function incidentText({ resource, summary }: { resource: string; summary: string }): string {
  return `${resource}: ${summary.replace(COMMON, '')}`;
}
