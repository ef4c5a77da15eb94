import { expect, test } from 'vitest';
import { append } from './append.ts';

test('values of a key are in the order in which they came, in one list', () => {
  const lists = new Map<string, number[]>();
  append(lists, 'a', 1);
  const list = lists.get('a');
  append(lists, 'b', 2);
  append(lists, 'a', 3);
  expect([...lists]).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ]);
  expect(lists.get('a')).toBe(list);
});
