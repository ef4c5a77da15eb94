import { expect, test } from 'vitest';
import { createBlame } from './circuit-breaker.ts';

const times = (n: number, what: () => void): void => {
  for (let i = 0; i < n; i += 1) what();
};

test('a type is given up when three of it in a row are to blame, and others are not', () => {
  const blame = createBlame('acme 1.0.0');
  times(2, () => blame.guilty('a'));
  blame.answered('a');
  times(2, () => blame.guilty('a'));
  expect(blame.givenUp('a')).toBeUndefined();
  blame.guilty('a');
  expect(blame.givenUp('a')).toMatchObject({ reason: 'provider_error', why: expect.stringContaining('of type a') });
  expect(blame.givenUp('b')).toBeUndefined();
});

test('a provider is given up after twenty deaths; a death counts once, and answers make up for it', () => {
  const blame = createBlame('acme 1.0.0');
  const one = {};
  times(30, () => blame.died(one));
  times(18, () => blame.died({}));
  expect(blame.givenUp('a')).toBeUndefined();
  times(50, () => blame.answered('a'));
  blame.died({});
  expect(blame.givenUp('a')).toBeUndefined();
  blame.died({});
  expect(blame.givenUp('a')).toMatchObject({ why: expect.stringContaining('acme 1.0.0 crashed 20 times') });
  times(500, () => blame.answered('a'));
  expect(blame.givenUp('a')).toBeDefined();
});

test('a type that never answers is given up, and a provider that never does: ended first, then given up', () => {
  const blame = createBlame('acme 1.0.0');
  times(7, () => blame.hung('a'));
  blame.answered('b');
  expect(blame.givenUp('a')).toBeUndefined();
  blame.hung('a');
  expect(blame.givenUp('a')).toMatchObject({ reason: 'timeout', why: expect.stringContaining('8 reads of type a') });
  blame.answered('b');
  const asked = Array.from({ length: 80 }, (_, i) => blame.hung(`t${i}`));
  expect(asked.flatMap((end, i) => (end ? [i] : []))).toEqual([39]);
  expect(blame.givenUp('new')).toMatchObject({ reason: 'timeout', why: expect.stringContaining('last 80 reads') });
});
