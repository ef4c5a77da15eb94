import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { CloudPort } from '../services/clouds/port.ts';
import { newKey } from '../services/keys/format.ts';
import type { Store } from '../store/database.ts';
import { operationsOf, resolve, type Document } from './openapi/document.ts';

const [embedded] = await databases();
const broken = () => Promise.reject(new Error('a defect'));
const brokenCloud: CloudPort = {
  name: 'aws',
  verify: broken,
  policies: broken,
  setup: broken,
  checkRole: broken,
  open: broken,
};

function numbers(answer: Response) {
  const of = (name: string) => Number(String(answer.headers[name]));
  return {
    limit: of('x-ratelimit-limit'),
    remaining: of('x-ratelimit-remaining'),
    reset: of('x-ratelimit-reset'),
    ietf: String(answer.headers.ratelimit),
    policy: String(answer.headers['ratelimit-policy']),
  };
}

describe('limits over HTTP', () => {
  let store: Store;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    store = await embedded!.open();
    stack.defer(() => store.close());
  });
  afterAll(() => stack.disposeAsync());

  let logins = 0;
  /** An API with its own limits on the shared store. The operator, too, is limited to `key` calls. */
  async function limited(key: number, org: number): Promise<TestApi & { tenant(): Promise<string[]> }> {
    const api = await testApi(store, [brokenCloud], { limits: { key, org } });
    stack.defer(() => api.close());
    const roomy = await testApi(store);
    stack.defer(() => roomy.close());
    /** Two keys of one organization. */
    async function tenant(): Promise<string[]> {
      const { id, key } = await roomy.organization(`tenant-${(logins += 1)}`, 'read');
      const body = { name: 'second', scopes: ['read'] };
      const second = await roomy.call('POST', `/orgs/${id}/keys`, { key: roomy.operatorKey, body });
      return [key, second.json<{ key: string }>().key];
    }
    return { ...api, tenant };
  }

  test('reports the limits in every answer', async () => {
    const api = await testApi(store, [brokenCloud]);
    stack.defer(() => api.close());
    const { id, key } = await api.organization('everything', 'admin');
    const operator = { key: api.operatorKey };
    const json = { 'content-type': 'application/json' };
    const keys = (await api.call('GET', `/orgs/${id}/keys`, { key })).json<{ id: string }[]>();
    const answers: [status: number, bucket: string, answer: Response][] = [
      [200, 'key', await api.call('GET', '/analyses', { key })],
      [200, 'address', await api.call('GET', '/health')],
      [200, 'address', await api.call('GET', '/health', { key })],
      [200, 'address', await api.call('GET', '/ready')],
      [200, 'address', await api.call('GET', '/openapi.json')],
      [200, 'key', await api.call('GET', '/openapi.json', { key })],
      [201, 'key', await api.call('POST', '/orgs', { ...operator, body: { login: 'created' } })],
      [400, 'key', await api.call('POST', '/orgs', { ...operator, headers: json, payload: '{' })],
      [400, 'address', await api.call('GET', '/analyses/%E0%A4%A', { key })],
      [404, 'address', await api.call('GET', `/analyses/${'a'.repeat(300)}`, { key })],
      [401, 'address', await api.call('GET', '/analyses')],
      [401, 'address', await api.call('GET', '/analyses', { key: newKey() })],
      [403, 'key', await api.call('GET', '/orgs', { key })],
      [404, 'address', await api.call('GET', '/nothing')],
      [404, 'address', await api.call('GET', '/nothing', { key: 'garbage' })],
      [404, 'key', await api.call('GET', '/nothing', { key })],
      [404, 'key', await api.call('GET', '/analyses/an_0', { key })],
      [405, 'address', await api.call('PUT', '/orgs')],
      [405, 'key', await api.call('PUT', '/orgs', { key })],
      [409, 'key', await api.call('POST', `/orgs/${id}/analyses`, { key, body: {} })],
      [413, 'key', await api.call('POST', '/orgs', { ...operator, body: { login: 'x'.repeat(2_000_000) } })],
      [415, 'key', await api.call('POST', '/orgs', { ...operator, headers: { 'content-type': 'a/b' }, payload: 'x' })],
      [422, 'key', await api.call('GET', '/analyses?limit=0', { key })],
      [500, 'key', await api.call('GET', `/orgs/${id}/aws`, { key })],
      [204, 'key', await api.call('DELETE', `/orgs/${id}/keys/${keys[0]!.id}`, { key })],
    ];
    const policies: Record<string, RegExp> = {
      key: /^"key";q=1000000;w=60(, "org";q=1000000;w=60)?$/,
      address: /^"address";q=1000000;w=60$/,
    };
    for (const [status, bucket, answer] of answers) {
      expect([answer.statusCode, answer.raw.req.method, answer.raw.req.url]).toEqual([
        status,
        answer.raw.req.method,
        answer.raw.req.url,
      ]);
      const { limit, remaining, reset, ietf, policy } = numbers(answer);
      expect(limit).toBe(1_000_000);
      expect(remaining).toBeLessThanOrEqual(limit);
      expect(reset).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) - 60);
      expect(policy).toMatch(policies[bucket]!);
      expect(ietf).toMatch(/^"\w+";r=\d+;t=\d+(, "\w+";r=\d+;t=\d+)?$/);
    }
  });

  test('allows a key 120 calls a minute, then answers 429 with Retry-After; refused calls cost nothing', async () => {
    const api = await limited(120, 600);
    const [key] = await api.tenant();
    const before = Date.now();
    const answers = await Promise.all(Array.from({ length: 240 }, () => api.call('GET', '/analyses', { key: key! })));
    const [passed, refused] = [200, 429].map((status) => answers.filter(({ statusCode }) => statusCode === status));
    expect([passed!.length, refused!.length]).toEqual([120, 120]);
    const left = passed!.map((answer) => numbers(answer).remaining).sort((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: 120 }, (_, i) => i));

    const answer = await api.call('GET', '/analyses', { key: key! });
    const wait = Number(answer.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(answer.json()).toEqual({
      detail: `Rate limit exceeded: 120 requests a minute for this key. Try again in ${wait} seconds.`,
      status: 429,
      code: 'rate_limited',
      request_id: answer.headers['x-request-id'],
    });
    expect(numbers(answer)).toMatchObject({
      limit: 120,
      remaining: 0,
      ietf: expect.stringMatching(/^"key";r=0;t=\d+, "org";r=480;t=\d+$/),
      policy: '"key";q=120;w=60, "org";q=600;w=60',
    });
    expect(numbers(answer).reset).toBeGreaterThanOrEqual(Math.floor(before / 1000) + 60);
    const answered = Date.parse(String(answer.headers.date)) / 1000;
    expect([-1, 0, 1, 2]).toContain(numbers(answer).reset - wait - answered);
  });

  test("shares an organization's limit between its keys, and affects no other organization", async () => {
    const api = await limited(10, 15);
    const [[first, second], [foreign]] = [await api.tenant(), await api.tenant()];
    const statuses = async (key: string, calls: number) => {
      const answers = await Promise.all(Array.from({ length: calls }, () => api.call('GET', '/analyses', { key })));
      return answers.filter(({ statusCode }) => statusCode === 200).length;
    };
    expect(await statuses(first!, 20)).toBe(10);
    expect(await statuses(second!, 20)).toBe(5);
    const refused = await api.call('GET', '/analyses', { key: second! });
    expect(refused.json<{ detail: string }>().detail).toContain('15 requests a minute for this organization');
    expect(numbers(refused)).toMatchObject({ limit: 15, remaining: 0 });
    expect(await statuses(foreign!, 20)).toBe(10);
  });

  test('counts calls that are refused for their scope, path or body', async () => {
    const api = await limited(4, 600);
    const [key] = await api.tenant();
    const left = async (method: 'GET' | 'PUT', path: string) =>
      numbers(await api.call(method, path, { key: key! })).remaining;
    expect(await left('GET', '/orgs')).toBe(3);
    expect(await left('GET', '/nothing')).toBe(2);
    expect(await left('PUT', '/orgs')).toBe(1);
    expect(await left('GET', '/analyses?limit=0')).toBe(0);
    expect((await api.call('GET', '/nothing', { key: key! })).statusCode).toBe(429);
  });

  test('gives the operator a limit', async () => {
    const api = await limited(2, 600);
    const ask = async () => (await api.call('GET', '/orgs', { key: api.operatorKey })).statusCode;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  });

  test('exempts probes', async () => {
    const api = await limited(2, 600);
    for (let i = 0; i < 5; i += 1) {
      const health = await api.call('GET', '/health', { key: 'garbage' });
      expect([health.statusCode, numbers(health).remaining]).toEqual([200, 2]);
      expect((await api.call('GET', '/ready')).statusCode).toBe(200);
    }
  });

  test('refuses an address that keeps sending invalid credentials, but not its valid keys or public routes', async () => {
    const api = await limited(3, 600);
    const [key] = await api.tenant();
    const tried: number[] = [];
    for (const bad of ['garbage', newKey(), undefined, newKey(), undefined])
      tried.push((await api.call('GET', '/analyses', bad === undefined ? {} : { key: bad })).statusCode);
    expect(tried).toEqual([401, 401, 401, 429, 429]);
    const refused = await api.call('GET', '/analyses');
    expect(refused.json<{ detail: string }>().detail).toContain('without a valid key from this address');
    expect((await api.call('GET', '/nothing', { key: newKey() })).statusCode).toBe(429);
    expect((await api.call('GET', '/openapi.json')).statusCode).toBe(200);
    expect((await api.call('GET', '/nothing')).statusCode).toBe(404);
    expect((await api.call('GET', '/analyses', { key: key! })).statusCode).toBe(200);
    const elsewhere = await api.app.inject({ url: '/api/v1/analyses', remoteAddress: '203.0.113.7' });
    expect(elsewhere.statusCode).toBe(401);
  });

  test('documents the limits on every response, and 429 wherever it may occur', async () => {
    const api = await limited(10, 10);
    const spec = (await api.call('GET', '/openapi.json')).json<Document>();
    for (const { path, operation } of operationsOf(spec)) {
      const { responses = {} } = operation;
      expect([path, '429' in responses]).toEqual([path, !/\/(health|ready|webhooks\/github)$/.test(path)]);
      for (const [status, response] of Object.entries(responses)) {
        const { headers = {} } = resolve(spec, response);
        const names = Object.keys(headers);
        expect(names).toEqual(expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Reset', 'RateLimit-Policy']));
        expect(names.includes('Retry-After')).toBe(['429', '503'].includes(status));
        for (const header of Object.values(headers)) expect(resolve(spec, header).description).toBeTruthy();
      }
    }
  });
});

test('reports limits without a database, and refuses nobody for a key that cannot be checked', async () => {
  const store = await embedded!.open();
  const api = await testApi(store);
  const { key } = await api.organization('acme', 'read');
  await store.close();
  for (const [path, status] of [
    ['/health', 200],
    ['/ready', 503],
    ['/analyses', 503],
    ['/nothing', 404],
  ] as const) {
    const answer = await api.call('GET', path, { key });
    expect([path, answer.statusCode]).toEqual([path, status]);
    expect(numbers(answer)).toMatchObject({ limit: 1_000_000, policy: '"address";q=1000000;w=60' });
  }
  await api.close();
});
