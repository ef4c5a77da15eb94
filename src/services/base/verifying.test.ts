import { expect, test } from 'vitest';
import { inTurn } from './verifying.ts';

test('verifies four at once, and the next as soon as one of them is through, whether it fails or not', async () => {
  const begun: number[] = [];
  const through = Array.from({ length: 6 }, () => Promise.withResolvers<number>());
  const results = through.map(({ promise }, i) =>
    inTurn(async () => {
      begun.push(i);
      return promise;
    }),
  );
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  through[2]?.reject(new Error('refused'));
  await expect(results[2]).rejects.toThrow('refused');
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  for (const [i, { resolve }] of through.entries()) resolve(i);
  expect(await Promise.all(results.filter((_, i) => i !== 2))).toEqual([0, 1, 3, 4, 5]);
});
