import type { Value } from '../../base/value.ts';
import { isNothing } from '../value/empty.ts';
import { compileGlob, matchesGlob } from '../model/glob.ts';

/**
 * A rule's test of a value. All of its conditions must hold. Strings, numbers and booleans can be tested; of lists and
 * maps only whether they are empty.
 */
export type ValueTest = {
  equals?: string | number | boolean;
  /** A glob for the whole text. */
  matches?: string;
  at_least?: number;
  at_most?: number;
  /**
   * True to accept only null, "", [] and {}, false to accept only other values. The values false and 0 are not empty.
   */
  empty?: boolean;
};

export const VALUE_TESTS = ['equals', 'matches', 'at_least', 'at_most', 'empty'] as const;

const WHOLE = /^[-+]?\d{1,1000}$/;

/** The number in a value. State and providers write large numbers as text. Integers keep all digits. */
function numberOf(value: Value): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (WHOLE.test(value)) return BigInt(value.replace(/^\+/, ''));
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const isScalar = (value: Value): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Compiles a value test. An absent test always holds. */
export function compileValueTest(test: ValueTest | undefined): (value: Value) => boolean {
  if (test === undefined) return () => true;
  const { equals, at_least, at_most, empty } = test;
  const glob = test.matches === undefined ? undefined : compileGlob(test.matches);
  return (value) => {
    if (empty !== undefined && isNothing(value) !== empty) return false;
    if (equals !== undefined && (!isScalar(value) || String(value) !== String(equals))) return false;
    if (glob && (!isScalar(value) || !matchesGlob(glob, String(value)))) return false;
    if (at_least === undefined && at_most === undefined) return true;
    const number = numberOf(value);
    return number !== undefined && number >= (at_least ?? number) && number <= (at_most ?? number);
  };
}

const testTexts = (name: string, test: ValueTest): string[] => {
  const { equals, matches, at_least, at_most, empty } = test;
  return [
    ...(equals === undefined ? [] : [`${name}=${JSON.stringify(equals)}`]),
    ...(matches === undefined ? [] : [`${name}~${matches}`]),
    ...(at_least === undefined ? [] : [`${name}>=${at_least}`]),
    ...(at_most === undefined ? [] : [`${name}<=${at_most}`]),
    ...(empty === undefined ? [] : [`${name} ${empty ? 'empty' : 'not empty'}`]),
  ];
};

/** A rule's value tests as texts for people: `before="a"`, `after>=3`. */
export function valueTestsText(tests: { before?: ValueTest; after?: ValueTest }): string[] {
  const { before, after } = tests;
  return Object.entries({ before, after }).flatMap(([name, test]) => (test ? testTexts(name, test) : []));
}
