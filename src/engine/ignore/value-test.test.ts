import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { compileIgnores, type SourcedRule } from './ignore.ts';
import { compileValueTest, valueTestsText, type ValueTest } from './value-test.ts';

describe('a value test', () => {
  test.each<[ValueTest, Value]>([
    [{ equals: 'on' }, 'on'],
    [{ equals: '3' }, 3],
    [{ equals: 3 }, '3'],
    [{ equals: false }, false],
    [{ matches: 'ami-*' }, 'ami-1'],
    [{ matches: '*' }, ''],
    [{ matches: 'a.*[x]' }, 'a.b[x]'],
    [{ at_least: 1, at_most: 3 }, 3],
    [{ at_least: -1 }, '0'],
    [{ empty: true }, null],
    [{ empty: true }, ''],
    [{ empty: true }, []],
    [{ empty: true }, {}],
    [{ empty: false }, 0],
    [{ empty: false }, false],
    [{ empty: false }, ['a']],
  ])('matches %j against %j', (asked, value) => {
    expect(compileValueTest(asked)(value)).toBe(true);
  });

  test('compares numbers beyond doubles exactly', () => {
    expect(compileValueTest({ equals: '12345678901234567890' })(12_345_678_901_234_567_890n)).toBe(true);
    for (const value of [9_007_199_254_740_993n, '9007199254740993', '+9007199254740993']) {
      expect(compileValueTest({ at_most: 9_007_199_254_740_992 })(value)).toBe(false);
      expect(compileValueTest({ at_least: 9_007_199_254_740_992 })(value)).toBe(true);
    }
  });

  test.each<[ValueTest, Value]>([
    [{ equals: 'on' }, 'On'],
    [{ equals: 'null' }, null],
    [{ equals: '' }, []],
    [{ matches: '*' }, null],
    [{ matches: '*' }, ['a']],
    [{ matches: 'ami' }, 'ami-1'],
    [{ at_least: 1 }, 'many'],
    [{ at_least: 0 }, ''],
    [{ at_most: 3 }, null],
    [{ at_least: 1, at_most: 3 }, 4],
    [{ empty: true }, 0],
    [{ empty: false }, null],
    [{ equals: 2, at_least: 3 }, 2],
  ])('does not match %j against %j', (asked, value) => {
    expect(compileValueTest(asked)(value)).toBe(false);
  });

  test('formats as one line', () => {
    const asked = { before: { equals: 'a' }, after: { at_least: 1, at_most: 3, empty: false, matches: 'x*' } };
    expect(valueTestsText(asked).join(' ')).toBe('before="a" after~x* after>=1 after<=3 after not empty');
  });
});

describe('a rule with value tests', () => {
  const rule: SourcedRule = { id: 'r', source: 'organization', attribute: 'size', after: { at_most: 5 }, reason: 'r' };
  const subject = { address: 'a.b', type: 'a', state: 's', region: undefined, account: undefined, provider: undefined };
  const takes = (one: SourcedRule, live: Value, masked = false) =>
    compileIgnores([one], new Date()).attributes(subject)?.({
      path: 'size',
      before: 1,
      live,
      masked: () => masked,
    }) !== undefined;

  test('suppresses matching values and leaves others', () => {
    expect(takes(rule, 5)).toBe(true);
    expect(takes(rule, 6)).toBe(false);
    expect(takes({ ...rule, before: { equals: 2 } }, 5)).toBe(false);
  });

  test('never evaluates masked values', () => {
    expect(takes(rule, 5, true)).toBe(false);
    expect(takes({ ...rule, after: { empty: true } }, null, true)).toBe(false);
    const { after: _, ...plain } = rule;
    expect(takes(plain, 5, true)).toBe(true);
  });
});
