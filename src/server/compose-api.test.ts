import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { missing } from '../../testkit/needs.ts';
import { ownRedis } from '../../testkit/redis.ts';
import { composeLimiter } from './compose-api.ts';
import { readConfig } from './config/config.ts';

async function composed(url: string) {
  const log = new PassThrough();
  const degradations: boolean[] = [];
  const limiting = await composeLimiter(readConfig({ REDIS_URL: url }), {
    log: pino(log),
    metrics: { limiterDegraded: (degraded) => degradations.push(degraded) },
  });
  const status = await limiting.limiter.check();
  limiting.close();
  return { status, degradations, said: String(log.read() ?? '') };
}

test('starts without Redis, and logs the reason', async () => {
  const { status, degradations, said } = await composed('redis://someone:hunter2@127.0.0.1:9');
  expect(degradations).toEqual([true]);
  expect(status).toEqual({ status: 'degraded', kind: 'redis' });
  expect(said).toMatch(/ECONNREFUSED.*Redis is away/);
  expect(said).not.toContain('hunter2');
});

describe.skipIf(await missing('redis-server'))('with a Redis', () => {
  test('reports a refused password without repeating it', async () => {
    await using redis = await ownRedis();
    await redis.start();
    const { status, said } = await composed(redis.url.replace('//', '//someone:hunter2@'));
    expect(status).toEqual({ status: 'degraded', kind: 'redis' });
    expect(said).toMatch(/WRONGPASS.*Redis is away/);
    expect(said).not.toContain('hunter2');
  });

  test('starts after a moment where Redis is silent', async () => {
    await using redis = await ownRedis();
    await redis.start();
    redis.pause();
    expect((await composed(redis.url)).status.status).toBe('degraded');
  });
});
