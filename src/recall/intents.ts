import type { RecallModel } from './model.ts';
import { parsePhrases, type Family } from './phrase-book.ts';
import { termsFrom, termsIn, type Terms } from './terms.ts';
import { textVector } from './text-vector.ts';
import { meanOf } from './unit.ts';

/** A list of terms in `when` of a family: the i-th is the bit `1 << i`. */
type Place = { family: number; bit: number };

/** The phrase book with the vectors of its phrases. */
export type Intents = {
  families: readonly Family[];
  /** The vectors of all phrases by column: the first number of each, the second of each and so on; their families. */
  phrases: Float32Array;
  familyOf: Int32Array;
  /** By family, the meaning in the middle of its phrases. */
  middles: readonly Float32Array[];
  /** By term, the lists that have it. */
  terms: Terms<readonly Place[]>;
};

/** A difference in similarity after which the next family counts for 1/e of the nearest, and how many count at all. */
const [WIDTH, MAX_FAMILIES] = [0.1, 8];
/** Similarities to the nearest phrase from which families begin to count, and from which they count in full. */
const [UNSURE, SURE] = [0.4, 0.65];

/** Reads phrase books, and embeds their phrases. Throws if one is wrong, or two families have one name. */
export function readIntents(table: RecallModel, books: readonly string[]): Intents {
  const families = books.flatMap(parsePhrases);
  const names = new Set(families.map(({ name }) => name));
  if (names.size < families.length) throw new Error('The phrase book has two families of one name.');
  const vectors = families.map(({ phrases }) => phrases.map(({ text }) => textVector(table, text)));
  const length = table.dense + table.lexical;
  const all = vectors.flat();
  const phrases = new Float32Array(all.length * length);
  for (const [at, vector] of all.entries())
    for (let i = 0; i < length; i += 1) phrases[i * all.length + at] = vector[i]!;
  return {
    families,
    phrases,
    familyOf: Int32Array.from(vectors.flatMap((some, family) => some.map(() => family))),
    middles: vectors.map((some) => meanOf(some.map((vector) => vector.subarray(0, table.dense)))),
    terms: termsOf(families),
  };
}

function termsOf(families: readonly Family[]): Intents['terms'] {
  const terms = new Map<string, Place[]>();
  for (const [family, { when }] of families.entries())
    for (const [list, some] of when.entries())
      for (const term of some) terms.set(term, [...(terms.get(term) ?? []), { family, bit: 1 << list }]);
  return termsFrom(terms);
}

/**
 * The families whose terms a text has, all with the same weight, and the middle of their phrases. The confidence is 1,
 * or 0 if there are none.
 */
export function familiesOf({ families, middles, terms }: Intents, text: string) {
  const found = new Int32Array(families.length);
  for (const { family, bit } of termsIn(terms, text).flat()) found[family]! |= bit;
  const weights = Float32Array.from(families, ({ when }, family) => (found[family] === (1 << when.length) - 1 ? 1 : 0));
  const isAny = weights.includes(1);
  return { weights, phrases: meanOf(middles, weights), confidence: isAny ? 1 : 0 };
}

/** The cosines of a vector with all phrases. Four columns at a time: storing a sum costs more than multiplying. */
function cosines({ phrases, familyOf }: Intents, words: Float32Array): Float32Array {
  const count = familyOf.length;
  // Most hashed dimensions of a short text are zero.
  const used = [...words.keys()].filter((i) => words[i] !== 0);
  const columns = [...used, 0, 0, 0].slice(0, used.length + (-used.length & 3));
  const sums = new Float32Array(count);
  for (let i = 0; i < columns.length; i += 4) {
    const [a, b, c, d] = columns.slice(i, i + 4) as [number, number, number, number];
    const [aa, bb, cc, dd] = [a * count, b * count, c * count, d * count];
    const [x, y, z, w] = [a, b, c, d].map((column, j) => (i + j < used.length ? words[column]! : 0)) as [
      number,
      number,
      number,
      number,
    ];
    for (let at = 0; at < count; at += 1)
      sums[at]! += x * phrases[aa + at]! + y * phrases[bb + at]! + z * phrases[cc + at]! + w * phrases[dd + at]!;
  }
  return sums;
}

/** The phrase that is nearest to a vector, of the families whose terms a text has; undefined if none is near. */
export function nearestOf(intents: Intents, words: Float32Array, text: string): string | undefined {
  const { weights } = familiesOf(intents, text);
  const all = intents.families.flatMap(({ phrases }) => phrases);
  let nearest: { cosine: number; text: string } | undefined;
  for (const [at, cosine] of cosines(intents, words).entries())
    if (cosine >= UNSURE && cosine > (nearest?.cosine ?? 0) && weights[intents.familyOf[at]!] === 1)
      nearest = { cosine, text: all[at]!.text };
  return nearest?.text;
}

/** The greatest cosine of a vector with the phrases of each family. */
function nearestPhrases(intents: Intents, words: Float32Array): Float32Array {
  const nearest = new Float32Array(intents.families.length).fill(-1);
  for (const [at, cosine] of cosines(intents, words).entries()) {
    const family = intents.familyOf[at]!;
    if (cosine > nearest[family]!) nearest[family] = cosine;
  }
  return nearest;
}

/**
 * The families that somebody means, by the phrase of each that is nearest to the vector of what they say, the middle of
 * their phrases, and how certain that is, from 0 to 1.
 */
export function familiesMeant(intents: Intents, words: Float32Array) {
  const nearest = nearestPhrases(intents, words);
  const ranked = [...nearest.keys()].sort((a, b) => nearest[b]! - nearest[a]!).slice(0, MAX_FAMILIES);
  const best = nearest[ranked[0] ?? 0] ?? -1;
  const weights = new Float32Array(nearest.length);
  for (const family of ranked) weights[family] = Math.exp((nearest[family]! - best) / WIDTH);
  const phrases = meanOf(intents.middles, weights);
  return { weights, phrases, confidence: Math.min(1, Math.max(0, (best - UNSURE) / (SURE - UNSURE))) };
}
