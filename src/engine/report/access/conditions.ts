import { isObject } from '../../../base/json.ts';
import type { Value } from '../../../base/value.ts';
import { compileGlob, matchesGlob } from '../../model/glob.ts';
import { stable } from '../../value/stable.ts';
import { isWorld, sourceCovers } from './opening.ts';

/**
 * One test of a condition: the request's key must have one of these values or, if `negated`, none of them. A `lenient`
 * test (`…IfExists`) also passes requests without the key.
 */
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

/** True if every value that passes a test for `narrow` also passes a test for `wide`. */
function covers(operator: string, wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (operator.endsWith('Like')) return matchesGlob(compileGlob(wide), narrow);
  if (operator.endsWith('IpAddress')) return sourceCovers(wide, narrow);
  if (operator.endsWith('IgnoreCase')) return wide.toLowerCase() === narrow.toLowerCase();
  const limit = /(Less|Greater)Than/.exec(operator)?.[1];
  return limit !== undefined && (limit === 'Less' ? Number(narrow) <= Number(wide) : Number(narrow) >= Number(wide));
}

/** Maximum pairs of values that are compared. Beyond it only equal values count as covered. */
const MAX_PAIRS = 10_000;

/**
 * True if every request that passes `narrow` also passes `wide`. The values of a test are alternatives; a negated test
 * excludes all of its values.
 */
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

/** Caches the result for each text. */
function once<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const value = made.has(text) ? (made.get(text) as T) : make(text);
    made.set(text, value);
    return value;
  };
}

/**
 * Returns a function that compares conditions by the requests that they let through, not by their wording. The function
 * returns true if every request that passes the second condition also passes the first. A missing condition (`''`) lets
 * all requests through.
 */
export function conditionComparer(): (wide: string, narrow: string) => boolean {
  const testsOf = once(testsIn);
  const withWide = once((wide) =>
    once((narrow) => testsOf(wide).every((test) => testsOf(narrow).some((other) => isImplied(test, other)))),
  );
  return (wide, narrow) => wide === '' || wide === narrow || (narrow !== '' && withWide(wide)(narrow));
}

/** True if a condition excludes nobody: there is none, or it accepts any address or any text. */
export const isNoLimit = (condition: string): boolean =>
  condition === '' ||
  testsIn(condition).every(({ operator, values, negated }) => {
    const isAny = (one: string) => (operator.endsWith('IpAddress') ? isWorld(one) : /^\*+$/.test(one));
    return !negated && /(IpAddress|Like)$/.test(operator) && values.some(isAny);
  });
