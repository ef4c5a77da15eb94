import { once } from 'node:events';
import { request } from 'node:http';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { untilGone } from './in-turn.ts';

test.each(['before the call', 'after it'])('notices a client that disconnects %s', async (when) => {
  const app = fastify();
  const response = Promise.withResolvers<boolean>();
  const came = Promise.withResolvers<void>();
  app.get('/', async ({ raw }, reply) => {
    const early = when === 'after it' ? untilGone(reply) : undefined;
    came.resolve();
    await once(raw.socket, 'close');
    response.resolve((early ?? untilGone(reply)).aborted);
    return '';
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = request(address).on('error', () => undefined);
  client.end();
  await came.promise;
  client.destroy();
  expect(await response.promise).toBe(true);
  await app.close();
});
