import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const times = (n: number, what: () => void): void => {
  for (let i = 0; i < n; i += 1) what();
};

test('a type is given up when three of it in a row are to breaker, and others are not', () => {
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

test('a provider is given up after twenty deaths; a death counts once, and answers make up for it', () => {
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

test('a type that never answers is given up, and a provider that never does: ended first, then given up', () => {
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
