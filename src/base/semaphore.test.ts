import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('runs no more than its slots at once, the others in their order, also after a failure', async () => {
  const slots = createSemaphore(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const work = (n: number) => async () => {
    begun.push(n);
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    if (n === 1) throw new Error('no');
  };
  await Promise.allSettled([0, 1, 2, 3, 4].map((n) => slots.run(work(n))));
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4], 2]);
});
