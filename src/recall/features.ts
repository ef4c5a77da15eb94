import { looksRandom } from './words.ts';

const SUFFIXES = ['ations', 'ation', 'ings', 'ing', 'ies', 'ied', 'ed', 'es', 's', 'ly'];
const TOKEN = /[A-Za-z0-9][A-Za-z0-9_./:-]*[A-Za-z0-9]|[A-Za-z0-9]/g;
const ADDRESS = /^[a-z0-9]+_[a-z0-9_]*\.[a-z0-9_-]+$/;

const RANDOM_WEIGHT = 3;
const WHOLE_WEIGHT = 1.5;
const TYPE_WEIGHT = 1.05;

function stem(word: string): string {
  const suffix = SUFFIXES.find((suffix) => word.endsWith(suffix) && word.length - suffix.length >= 3);
  return suffix === undefined ? word : word.slice(0, -suffix.length);
}

/**
 * Counts the features of a text, with weights: its word stems (`wopen`), and whole names such as addresses, ports,
 * ranges and ids (`=aws_s3_bucket.logs`). Whole names have a greater weight, random-looking ones the greatest. `random`
 * is the number of random-looking features.
 */
export function featuresOf(text: string, stop: ReadonlySet<string>): { weights: Map<string, number>; random: number } {
  const weights = new Map<string, number>();
  for (const [token] of text.matchAll(TOKEN)) {
    const whole = token.toLowerCase();
    const words =
      token
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    if (words.length > 1 && /[_./:0-9]/.test(token)) {
      weights.set(`=${whole}`, words.some(looksRandom) ? RANDOM_WEIGHT : WHOLE_WEIGHT);
      if (ADDRESS.test(whole)) weights.set(`=${whole.slice(0, whole.indexOf('.'))}`, TYPE_WEIGHT);
    }
    for (const word of words) if (!stop.has(word)) weights.set(`w${stem(word)}`, looksRandom(word) ? RANDOM_WEIGHT : 1);
  }
  const random = [...weights.values()].filter((weight) => weight === RANDOM_WEIGHT).length;
  return { weights, random };
}

/** FNV-1a with a finaliser that mixes the bits again. Returns an unsigned 32-bit number. Expects ASCII. */
export function hash32(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2_246_822_519);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 3_266_489_917);
  hash ^= hash >>> 16;
  return hash >>> 0;
}
