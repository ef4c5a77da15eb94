const WIDE: readonly (readonly [form: RegExp, width: number])[] = [
  [/(^|")\*("|$)|\b0\.0\.0\.0\/0\b|(^|[^\w:])::\/0/, 3],
  [/:\*("|$)/, 2],
  [/\*/, 1],
];

/**
 * Ranks how much a text covers: 3 for everything or everybody, 2 for a whole service, 1 for a pattern, 0 for one thing.
 */
const widthOf = (text: string): number => WIDE.find(([form]) => form.test(text))?.[1] ?? 0;

/** Sorts the widest items first, because the last ones may not be shown. Stable. */
export const widestFirst = <T>(all: readonly T[], textOf: (one: T) => string): T[] =>
  all.toSorted((a, b) => widthOf(textOf(b)) - widthOf(textOf(a)));
