import { expect, test } from 'vitest';
import { readSensitivePaths } from './sensitive-paths.ts';

const at = (...steps: string[]) => steps.map((value) => ({ type: 'get_attr', value }));

test('keeps few sensitive paths unchanged', () => {
  expect(readSensitivePaths([at('a', 'b'), at('c')], 'x')).toEqual([['a', 'b'], ['c']]);
});

test('hides whole attributes where there are too many sensitive paths', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => at('tags', `k${i}`));
  expect(readSensitivePaths([...many, at('password')], 'x')).toEqual([['tags'], ['password']]);
});

test('hides the whole instance where too many attributes are sensitive', () => {
  expect(
    readSensitivePaths(
      Array.from({ length: 2_000 }, (_, i) => at(`a${i}`)),
      'x',
    ),
  ).toEqual([[]]);
});
