import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../testkit/database.ts';
import { OPERATOR_KEY, startInstance } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { ownRedis, type TestRedis } from '../testkit/redis.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

type Limited = { get(path: string): Promise<Response>; said: { out: string } };

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

/**
 * Starts a server process. It shares the operator key and Redis with the others, and Postgres if there is one; an
 * embedded database is not shared.
 */
async function startLimited(
  { redisUrl, databaseUrl }: { redisUrl: string; databaseUrl: string | undefined },
  stack: AsyncDisposableStack,
): Promise<Limited> {
  const dir = stack.use(await temporaryDirectory());
  const env = {
    PLUMBLINE_DATA_DIR: join(dir.path, 'data'),
    PLUMBLINE_ADMIN_KEY: OPERATOR_KEY,
    PORT: '0',
    REDIS_URL: redisUrl,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const server = await startInstance(env);
  stack.defer(async () => void (await server.stop()));
  const headers = { authorization: `Bearer ${OPERATOR_KEY}` };
  return { get: (path) => fetch(`${server.url}/api/v1${path}`, { headers }), said: server.said };
}

/** Counts responses by status. */
async function countStatuses(responses: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const response of await Promise.all(responses)) {
    await response.arrayBuffer();
    counts[response.status] = (counts[response.status] ?? 0) + 1;
  }
  return counts;
}

describe.skipIf(await missing('redis-server')).each(kinds)('two server processes on one Redis, with %s', (kind) => {
  const stack = new AsyncDisposableStack();
  let redis: TestRedis;
  let shared: { redisUrl: string; databaseUrl: string | undefined };
  let instances: Limited[];

  beforeAll(async () => {
    redis = stack.use(await ownRedis());
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    shared = { redisUrl: redis.url, databaseUrl: database?.url };
    instances = [await startLimited(shared, stack)];
  });
  afterAll(() => stack.disposeAsync());

  /** Waits until `/ready` of all servers has this status. */
  async function settled(status: number): Promise<void> {
    for (const instance of instances) while ((await instance.get('/ready')).status !== status) await sleep(50);
  }
  const both = (calls: number) =>
    countStatuses(Array.from({ length: calls }, (_, i) => instances[i % instances.length]!.get('/orgs')));

  test('starts without Redis, reports that, and notices its return', async () => {
    const [first] = instances;
    const ready = await first!.get('/ready');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 503,
        code: 'unavailable',
        request_id: expect.any(String),
        detail: expect.stringContaining('Redis'),
        // The checks also contain the level of the sandbox once it is known.
        checks: expect.objectContaining({
          database: expect.objectContaining({ status: 'ok' }),
          cache: { status: 'degraded', kind: 'redis' },
        }),
      },
    ]);
    expect((await first!.get('/orgs')).status).toBe(200);
    await redis.start();
    instances.push(await startLimited(shared, stack));
    await settled(200);
  });

  test('admits exactly the limit between two processes', async () => {
    expect(await both(300)).toEqual({ 200: 120, 429: 180 });
  });

  test('fails no request while Redis is killed and restarted, and shows it in the readiness', async () => {
    const responses = Array.from({ length: 60 }, () => instances[0]!.get('/orgs'));
    await redis.kill();
    for (const status of Object.keys(await countStatuses(responses))) expect(['200', '429']).toContain(status);
    await settled(503);
    const alone = await both(300);
    expect(Object.keys(alone).sort()).toEqual(['200', '429']);
    expect((await instances[0]!.get('/health')).status).toBe(200);
    for (const { said } of instances) expect(said.out).toContain('Redis is away');
    await redis.start();
    await settled(200);
    expect(await (await instances[0]!.get('/ready')).json()).toMatchObject({
      status: 'ready',
      checks: { cache: { status: 'ok', kind: 'redis' } },
    });
    expect(await both(300)).toEqual({ 200: 120, 429: 180 });
  });
});
