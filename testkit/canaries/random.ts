/** A pseudo-random generator; the same seed yields the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const DIGITS = '23456789';

/** The characters of the random part of a secret. */
export const ALPHABETS = {
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ234567',
  word: LOWER + DIGITS,
  mixed: LOWER + LOWER.toUpperCase() + DIGITS,
} as const;

export type Alphabet = keyof typeof ALPHABETS;

/**
 * A text of `length` characters of the alphabet. The first ones include a digit and, if it has any, a capital letter.
 */
export function textOf(alphabet: Alphabet, length: number, random: () => number): string {
  const signs = ALPHABETS[alphabet];
  const any = (from: string) => from[Math.floor(random() * from.length)] ?? '';
  const start = { hex: 'b7', upper: 'Q7', word: 'q7', mixed: 'qX7' }[alphabet];
  return start + Array.from({ length: length - start.length }, () => any(signs)).join('');
}
