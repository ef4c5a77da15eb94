import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('runs one task at a time, in turns, and limits the waiting tasks of each owner', async () => {
  const turns = createTurns();
  const done: string[] = [];
  let working = 0;
  const ask = (by: string, name: string) =>
    turns(by, async () => {
      working += 1;
      expect(working).toBe(1);
      await new Promise(setImmediate);
      working -= 1;
      done.push(name);
      if (name === 'a2') throw new Error('fails');
    });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name));
  const refused = ask('a', 'a6');
  all.push(ask('b', 'b1'), ask('b', 'b2'));
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  const ends = await Promise.allSettled(all);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5']);
  expect(ends.map(({ status }) => status === 'rejected')).toEqual([false, true, false, false, false, false, false]);
  await ask('c', 'c1');
  expect(done.at(-1)).toBe('c1');
});

test('skips a caller who gives up, makes room, and delays nobody else', async () => {
  const turns = createTurns();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = (name: string, signal?: AbortSignal) =>
    turns('a', () => (begun.push(name), name === 'a1' ? first.promise : Promise.resolve()), signal);
  const going = new AbortController();
  const one = ask('a1');
  const gone = ['a2', 'a3', 'a4', 'a5'].map((name) => ask(name, going.signal));
  going.abort();
  const [last, late] = [ask('a6'), ask('a7', going.signal)];
  first.resolve();
  const ends = await Promise.allSettled([...gone, late]);
  expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  await Promise.all([one, last]);
  expect(begun).toEqual(['a1', 'a6']);
  const leaving = new AbortController();
  await ask('a8', leaving.signal);
  leaving.abort();
  await ask('a9');
  expect(begun.at(-1)).toBe('a9');
});
