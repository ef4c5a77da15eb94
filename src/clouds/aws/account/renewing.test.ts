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
])('renews credentials of %s ahead of their end', async (_what, minutes, before, after) => {
  const make = vi.fn(async () => lasting(minutes));
  const kept = renewing(make);
  const first = await kept.get();
  vi.advanceTimersByTime(before * MINUTE);
  expect(await kept.get()).toBe(first);
  vi.advanceTimersByTime((after - before) * MINUTE);
  expect(await kept.get()).not.toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
});

test('creates credentials without an end once, also for simultaneous callers', async () => {
  const make = vi.fn(async () => ({}));
  const kept = renewing(make);
  const [a, b] = await Promise.all([kept.get(), kept.get()]);
  expect(a).toBe(b);
  vi.advanceTimersByTime(1e9);
  expect(await kept.get()).toBe(a);
  expect(make).toHaveBeenCalledTimes(1);
});

test('never returns refused credentials again, and renews replaced ones only once', async () => {
  const make = vi.fn(async () => lasting(60));
  const kept = renewing(make);
  const first = await kept.get();
  const second = await kept.get((one) => one === first);
  expect(second).not.toBe(first);
  expect(await kept.get((one) => one === first)).toBe(second);
  expect(make).toHaveBeenCalledTimes(2);
});

test('keeps the old credentials until their end when an early renewal fails', async () => {
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

test('throws the first failure', async () => {
  const kept = renewing(() => Promise.reject(new Error('no')));
  await expect(kept.get()).rejects.toThrow('no');
});
