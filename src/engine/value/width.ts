const WIDE: readonly (readonly [form: RegExp, width: number])[] = [
  [/(^|")\*("|$)|\b0\.0\.0\.0\/0\b|(^|[^\w:])::\/0/, 3],
  [/:\*("|$)/, 2],
  [/\*/, 1],
];

/** How much a text covers: everything or everybody, all of a service, a pattern, one thing. */
const widthOf = (text: string): number => WIDE.find(([form]) => form.test(text))?.[1] ?? 0;

/** Sorts the widest first, so that it is shown where not all are; otherwise stable. */
export const widestFirst = <T>(all: readonly T[], textOf: (one: T) => string): T[] =>
  all.toSorted((a, b) => widthOf(textOf(b)) - widthOf(textOf(a)));
