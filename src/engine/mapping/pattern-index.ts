import { append } from '../../base/append.ts';
import { compileGlob, matchesGlob, type Glob } from '../model/glob.ts';

/** Maximum patterns of an organization that are tested for each of its states. Accepted ones come first. */
export const MAX_PATTERNS = 500;
/** Maximum patterns of a repository, so that it does not displace others. */
export const MAX_PATTERNS_PER_REPOSITORY = 50;

type Entry<T> = { value: T; rank: number; glob: Glob; longest: string };

/**
 * Indexes patterns for lookups of many keys. A lookup tests only patterns whose literal prefix and longest literal text
 * occur in the key, so thousands of patterns like `team-1/*` cost nearly nothing.
 */
export function indexPatterns<T>(patterns: Iterable<{ pattern: string; value: T }>) {
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
    /** All matching values, in the original order. */
    all(key: string): T[] {
      const fitting = [...placesOf(key)].flatMap((place) => place.filter((one) => fits(one, key)));
      return fitting.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value);
    },
    /** The first matching value. Later patterns are not tested. */
    first(key: string): T | undefined {
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
