import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('runs items one after another while each makes progress', async () => {
  const reported: string[] = [];
  await inTurn(
    ['a', 'b'],
    async (item, goesOn) => {
      for (let i = 0; i < 4; i += 1) {
        goesOn();
        await sleep(20);
      }
      reported.push(item);
    },
    50,
  );
  expect(reported).toEqual(['a', 'b']);
});

test('starts the next item beside stalled work, and waits for both', async () => {
  const reported: string[] = [];
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  await inTurn(
    ['hangs', 'next'],
    async (item, goesOn) => {
      goesOn();
      if (item === 'hangs') await answered;
      reported.push(item);
      resolve();
    },
    20,
  );
  expect(reported).toEqual(['next', 'hangs']);
});

test('stops at the first failure, when all running items have ended', async () => {
  const reported: string[] = [];
  const work = async (item: string, goesOn: () => void): Promise<void> => {
    goesOn();
    await sleep(item === 'hangs' ? 60 : 1);
    reported.push(item);
    if (item === 'fails') throw new Error('no');
  };
  await expect(inTurn(['hangs', 'fails', 'never'], work, 10)).rejects.toThrow('no');
  expect(reported).toEqual(['fails', 'hangs']);
});
