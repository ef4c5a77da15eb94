import { createHash } from 'node:crypto';

/** Synonyms that only this model knows: a search that finds an incident by them has used this model. */
export const SYNONYMS: Readonly<Record<string, string>> = { tuer: 'ssh', schluessel: 'key', eimer: 'bucket' };

/**
 * Embeds a text as a vector that is not normalized: each word sets four pseudo-random dimensions, so that texts with
 * common words are similar.
 */
export function vectorOf(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    const hash = createHash('sha256')
      .update(SYNONYMS[word] ?? word)
      .digest();
    for (const at of [0, 5, 10, 15]) {
      const place = hash.readUInt32LE(at) % dimension;
      vector[place] = vector[place]! + (hash[at + 4]! % 2 === 0 ? 3 : -3);
    }
  }
  return vector;
}
