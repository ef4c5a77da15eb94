import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { missing } from '../../testkit/needs.ts';
import { openSharedStore } from '../integrations/redis/shared-store.ts';
import { createLimiter } from '../limits/limiter.ts';
import { newKey } from '../services/keys/format.ts';
import type { Store } from '../store/database.ts';

const [embedded] = await databases();
const noRedis = await missing('redis');
const LIMITS = { key: 5, org: 8, recallKey: 3, recallOrg: 4 };

const response = (answer: Response) => [
  answer.statusCode,
  Number(answer.headers['x-ratelimit-limit']),
  Number(answer.headers['x-ratelimit-remaining']),
];
const policy = (answer: Response) => answer.headers['ratelimit-policy'];

describe('limits of recall', () => {
  let store: Store;
  let roomy: TestApi;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    store = await embedded!.open();
    stack.defer(() => store.close());
    roomy = await testApi(store);
    stack.defer(() => roomy.close());
  });
  afterAll(() => stack.disposeAsync());

  async function limited(limiter = createLimiter({ now: () => performance.now() })): Promise<TestApi> {
    const api = await testApi(store, [], { limiter, limits: LIMITS });
    stack.defer(() => api.close());
    return api;
  }

  let logins = 0;
  /** Two keys of one organization, and their recalls. */
  async function tenant(...apis: TestApi[]) {
    const login = `tenant-${(logins += 1)}`;
    const { id, key: first } = await roomy.organization(login, 'read');
    const body = { name: 'second', scopes: ['read'] };
    const made = await roomy.call('POST', `/orgs/${id}/keys`, { key: roomy.operatorKey, body });
    const second = made.json<{ key: string }>().key;
    let calls = 0;
    const recall = (key: string, intent = 'x') =>
      apis[calls++ % apis.length]!.call('POST', '/memory/recall', { key, body: { project: login, intent } });
    const list = (key: string) => apis[calls++ % apis.length]!.call('GET', '/analyses', { key });
    return { first, second, recall, list };
  }

  test('draws on its own limits alone, and reports those', async () => {
    const { first, second, recall, list } = await tenant(await limited());
    const answer = await recall(first);
    expect(response(answer)).toEqual([200, 3, 2]);
    expect(policy(answer)).toBe('"recall-key";q=3;w=60, "recall-org";q=4;w=60');
    expect(answer.headers.ratelimit).toMatch(/^"recall-key";r=2;t=\d+, "recall-org";r=3;t=\d+$/);
    const listed = await list(first);
    expect([response(listed), policy(listed)]).toEqual([[200, 5, 4], '"key";q=5;w=60, "org";q=8;w=60']);
    expect([response(await recall(first)), response(await recall(first))]).toEqual([
      [200, 3, 1],
      [200, 3, 0],
    ]);
    const refused = await recall(first);
    expect(response(refused)).toEqual([429, 3, 0]);
    const wait = Number(refused.headers['retry-after']);
    expect(refused.json<{ detail: string }>().detail).toBe(
      `Rate limit exceeded: 3 recalls a minute for this key. Try again in ${wait} seconds.`,
    );
    // The key's limit refused the call, so it did not count against the organization: one call is left for its other key.
    expect(response(await recall(second))).toEqual([200, 4, 0]);
    const byOrg = await recall(second);
    expect(response(byOrg)).toEqual([429, 4, 0]);
    expect(byOrg.json<{ detail: string }>().detail).toContain('4 recalls a minute for this organization');
    expect(response(await list(second))).toEqual([200, 5, 4]);
  });

  test('works while the general limits are used up', async () => {
    const { first, recall, list } = await tenant(await limited());
    for (let i = 0; i < 5; i += 1) await list(first);
    expect((await list(first)).statusCode).toBe(429);
    expect(response(await recall(first))).toEqual([200, 3, 2]);
  });

  test('counts invalid calls too, and draws on the general limits for writes and other methods', async () => {
    const api = await limited();
    const { first, recall } = await tenant(api);
    expect(response(await recall(first, ''))).toEqual([422, 3, 2]);
    expect(policy(await api.call('POST', '/memory/incidents', { key: first, body: {} }))).toContain('"key"');
    expect(policy(await api.call('GET', '/memory/recall', { key: first }))).toContain('"key"');
  });

  test('gives the operator a recall limit', async () => {
    const api = await limited();
    const body = { project: 'tenant-1', intent: 'x' };
    const ask = async () => response(await api.call('POST', '/memory/recall', { key: api.operatorKey, body }));
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      [200, 3, 2],
      [200, 3, 1],
      [200, 3, 0],
      [429, 3, 0],
    ]);
    expect((await api.call('GET', '/orgs', { key: api.operatorKey })).statusCode).toBe(200);
  });

  test('counts calls without a valid key by address', async () => {
    const api = await limited();
    const body = { project: 'tenant-1', intent: 'x' };
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const answer = await api.call('POST', '/memory/recall', { key: newKey(), body });
      statuses.push(answer.statusCode);
      expect(policy(answer)).toBe('"address";q=5;w=60');
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await api.call('GET', '/analyses', { key: newKey() })).statusCode).toBe(429);
  });

  test.skipIf(noRedis)('shares the limits between two processes on one Redis', async () => {
    const url = process.env.PLUMBLINE_TEST_REDIS_URL ?? '';
    const apis: TestApi[] = [];
    for (let i = 0; i < 2; i += 1) {
      const shared = openSharedStore({ url });
      await shared.connect();
      stack.defer(async () => shared.close());
      apis.push(await limited(createLimiter({ now: () => performance.now(), shared })));
    }
    const { first, second, recall, list } = await tenant(...apis);
    const admitted = async (answers: Promise<Response>[]) =>
      (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200).length;
    expect(await admitted(Array.from({ length: 10 }, () => recall(first, randomUUID())))).toBe(3);
    expect(await admitted(Array.from({ length: 10 }, () => recall(second)))).toBe(1);
    expect(await admitted(Array.from({ length: 10 }, () => list(first)))).toBe(5);
  });
});
