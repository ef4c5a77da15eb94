import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('never two keys at once, never more than the capacity, and everybody gets a turn', async () => {
  const pieces = fc.array(fc.record({ key: fc.nat(3), steps: fc.nat(4), after: fc.nat(4) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 5 }), async (list, capacity) => {
      const turns = createTurns(capacity);
      const running: number[] = [];
      const all = list.map(async ({ key, steps, after }) => {
        for (let i = 0; i < after; i++) await nextTurn();
        await turns.run(key, async () => {
          running.push(key);
          expect(new Set(running).size).toBe(1);
          expect(running.length).toBeLessThanOrEqual(capacity);
          for (let i = 0; i < steps; i++) await nextTurn();
          running.splice(running.indexOf(key), 1);
        });
      });
      await Promise.all(all);
    }),
    { numRuns: 100 },
  );
});

test('a steady stream under one key does not keep another key waiting', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const piece = (name: string, key: string) =>
    turns.run(key, async () => {
      order.push(name);
      await nextTurn();
    });
  const first = piece('a1', 'a');
  const other = piece('b', 'b');
  const late = piece('a2', 'a');
  await Promise.all([first, other, late]);
  expect(order).toEqual(['a1', 'b', 'a2']);
});

test('equal keys that wait are let in together', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const piece = (key: string) =>
    turns.run(key, async () => {
      order.push(key);
      await nextTurn();
    });
  await Promise.all(['a', 'b', 'c', 'b', 'c', 'a'].map(piece));
  expect(order).toEqual(['a', 'b', 'b', 'c', 'c', 'a']);
});

test('who gives up while waiting leaves the queue; work that fails ends its turn', async () => {
  const turns = createTurns();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holder = turns.run('a', () => held);
  const abort = new AbortController();
  const given = turns.run('b', async () => 'never', abort.signal);
  const behind = turns.run('a', async () => {
    throw new Error('broken');
  });
  abort.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  await expect(behind).rejects.toThrow('broken');
  release();
  await holder;
  await expect(turns.run('c', async () => 'went on')).resolves.toBe('went on');
  await expect(turns.run('c', async () => 'never', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});
