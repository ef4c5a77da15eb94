import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLine } from './turns.ts';

test('serves the first before the others, which still get every eleventh turn', async () => {
  const { first, others } = createLine();
  const served: string[] = [];
  const turn = (name: string) => async () => {
    await setImmediate();
    served.push(name);
  };
  await Promise.all([
    ...Array.from({ length: 3 }, () => others(turn('other'))),
    ...Array.from({ length: 21 }, () => first(turn('first'))),
  ]);
  const tenth = Array.from({ length: 10 }, () => 'first');
  expect(served).toEqual(['other', ...tenth, 'other', ...tenth, 'other', 'first']);
});

test('rejects the caller whose turn fails, and serves the next', async () => {
  const { first, others } = createLine();
  const failing = first(() => Promise.reject(new Error('no')));
  const next = others(() => Promise.resolve('served'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('served');
});
