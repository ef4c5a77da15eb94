import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { Store } from '../store/database.ts';
import type { HttpOptions } from './http/types.ts';

const [embedded] = await databases();
const stack = new AsyncDisposableStack();
let store: Store;
beforeAll(async () => {
  store = await embedded!.open();
  stack.defer(() => store.close());
});
afterAll(() => stack.disposeAsync());

async function apiWith(http: HttpOptions = {}, limits = {}): Promise<TestApi> {
  const api = await testApi(store, [], { http, limits });
  stack.defer(() => api.close());
  return api;
}

describe('headers', () => {
  const all = (api: TestApi): Promise<Response>[] => [
    api.call('GET', '/health'),
    api.call('GET', '/orgs', { key: api.operatorKey }),
    api.call('GET', '/nothing'),
    api.call('GET', '/orgs'),
    api.call('GET', '/analyses/%E0%A4%A'),
  ];

  test('protects every answer against sniffing, framing and caching', async () => {
    for (const answer of await Promise.all(all(await apiWith()))) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
      expect(Object.keys(answer.headers).filter((name) => /^(access-control|server|x-powered)/.test(name))).toEqual([]);
    }
  });

  test('sends HSTS where users connect by https', async () => {
    const api = await apiWith({ publicUrl: 'https://plumbline.example.com' });
    const answer = await api.call('GET', '/health');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('pages of other origins', () => {
  const ORIGIN = 'https://app.example.com';
  const preflight = (api: TestApi, origin: string, path = '/orgs') =>
    api.app.inject({
      method: 'OPTIONS',
      url: `/api/v1${path}`,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });

  test('grants other origins nothing by default', async () => {
    const api = await apiWith();
    const answer = await preflight(api, ORIGIN);
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });

  test('lets named origins call without credentials, and read the rate limit headers', async () => {
    const api = await apiWith({ corsOrigins: [ORIGIN, 'http://localhost:3000'] });
    const permission = await preflight(api, ORIGIN);
    expect([permission.statusCode, permission.body]).toEqual([204, '']);
    expect(permission.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: expect.stringContaining('Origin'),
    });
    for (const answer of [
      await api.call('GET', '/orgs', { key: api.operatorKey, headers: { origin: ORIGIN } }),
      await api.call('GET', '/orgs', { headers: { origin: ORIGIN } }),
    ]) {
      expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(answer.headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test.each(['https://app.example.com.evil.net', 'http://app.example.com', 'https://APP.example.com', 'null', '*'])(
    'of %s may not',
    async (origin) => {
      const api = await apiWith({ corsOrigins: [ORIGIN] });
      const asked = await api.call('GET', '/orgs', { key: api.operatorKey, headers: { origin } });
      for (const answer of [await preflight(api, origin), asked])
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(asked.headers.vary).toContain('Origin');
    },
  );
});

describe('proxies', () => {
  const FORWARDED = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'trace-0123456789' };
  const refused = (api: TestApi, remoteAddress: string, headers: Record<string, string>) =>
    api.app.inject({ url: '/api/v1/orgs', remoteAddress, headers });

  test('ignores forwarded addresses from unnamed proxies, so that they escape no limit', async () => {
    const api = await apiWith({}, { key: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const answer = await refused(api, '198.51.100.1', { ...FORWARDED, 'x-forwarded-for': `203.0.113.${i}` });
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  test('takes the caller and request id from named proxies', async () => {
    const api = await apiWith({ trustedProxies: ['198.51.100.0/24', '2001:db8::/32'] }, { key: 2 });
    const ask = async (address: string, forwarded: string) =>
      (await refused(api, address, { ...FORWARDED, 'x-forwarded-for': forwarded })).statusCode;
    for (const caller of ['203.0.113.1', '203.0.113.2'])
      expect([
        await ask('198.51.100.1', caller),
        await ask('198.51.100.2', caller),
        await ask('198.51.100.1', caller),
      ]).toEqual([401, 401, 429]);
    // The caller's own values are left of the one that the proxy adds.
    expect(await ask('198.51.100.1', '192.0.2.1, 203.0.113.1')).toBe(429);
    expect(await ask('2001:db8::1', '203.0.113.1')).toBe(429);
    expect(await ask('::ffff:198.51.100.9', '203.0.113.1')).toBe(429);
    // The header of a machine that is not the proxy is ignored.
    expect(await ask('203.0.113.99', '203.0.113.1')).toBe(401);
    const answer = await refused(api, '198.51.100.1', FORWARDED);
    expect(answer.json()).toMatchObject({ request_id: 'trace-0123456789' });
    for (const odd of ['short', 'x'.repeat(200), 'with space in it', '<script>alert(1)</script>'])
      expect(
        (await refused(api, '198.51.100.1', { ...FORWARDED, 'x-request-id': odd })).headers['x-request-id'],
      ).toMatch(/^req_/);
  });
});

describe('slow callers', () => {
  test.each([
    ['headers that never end', 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX: 1'],
    [
      'a body that never ends',
      'POST /api/v1/orgs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nKEY\r\nContent-Length: 10\r\n\r\n{',
    ],
  ])('answers %s with 408 and closes the connection', async (_name, bytes) => {
    const slow = await apiWith({ timeouts: { headers: 300, request: 600, answer: 30_000 } });
    await slow.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((slow.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes.replace('KEY', `Authorization: Bearer ${slow.operatorKey}`));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('"code":"request_timeout"');
  });

  test('answers 503 after the time limit', async () => {
    // On a busy machine the test itself may be a slow caller, so the other limits are long.
    const patient = await apiWith({ timeouts: { headers: 30_000, request: 30_000, answer: 300 } });
    await patient.app.listen({ host: '127.0.0.1', port: 0 });
    const silent = vi.spyOn(store, 'ping').mockReturnValue(new Promise(() => undefined));
    const response = await fetch(`http://127.0.0.1:${(patient.app.server.address() as AddressInfo).port}/api/v1/ready`);
    silent.mockRestore();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('longer') });
  });
});
