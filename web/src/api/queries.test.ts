import { expect, test } from 'vitest';
import { pollWhile } from './queries.ts';
import { Problem } from './problem.ts';

type Told = { running: boolean };
const every = pollWhile(({ running }: Told) => running);
const state = (given: object) =>
  ({
    state: { data: { running: true }, error: null, errorUpdateCount: 0, dataUpdateCount: 1, ...given },
  }) as Parameters<typeof every>[0];

test('what is done, or was never known, is not asked for again', () => {
  expect(every(state({ data: { running: false } }))).toBe(false);
  expect(every(state({ data: undefined }))).toBe(false);
});

test('what runs is asked for more seldom the longer it is watched, up to a bound', () => {
  const pauses = [0, 15, 60, 10_000].map((dataUpdateCount) => every(state({ dataUpdateCount })));
  expect(pauses).toEqual([2000, 4000, 10_000, 30_000]);
});

test('after a refusal the server says when', () => {
  const limited = new Problem('slow down', { status: 429, code: 'rate_limited', retryAfterMs: 17_000 });
  expect(every(state({ error: limited, errorUpdateCount: 1 }))).toBe(17_000);
  const away = new Problem('away', { status: 503, code: 'unavailable' });
  const pauses = [1, 2, 5, 50].map((errorUpdateCount) => every(state({ error: away, errorUpdateCount })));
  expect(pauses).toEqual([2000, 4000, 32_000, 60_000]);
});
