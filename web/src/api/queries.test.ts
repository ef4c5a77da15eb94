import { expect, test } from 'vitest';
import { pollWhile } from './queries.ts';
import { Problem } from './problem.ts';

type Job = { running: boolean };
const every = pollWhile(({ running }: Job) => running);
const state = (given: object) =>
  ({
    state: { data: { running: true }, error: null, errorUpdateCount: 0, dataUpdateCount: 1, ...given },
  }) as Parameters<typeof every>[0];

test('stops polling what is done or unknown', () => {
  expect(every(state({ data: { running: false } }))).toBe(false);
  expect(every(state({ data: undefined }))).toBe(false);
});

test('polls more seldom the longer something runs, up to a maximum', () => {
  const pauses = [0, 15, 60, 10_000].map((dataUpdateCount) => every(state({ dataUpdateCount })));
  expect(pauses).toEqual([2000, 4000, 10_000, 30_000]);
});

test('waits after a refusal as long as the server says', () => {
  const limited = new Problem('slow down', { status: 429, code: 'rate_limited', retryAfterMs: 17_000 });
  expect(every(state({ error: limited, errorUpdateCount: 1 }))).toBe(17_000);
  const away = new Problem('away', { status: 503, code: 'unavailable' });
  const pauses = [1, 2, 5, 50].map((errorUpdateCount) => every(state({ error: away, errorUpdateCount })));
  expect(pauses).toEqual([2000, 4000, 32_000, 60_000]);
});
