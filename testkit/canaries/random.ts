/** Numbers that look random and are the same in every run. */
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

/** The signs that the middle of a secret may have. */
export const ALPHABETS = {
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ234567',
  word: LOWER + DIGITS,
  mixed: LOWER + LOWER.toUpperCase() + DIGITS,
} as const;

export type Alphabet = keyof typeof ALPHABETS;

/** So many of these signs, with a digit and where there is one a capital letter among the first. */
export function textOf(alphabet: Alphabet, length: number, random: () => number): string {
  const signs = ALPHABETS[alphabet];
  const any = (from: string) => from[Math.floor(random() * from.length)] ?? '';
  const start = { hex: 'b7', upper: 'Q7', word: 'q7', mixed: 'qX7' }[alphabet];
  return start + Array.from({ length: length - start.length }, () => any(signs)).join('');
}
