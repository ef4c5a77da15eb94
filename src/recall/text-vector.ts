import { featuresOf, hash32 } from './features.ts';
import { expand } from './glossary.ts';
import type { RecallModel } from './model.ts';
import { scaleTo } from './unit.ts';
import { piecesOf, wordsOf } from './words.ts';

function addMeaning(into: Float32Array, { rows, scales, pieces }: RecallModel, expanded: string): void {
  for (const word of wordsOf(expanded))
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
 * Embeds the words of a text: first their meaning (the sum of their pieces' rows), then the words themselves (hashed).
 * Random ids have no meaning: the more of them a text has, the more its words count. A unit vector, or zero for a text
 * without words. Takes time in proportion to the text, and accepts any text. `expanded` is the text as the glossary
 * spells it out.
 */
export function textVector(model: RecallModel, text: string, expanded = expand(model.glossary, text)): Float32Array {
  const vector = new Float32Array(model.dense + model.lexical);
  const [meaning, words] = [vector.subarray(0, model.dense), vector.subarray(model.dense)];
  const { weights, random } = featuresOf(text, model.stop);
  addMeaning(meaning, model, expanded);
  addWords(words, model, weights);
  const alpha = model.alpha * (1 - random / Math.max(1, weights.size));
  scaleTo(meaning, alpha);
  scaleTo(words, 1 - alpha);
  // If one of the two parts is zero, the other one is scaled to the whole vector.
  scaleTo(vector, 1);
  return vector;
}
