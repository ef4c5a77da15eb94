import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../base/value.ts';
import { canonical } from './canonical.ts';
import { stable } from './stable.ts';

const form = (value: Value) => stable(canonical({ kind: 'dynamic' }, value, false));
const of = (type: unknown, value: Value): Value => [JSON.stringify(type), value];

describe('dynamic values', () => {
  test.each<[string, Value, Value]>([
    ['a set in any order', of(['set', 'string'], ['a', 'b']), of(['set', 'string'], ['b', 'a'])],
    ['a number in any spelling', of('number', 1), of('number', '1.0')],
    ['null of any type', of('string', null), null],
    ['a list and the tuple of the same', of(['list', 'string'], ['a']), of(['tuple', ['string']], ['a'])],
    [
      'a map and the object of the same',
      of(['map', 'string'], { a: 'b' }),
      of(['object', { a: 'string' }], { a: 'b' }),
    ],
    [
      'a member that is null or not named',
      of(['object', { a: 'string', b: 'string' }], { a: 'x', b: null }),
      of(['object', { a: 'string' }], { a: 'x' }),
    ],
  ])('%s are one', (_what, a, b) => {
    expect(form(a)).toBe(form(b));
  });

  test.each<[string, Value, Value]>([
    ['a text and a number', of('string', '1'), of('number', 1)],
    ['a text and a switch', of('string', 'true'), of('bool', true)],
    ['a list in another order', of(['list', 'string'], ['a', 'b']), of(['list', 'string'], ['b', 'a'])],
    ['a list and a set', of(['list', 'string'], ['a', 'b']), of(['set', 'string'], ['a', 'b'])],
    ['texts and numbers inside', of(['tuple', ['string']], ['1']), of(['tuple', ['number']], [1])],
    ['nothing and an empty text', of('string', null), of('string', '')],
  ])('%s differ', (_what, a, b) => {
    expect(form(a)).not.toBe(form(b));
  });

  test('with a type that cannot be read are compared as they are', () => {
    expect(form(['"strange"', 'a'])).not.toBe(form(['"strange"', 'b']));
    expect(form(['"strange"', 'a'])).toBe(form(['"strange"', 'a']));
  });

  test('canonical form is final', () => {
    const value = fc.oneof(
      fc.string().map((text) => of('string', text)),
      fc.uniqueArray(fc.string()).map((texts) => of(['set', 'string'], texts)),
      fc.dictionary(fc.string(), fc.integer()).map((map) => of(['map', 'number'], map)),
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })).map((list) => of(['list', 'number'], list)),
    );
    fc.assert(
      fc.property(value, (one) => {
        const once: Value = canonical({ kind: 'dynamic' }, one, false);
        expect(form(once)).toBe(stable(once));
      }),
    );
  });
});
