import { expect, test } from 'vitest';
import { answerOf, callOf, sessionOf } from '../../../../../testkit/gateway-call.ts';
import { createCloud } from '../cloud.ts';
import type { CloudAnswer } from '../call/types.ts';

test('knows that the cloud has yet to answer, from when a call is sent until its answer comes or it fails', async () => {
  const session = sessionOf({ credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }) });
  const sent = [Promise.withResolvers<CloudAnswer>(), Promise.withResolvers<CloudAnswer>()] as const;
  const [first, second] = sent;
  const waiting = sent.map(({ promise }) =>
    createCloud(() => promise)(callOf({ session }), AbortSignal.timeout(5_000)),
  );
  const ended = Promise.allSettled(waiting);
  await expect.poll(session.progress.isAsking).toBe(true);
  first.resolve(answerOf(200, ''));
  await waiting[0];
  expect(session.progress.isAsking()).toBe(true);
  second.reject(new Error('cut'));
  await ended;
  expect(session.progress.isAsking()).toBe(false);
});
