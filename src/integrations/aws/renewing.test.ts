import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewing } from './renewing.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-31T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;
const lasting = (minutes: number) => ({ expiration: new Date(Date.now() + minutes * MINUTE) });

test.each([
  ['an hour', 60, 54, 56],
  ['eight minutes', 8, 3, 5],
])('what lives for %s is renewed ahead of its end', async (_what, minutes, before, after) => {
  const make = vi.fn(async () => lasting(minutes));
  const kept = renewing(make);
  const first = await kept.get();
  vi.advanceTimersByTime(before * MINUTE);
  expect(await kept.get()).toBe(first);
  vi.advanceTimersByTime((after - before) * MINUTE);
  expect(await kept.get()).not.toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
});

test('what has no end is made once, and all who ask at the same moment wait for the same', async () => {
  const make = vi.fn(async () => ({}));
  const kept = renewing(make);
  const [a, b] = await Promise.all([kept.get(), kept.get()]);
  expect(a).toBe(b);
  vi.advanceTimersByTime(1e9);
  expect(await kept.get()).toBe(a);
  expect(make).toHaveBeenCalledTimes(1);
});

test('what was refused is not given again; one that was replaced meanwhile costs nothing', async () => {
  const make = vi.fn(async () => lasting(60));
  const kept = renewing(make);
  const first = await kept.get();
  const second = await kept.get((one) => one === first);
  expect(second).not.toBe(first);
  expect(await kept.get((one) => one === first)).toBe(second);
  expect(make).toHaveBeenCalledTimes(2);
});

test('a renewal that fails ahead of time leaves the old one in force to its end, and no longer', async () => {
  const make = vi.fn(async () => lasting(60));
  const kept = renewing(make);
  const first = await kept.get();
  make.mockRejectedValue(new Error('STS is away'));
  vi.advanceTimersByTime(56 * MINUTE);
  expect(await kept.get()).toBe(first);
  vi.advanceTimersByTime(5 * MINUTE);
  await expect(kept.get()).rejects.toThrow('STS is away');
  make.mockImplementation(async () => lasting(60));
  expect(await kept.get()).not.toBe(first);
});

test('the first failure is thrown', async () => {
  const kept = renewing(() => Promise.reject(new Error('no')));
  await expect(kept.get()).rejects.toThrow('no');
});
