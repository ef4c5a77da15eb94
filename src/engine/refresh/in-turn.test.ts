import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('runs one after another as long as each goes on', async () => {
  const told: string[] = [];
  await inTurn(
    ['a', 'b'],
    async (item, goesOn) => {
      for (let i = 0; i < 4; i += 1) {
        goesOn();
        await sleep(20);
      }
      told.push(item);
    },
    50,
  );
  expect(told).toEqual(['a', 'b']);
});

test('begins the next one beside work that stands still, and waits for both', async () => {
  const told: string[] = [];
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  await inTurn(
    ['hangs', 'next'],
    async (item, goesOn) => {
      goesOn();
      if (item === 'hangs') await answered;
      told.push(item);
      resolve();
    },
    20,
  );
  expect(told).toEqual(['next', 'hangs']);
});

test('stops at the first failure, once all that runs has ended', async () => {
  const told: string[] = [];
  const work = async (item: string, goesOn: () => void): Promise<void> => {
    goesOn();
    await sleep(item === 'hangs' ? 60 : 1);
    told.push(item);
    if (item === 'fails') throw new Error('no');
  };
  await expect(inTurn(['hangs', 'fails', 'never'], work, 10)).rejects.toThrow('no');
  expect(told).toEqual(['fails', 'hangs']);
});
