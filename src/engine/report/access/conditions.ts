import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { compileGlob, matchesGlob } from '../../model/glob.ts';
import { stable } from '../../value/stable.ts';
import { isWorld, sourceCovers } from './opening.ts';

/** One test of a condition: a key that has (or, negated, has not) one of these values; lenient ones let pass what has no such key. */
type Test = { operator: string; key: string; values: string[]; negated: boolean; lenient: boolean };

const list = (value: unknown): string[] =>
  [value].flat().map((one) => (typeof one === 'string' ? one : stable(one as Value)));

export function testsIn(condition: string): Test[] {
  const document: unknown = JSON.parse(condition);
  return Object.entries(isObject(document) ? document : {}).flatMap(([name, keys]) => {
    const lenient = name.endsWith('IfExists');
    const operator = name.replace(/IfExists$/, '').replace(/^((?:\w+:)?Arn(?:Not)?)Equals$/, '$1Like');
    return Object.entries(isObject(keys) ? keys : {}).map(([key, values]): Test => ({
      operator,
      key,
      values: list(values),
      negated: /Not/.test(operator),
      lenient,
    }));
  });
}

/** Whether a value that passes the one test's value passes the other's. */
function covers(operator: string, wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (operator.endsWith('Like')) return matchesGlob(compileGlob(wide), narrow);
  if (operator.endsWith('IpAddress')) return sourceCovers(wide, narrow);
  if (operator.endsWith('IgnoreCase')) return wide.toLowerCase() === narrow.toLowerCase();
  const limit = /(Less|Greater)Than/.exec(operator)?.[1];
  return limit !== undefined && (limit === 'Less' ? Number(narrow) <= Number(wide) : Number(narrow) >= Number(wide));
}

/** Values that are compared each with each; of more, only those that stand there word for word are known. */
const MAX_PAIRS = 10_000;

/** Whether whatever passes `narrow` passes `wide`: values of a test are alternatives, those of a negated one are all kept out. */
function isImplied(wide: Test, narrow: Test): boolean {
  const { operator } = wide;
  const isPattern = operator === narrow.operator.replace(/Equals$/, 'Like');
  if (wide.key.toLowerCase() !== narrow.key.toLowerCase()) return false;
  if ((operator !== narrow.operator && !isPattern) || (narrow.lenient && !wide.lenient)) return false;
  const [all, those] = wide.negated ? [wide.values, narrow.values] : [narrow.values, wide.values];
  const known = new Set(those);
  const isTooMuch = all.length * those.length > MAX_PAIRS;
  return all.every((one) => known.has(one) || (!isTooMuch && those.some((other) => covers(operator, other, one))));
}

/** What is asked for by a text is made of it once. */
function once<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const value = made.has(text) ? (made.get(text) as T) : make(text);
    made.set(text, value);
    return value;
  };
}

/**
 * Compares conditions by what they let through, not by how they are written. What it answers tells whether everything that passes
 * the second one passes the first; no condition (`''`) lets everything through.
 */
export function conditionComparer(): (wide: string, narrow: string) => boolean {
  const testsOf = once(testsIn);
  const withWide = once((wide) =>
    once((narrow) => testsOf(wide).every((test) => testsOf(narrow).some((other) => isImplied(test, other)))),
  );
  return (wide, narrow) => wide === '' || wide === narrow || (narrow !== '' && withWide(wide)(narrow));
}

/** Whether a condition keeps nobody out: there is none, or any address or any text passes. */
export const isNoLimit = (condition: string): boolean =>
  condition === '' ||
  testsIn(condition).every(({ operator, values, negated }) => {
    const isAny = (one: string) => (operator.endsWith('IpAddress') ? isWorld(one) : /^\*+$/.test(one));
    return !negated && /(IpAddress|Like)$/.test(operator) && values.some(isAny);
  });
