import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonRefusal, readJson } from './strict-json.ts';

const BOUNDS = { depth: 64, values: 10_000 };

test('what JSON.stringify writes is read as JSON.parse reads it', () => {
  const json = fc.json({ noUnicodeString: false, maxDepth: 6 }).filter((text) => !text.includes('__proto__'));
  fc.assert(
    fc.property(json, (text) => {
      expect(readJson(text, BOUNDS)).toEqual(JSON.parse(text));
    }),
  );
});

test('white space, escapes and brackets within strings change nothing', () => {
  const text = ' { "a\\"{[,\\\\" : "}],\\u0022" , "b" : [ 1 , { "a" : null } , { "a" : "\\\\" } ] } ';
  expect(readJson(text, BOUNDS)).toEqual(JSON.parse(text));
});

test.each([
  ['{"a":1,"a":2}', 'it names the field "a" twice'],
  ['[{"x":{"a":1,"b":[{"a":1}],"\\u0061":2}}]', 'it names the field "a" twice'],
  ['{"__proto__":1}', 'it names a field __proto__'],
  ['{"x":[{"\\u005f_proto__":1}]}', 'it names a field __proto__'],
  ['['.repeat(65) + ']'.repeat(65), 'it is nested deeper than 64 levels'],
  ['['.repeat(100_000) + ']'.repeat(100_000), 'it is nested deeper than 64 levels'],
  [JSON.stringify(Array.from({ length: 10_000 }, () => 0)), 'it holds more than 10000 values'],
  ['['.repeat(100_000), 'it is not valid JSON'],
  ['', 'it is not valid JSON'],
  ['{"a":1', 'it is not valid JSON'],
  ["{'a':1}", 'it is not valid JSON'],
  ['NaN', 'it is not valid JSON'],
  ['{"a":01}', 'it is not valid JSON'],
])('rejects %.60s: %s', (text, why) => {
  expect(() => readJson(text, BOUNDS)).toThrow(new JsonRefusal(why));
});

test('strings of a megabyte, plain or all escapes, take no stack', () => {
  for (const text of [JSON.stringify({ a: 'x'.repeat(1e6) }), JSON.stringify(['"'.repeat(5e5)])])
    expect(readJson(text, BOUNDS)).toEqual(JSON.parse(text));
});
