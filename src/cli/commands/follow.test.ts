import { expect, test } from 'vitest';
import { CliError, type Client } from '../terminal/client.ts';
import { follow } from './analyses.ts';

/** A client that gets these answers, one after the other. */
function answering(answers: unknown[]): Client {
  const get = async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  return { get } as unknown as Client;
}

const quiet = { update: () => undefined, end: () => undefined };
const tooOften = new CliError('Rate limit exceeded (429)', { retryAfter: 0.01 });
const running = { status: 'running', progress: { done: 1, total: 2 } };

test('waits and goes on after a 429', async () => {
  const answers = [running, tooOften, tooOften, running, { status: 'completed' }];
  expect(await follow(answering(answers), 'an_1', quiet, { everyMs: 1 })).toEqual({ status: 'completed' });
  expect(answers).toEqual([]);
});

test('stops at any other error', async () => {
  const gone = new CliError('No such analysis. (404)');
  await expect(follow(answering([running, gone]), 'an_1', quiet, { everyMs: 1 })).rejects.toBe(gone);
});
