import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../../testkit/needs.ts';
import { ownRedis } from '../../../testkit/redis.ts';
import { createLimiter } from '../../limits/limiter.ts';
import { createMemoryStore } from '../../limits/memory.ts';
import { closest, type Bucket, type Decision } from '../../limits/types.ts';
import { openSharedStore } from './shared-store.ts';
import { TAKE_SCRIPT } from './take-script.ts';

const admitted = (decisions: Decision[]) => decisions.filter((decision) => decision.admitted).length;
const now = () => performance.now();

describe.skipIf(await missing('redis'))('limits in Redis', () => {
  const url = process.env.PLUMBLINE_TEST_REDIS_URL ?? '';
  const stores = [openSharedStore({ url }), openSharedStore({ url })] as const;
  let redis: Redis;

  beforeAll(async () => {
    redis = new Redis(url);
    for (const store of stores) await store.connect();
  });
  afterAll(() => {
    for (const store of stores) store.close();
    redis.disconnect();
  });

  /** Unique buckets, which a Redis for tests evicts by itself. */
  const fresh = (name: Bucket['name'], limit: number): Bucket => ({ name, limit, id: `test:${randomUUID()}` });

  test('shares the limit between two stores on one Redis', async () => {
    const [key, org] = [fresh('key', 120), fresh('org', 150)];
    const calls = (on: Bucket[]) => Array.from({ length: 300 }, (_, i) => stores[i % 2]!.take(on));
    const first = await Promise.all(calls([key, org]));
    expect(admitted(first)).toBe(120);
    const second = await Promise.all(calls([fresh('key', 120), org]));
    expect(admitted(second)).toBe(30);
    const refused = second.find((decision) => !decision.admitted);
    expect(refused?.statuses).toMatchObject([{ remaining: 90 }, { name: 'org', limit: 150, remaining: 0 }]);
    expect(closest(refused!)?.resetMs).toBeGreaterThan(0);
    expect(closest(refused!)?.resetMs).toBeLessThanOrEqual(60_000);
  });

  // The original script except for the clock, so that any schedule can be tried without waiting.
  test('decides random schedules as the memory store does', async () => {
    const script = TAKE_SCRIPT.replace("redis.call('TIME')", '{ 0, ARGV[#ARGV] }');
    expect(script).not.toBe(TAKE_SCRIPT);
    const windowMs = 10;
    const step = fc.record({ gap: fc.nat(windowMs + 2), on: fc.integer({ min: 1, max: 3 }) });
    const limits = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 }));
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 20 }), async (limits, steps) => {
        let ms = 5;
        const model = createMemoryStore({ now: () => ms, windowMs });
        const buckets = limits.map((limit) => fresh('key', limit));
        const due: unknown[] = [];
        const pipeline = redis.pipeline();
        for (const { gap, on } of steps) {
          ms += gap;
          const chosen = buckets.filter((_, i) => (on >> i) & 1);
          const { admitted, statuses } = model.take(chosen);
          due.push([admitted, ...statuses.flatMap((one) => [one.remaining, one.resetMs])]);
          const names = chosen.map(({ id }) => id);
          pipeline.eval(
            script,
            names.length,
            ...names,
            windowMs * 1000,
            ...chosen.map(({ limit }) => limit),
            ms * 1000,
          );
        }
        const answers = (await pipeline.exec()) ?? [];
        const got = answers.map(([error, answer], call) => {
          if (error) throw error;
          const [passed, ...counts] = answer as number[];
          const chosen = buckets.filter((_, i) => ((steps[call]?.on ?? 0) >> i) & 1);
          const statuses = chosen.flatMap(({ limit }, i) => [limit - counts[2 * i]!, counts[2 * i + 1]! / 1000]);
          return [passed === 1, ...statuses];
        });
        expect(got).toEqual(due);
      }),
      { numRuns: 300 },
    );
  });

  test('keeps a log for its window, and deletes it soon after', async () => {
    const bucket = fresh('key', 5);
    for (let i = 0; i < 2; i += 1) await stores[0].take([bucket]);
    const before = now();
    await stores[0].take([bucket]);
    const ttl = await redis.pttl(`plumbline:limit:${bucket.id}`);
    expect(ttl + (now() - before)).toBeGreaterThan(60_000);
    expect(ttl).toBeLessThanOrEqual(61_000);
    expect(await redis.llen(`plumbline:limit:${bucket.id}`)).toBe(3);
  });

  test('survives a server clock that was set back by an hour', async () => {
    const bucket = fresh('key', 1);
    await redis.rpush(`plumbline:limit:${bucket.id}`, String((Date.now() + 3_600_000) * 1000));
    expect((await stores[0].take([bucket])).admitted).toBe(true);
    expect((await stores[1].take([bucket])).admitted).toBe(false);
  });
});

describe.skipIf(await missing('redis-server'))('a Redis that comes and goes', () => {
  const key: Bucket = { name: 'key', id: 'key:a', limit: 100 };

  test('fails no call while Redis is away, killed or silent, and counts again afterwards', async () => {
    await using redis = await ownRedis();
    const shared = openSharedStore({ url: redis.url });
    await using stack = new AsyncDisposableStack();
    stack.defer(async () => shared.close());
    const limiter = createLimiter({ now, shared });
    const calls = (n: number) => Promise.all(Array.from({ length: n }, () => limiter.take([key])));
    const until = async (status: string) => {
      while ((await limiter.check()).status !== status) await new Promise((resolve) => setTimeout(resolve, 20));
    };

    await expect(shared.connect()).rejects.toThrow('closed');
    expect(admitted(await calls(30))).toBe(30);
    await until('degraded');

    await redis.start();
    await until('ok');
    expect(admitted(await calls(10))).toBe(10);
    const inFlight = calls(20);
    await redis.kill();
    expect(admitted(await inFlight)).toBe(20);
    await until('degraded');
    // 30 + 10 + 20 calls passed earlier in this process, wherever they were counted.
    expect(admitted(await calls(100))).toBe(40);

    await redis.start();
    await until('ok');
    expect(admitted(await calls(10))).toBe(10);
    redis.pause();
    // A silent store delays one call; then this process counts alone.
    expect(await calls(10)).toHaveLength(10);
    await until('degraded');
    redis.resume();
    await until('ok');
    expect(admitted(await calls(200))).toBeGreaterThan(0);
  });

  test('limits in memory where the password is refused', async () => {
    await using redis = await ownRedis();
    await redis.start();
    const shared = openSharedStore({ url: redis.url.replace('//', '//nobody:wrong@') });
    const limiter = createLimiter({ now, shared });
    await shared.connect().catch(() => undefined);
    expect((await limiter.take([key])).admitted).toBe(true);
    expect((await limiter.check()).status).toBe('degraded');
    shared.close();
  });
});
