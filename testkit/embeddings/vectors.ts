import { createHash } from 'node:crypto';

/** Words that this model takes for others, which no other model does: who finds by them has asked it. */
export const SYNONYMS: Readonly<Record<string, string>> = { tuer: 'ssh', schluessel: 'key', eimer: 'bucket' };

/**
 * A text as a vector of so many dimensions, not of length one: each of its words in four places of its own by chance. Texts
 * that share words are alike.
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
