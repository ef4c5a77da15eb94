import { createHash } from 'node:crypto';

/** Words that this model takes for others, which no other model does: who finds by them has asked it. */
export const SYNONYMS: Readonly<Record<string, string>> = { tuer: 'ssh', schluessel: 'key', eimer: 'bucket' };

/**
 * A text as a vector of so many dimensions, not of length one: its words, each in a place of its own by chance. Texts that
 * share words are alike.
 */
export function vectorOf(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    const hash = createHash('sha256')
      .update(SYNONYMS[word] ?? word)
      .digest();
    const place = hash.readUInt32LE(0) % dimension;
    vector[place] = (vector[place] ?? 0) + (hash[4]! % 2 === 0 ? 3 : -3);
  }
  return vector;
}
