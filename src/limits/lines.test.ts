import { expect, test } from 'vitest';
import { createLineLimit } from './lines.ts';

test('admits lines up to the limit of a minute, and says when there is room for more', () => {
  let ms = 0;
  const limit = createLineLimit({ limit: 100, now: () => ms });
  expect(limit.take('a', 60)).toBe(0);
  ms = 10_000;
  expect(limit.take('a', 40)).toBe(0);
  expect(limit.take('b', 100)).toBe(0);
  expect(limit.take('a', 1)).toBe(50_000);
  expect(limit.take('a', 61)).toBe(60_000);
  ms = 60_000;
  expect(limit.take('a', 60)).toBe(0);
  expect(limit.take('a', 1)).toBe(10_000);
});

test('admits more than the limit at once after a minute of silence', () => {
  const limit = createLineLimit({ limit: 10, now: () => 0 });
  expect(limit.take('a', 50)).toBe(0);
  expect(limit.take('a', 50)).toBe(60_000);
});
