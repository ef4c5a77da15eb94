import { append } from '../../base/append.ts';
import { compileGlob, matchesGlob, type Glob } from '../model/glob.ts';

/** Patterns of an organization that are asked for each of its states: those that are accepted, and else those that repositories claim. */
export const MAX_PATTERNS = 500;
/** Of one repository, so that none takes the room of the others. */
export const MAX_PATTERNS_PER_REPOSITORY = 50;

type Entry<T> = { value: T; rank: number; glob: Glob; longest: string };

/** Finds which of many patterns fit a key. */
export type PatternIndex<T> = {
  /** All that fit, in the order in which they were given. */
  all(key: string): T[];
  /** The first of them, without asking those behind it. */
  first(key: string): T | undefined;
};

/**
 * Makes patterns ready to be asked for many keys. Only those are asked that begin as the key does, and of them those whose longest text
 * the key holds: `team-1/*` and thousands like it cost next to nothing.
 */
export function indexPatterns<T>(patterns: Iterable<{ pattern: string; value: T }>): PatternIndex<T> {
  const byPrefix = new Map<string, Entry<T>[]>();
  let count = 0;
  for (const { pattern, value } of patterns) {
    const texts = pattern.split('*');
    const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
    append(byPrefix, texts[0] ?? '', { value, rank: count++, glob: compileGlob(pattern), longest });
  }
  const lengths = [...new Set([...byPrefix.keys()].map(({ length }) => length))];

  function* placesOf(key: string): Generator<Entry<T>[]> {
    for (const length of lengths) {
      const place = length > key.length ? undefined : byPrefix.get(key.slice(0, length));
      if (place) yield place;
    }
  }
  const fits = ({ glob, longest }: Entry<T>, key: string) => key.includes(longest) && matchesGlob(glob, key);
  return {
    all(key) {
      const fitting = [...placesOf(key)].flatMap((place) => place.filter((one) => fits(one, key)));
      return fitting.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value);
    },
    first(key) {
      let best: Entry<T> | undefined;
      for (const place of placesOf(key))
        for (const one of place) {
          if (best && one.rank > best.rank) break;
          if (!fits(one, key)) continue;
          best = one;
          break;
        }
      return best?.value;
    },
  };
}
