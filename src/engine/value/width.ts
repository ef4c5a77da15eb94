const WIDE: readonly (readonly [form: RegExp, width: number])[] = [
  [/(^|")\*("|$)|\b0\.0\.0\.0\/0\b|(^|[^\w:])::\/0/, 3],
  [/:\*("|$)/, 2],
  [/\*/, 1],
];

/** How much a text stands for, as far as it says: everything or everybody, all of a service, a pattern, one thing. */
const widthOf = (text: string): number => WIDE.find(([form]) => form.test(text))?.[1] ?? 0;

/** What stands for most first, so that it is told where not all are; else in the order given. */
export const widestFirst = <T>(all: readonly T[], textOf: (one: T) => string): T[] =>
  all.toSorted((a, b) => widthOf(textOf(b)) - widthOf(textOf(a)));
