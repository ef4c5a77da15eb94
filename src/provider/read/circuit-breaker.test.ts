import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const times = (n: number, what: () => void): void => {
  for (let i = 0; i < n; i += 1) what();
};

test('gives up a type after three crashes in a row, and no others', () => {
  const breaker = createCircuitBreaker('acme 1.0.0');
  times(2, () => breaker.crashedAlone('a'));
  breaker.answered('a');
  times(2, () => breaker.crashedAlone('a'));
  expect(breaker.openReason('a')).toBeUndefined();
  breaker.crashedAlone('a');
  expect(breaker.openReason('a')).toMatchObject({
    reason: 'provider_error',
    why: expect.stringContaining('of type a'),
  });
  expect(breaker.openReason('b')).toBeUndefined();
});

test('gives up a provider after twenty crashes, each counted once and offset by answers', () => {
  const breaker = createCircuitBreaker('acme 1.0.0');
  const one = {};
  times(30, () => breaker.crashed(one));
  times(18, () => breaker.crashed({}));
  expect(breaker.openReason('a')).toBeUndefined();
  times(50, () => breaker.answered('a'));
  breaker.crashed({});
  expect(breaker.openReason('a')).toBeUndefined();
  breaker.crashed({});
  expect(breaker.openReason('a')).toMatchObject({ why: expect.stringContaining('acme 1.0.0 crashed 20 times') });
  times(500, () => breaker.answered('a'));
  expect(breaker.openReason('a')).toBeDefined();
});

test('gives up a type that never answers, and restarts a provider once before giving it up', () => {
  const breaker = createCircuitBreaker('acme 1.0.0');
  times(7, () => breaker.hung('a'));
  breaker.answered('b');
  expect(breaker.openReason('a')).toBeUndefined();
  breaker.hung('a');
  expect(breaker.openReason('a')).toMatchObject({
    reason: 'timeout',
    why: expect.stringContaining('8 reads of type a'),
  });
  breaker.answered('b');
  const asked = Array.from({ length: 80 }, (_, i) => breaker.hung(`t${i}`));
  expect(asked.flatMap((end, i) => (end ? [i] : []))).toEqual([39]);
  expect(breaker.openReason('new')).toMatchObject({ reason: 'timeout', why: expect.stringContaining('last 80 reads') });
});
