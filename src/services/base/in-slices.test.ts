import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

test('gives others their turn between steps, and keeps the order', async () => {
  const seen: string[] = [];
  const busy = (ms: number) => {
    for (const from = performance.now(); performance.now() - from < ms;);
  };
  const budget = { leftMs: 1_000 };
  const working = inSlices(['a', 'b', 'c'], budget, (item) => {
    seen.push(item);
    busy(12);
  });
  setImmediate(() => seen.push('another'));
  expect(await working).toBe(true);
  expect(budget.leftMs).toBeLessThan(970);
  expect([seen.filter((one) => one !== 'another'), seen.at(-1)]).toEqual([['a', 'b', 'c'], 'c']);
  expect(await inSlices([], budget, busy)).toBe(true);
});

test('stops when the shared budget is used up or the caller is gone', async () => {
  const seen: number[] = [];
  const items = Array.from({ length: 1_000 }, (_, n) => n);
  const step = (n: number) => {
    seen.push(n);
    for (const from = performance.now(); performance.now() - from < 5;);
  };
  const budget = { leftMs: 30 };
  expect(await inSlices(items, budget, step)).toBe(false);
  const first = seen.length;
  expect(first).toBeLessThan(items.length);
  expect(await inSlices(items, budget, step)).toBe(false);
  expect(await inSlices(items, { leftMs: 1_000, signal: AbortSignal.abort() }, step)).toBe(false);
  expect(seen).toHaveLength(first);
});
