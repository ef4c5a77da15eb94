import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { isTruncated, truncate } from './truncate.ts';

const list = Array.from({ length: 5000 }, (_, i) => `10.0.${i}.0/24`);

test.each<[string, Json]>([
  ['a text', 'x'.repeat(9000)],
  ['a list', list],
  ['a map', Object.fromEntries(list.map((one) => [one, 1]))],
  ['what lies inside', [{ a: { b: list } }]],
])('%s that is too long is cut, and can be told to be', (_what, value) => {
  expect(JSON.stringify(truncate(value)).length).toBeLessThan(17_000);
  expect(isTruncated(truncate(value))).toBe(true);
  expect(isTruncated(value)).toBe(false);
});

test('what has room is kept as it is', () => {
  const value = { a: ['…', 'one (2 more)'], b: 'text', c: null, d: 1 };
  expect(truncate(value)).toEqual(value);
  expect(isTruncated(value)).toBe(false);
});
