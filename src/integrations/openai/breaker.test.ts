import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';

function at() {
  let now = 0;
  const breaker = createBreaker(() => now);
  return { breaker, wait: (ms: number) => void (now += ms) };
}

test('allows all requests without failures', () => {
  const { breaker } = at();
  expect([breaker.admit(), breaker.admit(), breaker.waitMs()]).toEqual([true, true, 0]);
  breaker.succeeded();
  expect(breaker.admit()).toBe(true);
});

test('blocks requests after a failure, then allows one, and all after its success', () => {
  const { breaker, wait } = at();
  breaker.failed();
  expect([breaker.admit(), breaker.waitMs()]).toEqual([false, 5_000]);
  wait(5_000);
  expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.admit(), breaker.admit(), breaker.waitMs()]).toEqual([true, true, 0]);
});

test('doubles the pause with each further failure, to five minutes, and counts simultaneous ones once', () => {
  const { breaker, wait } = at();
  for (let i = 0; i < 10; i += 1) breaker.failed();
  const waits: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    waits.push(breaker.waitMs());
    wait(breaker.waitMs());
    expect(breaker.admit()).toBe(true);
    breaker.failed();
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
});

test('pauses for as long as the service asks, up to an hour', () => {
  const { breaker } = at();
  breaker.failed(30_000);
  expect(breaker.waitMs()).toBe(30_000);
  const other = at().breaker;
  other.failed(1e12);
  expect(other.waitMs()).toBe(3_600_000);
});

test('lets the next caller probe after an abandoned probe', () => {
  const { breaker, wait } = at();
  breaker.failed();
  wait(5_000);
  expect(breaker.admit()).toBe(true);
  breaker.gaveUp();
  expect(breaker.admit()).toBe(true);
});
