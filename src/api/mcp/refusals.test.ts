import { SdkHttpError } from '@modelcontextprotocol/client';
import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { connectMcp, ERAS, listenMcp, toolCall } from '../../../testkit/mcp.ts';
import { createLimiter } from '../../limits/limiter.ts';
import { newKey } from '../../services/keys/format.ts';
import type { Store } from '../../store/database.ts';
import { within } from '../../store/scope.ts';

const [database] = await databases();
const LIMITS = { key: 5, org: 20, recallKey: 3, recallOrg: 20 };
const PAGE = 'https://app.example.com';

type Refused = {
  jsonrpc: string;
  id: unknown;
  error: { code: number; message: string; data?: { detail: string; status: number; code: string; request_id: string } };
};
type Sent = { key?: string | undefined; headers?: Record<string, string>; payload?: string | Buffer };

describe('refusals of /mcp', () => {
  let store: Store;
  let api: TestApi;
  let url: URL;
  let org: { id: string; key: string };
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    store = await database!.open();
    stack.defer(() => store.close());
    api = await testApi(store, [], { http: { corsOrigins: [PAGE] } });
    stack.defer(() => api.close());
    url = await listenMcp(api.app);
    org = await api.organization('acme', 'read');
  });
  afterAll(() => stack.disposeAsync());

  const { headers: HEADERS, body: CALL } = toolCall('recall', { project: 'acme', intent: 'open ssh' });
  const { body: LEGACY } = toolCall('recall', { project: 'acme', intent: 'open ssh' }, ERAS[1]);
  const OLD = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': '', 'mcp-name': '' };

  async function post(body: unknown, { key = org.key, headers = {}, payload }: Sent = {}, on = api) {
    const all = Object.entries({ ...HEADERS, ...headers, ...(key !== '' && { authorization: `Bearer ${key}` }) });
    const lower = Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
    const answer = await on.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: Object.fromEntries(Object.entries(lower).filter(([, value]) => value !== '')),
      payload: payload ?? JSON.stringify(body),
    });
    const text = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.body : 'null';
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text) as Refused };
  }

  /** The status, after checking that the error has JSON-RPC's form, and contains the API's own. */
  function checked({ status, headers, body }: Awaited<ReturnType<typeof post>>): [number, number, string | undefined] {
    const { code, message, data } = body.error;
    expect(body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    if (data?.request_id !== undefined) {
      expect(data).toMatchObject({ detail: message, request_id: headers['x-request-id'] });
      expect(headers).toHaveProperty('ratelimit-policy');
    }
    return [status, code, data?.code];
  }

  test('answers 401 with WWW-Authenticate without a valid key, and the official client shows it', async () => {
    const made = await api.call('POST', `/orgs/${org.id}/keys`, {
      key: api.operatorKey,
      body: { name: 'gone', scopes: ['admin'] },
    });
    const { id, key: revoked } = made.json<{ id: string; key: string }>();
    await api.call('DELETE', `/orgs/${org.id}/keys/${id}`, { key: api.operatorKey });
    const bodies = new Set<string>();
    for (const key of ['', 'garbage', newKey(), revoked, api.operatorKey.slice(0, -1)]) {
      const answer = await post(CALL, { key });
      expect([key, ...checked(answer)]).toEqual([key, 401, 401, 'unauthenticated']);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      const { request_id: _, ...rest } = answer.body.error.data!;
      bodies.add(JSON.stringify(rest));
    }
    expect(bodies.size).toBe(1);
    for (const era of ERAS) {
      const refused = await connectMcp(url, newKey(), era).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SdkHttpError);
      expect((refused as SdkHttpError).status).toBe(401);
    }
  });

  test('accepts every key, since each has the scope of the tools', async () => {
    const none = within(store.db, 'instance')
      .updateTable('api_keys')
      .set({ scopes: [] })
      .where('org_id', '=', org.id)
      .execute();
    await expect(none).rejects.toThrow('api_keys_scopes_check');
    for (const scope of ['read', 'write', 'admin'] as const) {
      const { key } = await api.organization(`a-${scope}-key`, scope);
      const answer = await post(toolCall('list_drift', {}).body, { key, headers: { 'mcp-name': 'list_drift' } });
      expect([scope, answer.status]).toEqual([scope, 200]);
    }
  });

  test('rejects bodies that are no message', async () => {
    const hostile: [string, Sent, number, number, string | undefined][] = [
      ['no JSON', { payload: '{"jsonrpc":' }, 400, -32700, 'invalid_json'],
      ['no UTF-8', { payload: Buffer.from([0x22, 0xff, 0x22]) }, 400, -32700, 'invalid_json'],
      ['nothing', { payload: '' }, 400, -32600, 'bad_request'],
      ['a batch', { payload: JSON.stringify([CALL, CALL]) }, 400, -32600, 'bad_request'],
      ['a text', { payload: '"x"' }, 400, -32600, 'bad_request'],
      ['null', { payload: 'null' }, 400, -32600, 'bad_request'],
      ['an object', { payload: '{}' }, 400, -32600, undefined],
      ['an id that is none', { payload: JSON.stringify({ ...CALL, id: { a: 1 } }) }, 400, -32600, undefined],
      ['deep lists', { payload: `${'['.repeat(1000)}${']'.repeat(1000)}` }, 400, -32700, 'invalid_json'],
      ['a prototype', { payload: '{"__proto__":{"method":"tools/call"}}' }, 400, -32700, 'invalid_json'],
      ['a NUL', { payload: JSON.stringify({ ...CALL, id: 'a\0' }) }, 400, -32602, 'invalid_input'],
      ['too much', { payload: JSON.stringify('x'.repeat(1_100_000)) }, 413, 413, 'payload_too_large'],
      ['another type', { headers: { 'content-type': 'text/plain' } }, 415, 415, 'unsupported_media_type'],
      [
        'gzip',
        { headers: { 'content-encoding': 'gzip' }, payload: gzipSync('{}') },
        415,
        415,
        'unsupported_media_type',
      ],
      ['only streams', { headers: { accept: 'text/event-stream' } }, 406, 406, 'not_acceptable'],
    ];
    for (const [name, sent, ...expected] of hostile)
      expect([name, ...checked(await post(CALL, sent))]).toEqual([name, ...expected]);
  });

  test('answers 405 to methods about sessions', async () => {
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const headers = { authorization: `Bearer ${org.key}`, accept: 'text/event-stream', 'mcp-session-id': 'x' };
      const answer = await api.app.inject({ method, url: '/mcp', headers });
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, 'POST']);
    }
  });

  test('answers 403 to pages of other origins, and sends CORS headers to named ones', async () => {
    for (const origin of ['https://evil.example', 'null', `${PAGE}.evil.example`, 'http://127.0.0.1:8080'])
      expect([origin, ...checked(await post(CALL, { headers: { origin } }))]).toEqual([origin, 403, 403, 'forbidden']);
    expect((await post(CALL, { headers: { origin: PAGE } })).status).toBe(200);
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: { origin: PAGE, 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('MCP-Protocol-Version, Mcp-Method, Mcp-Name');
  });

  test('rejects headers and messages that disagree, or name another revision', async () => {
    const { params } = CALL;
    const claiming = (revision: string) => ({
      ...CALL,
      params: { ...params, _meta: { ...params._meta, 'io.modelcontextprotocol/protocolVersion': revision } },
    });
    const cases: [string, unknown, Record<string, string>, number, number][] = [
      ['no version', CALL, { 'mcp-protocol-version': '' }, 400, -32020],
      ['no method', CALL, { 'mcp-method': '' }, 400, -32020],
      ['another method', CALL, { 'mcp-method': 'tools/list' }, 400, -32020],
      ['another tool', CALL, { 'mcp-name': 'get_incident' }, 400, -32020],
      ['another version', CALL, { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
      ['a version to come', claiming('2099-01-01'), { 'mcp-protocol-version': '2099-01-01' }, 400, -32022],
      ['no claim', LEGACY, { 'mcp-protocol-version': '2026-07-28' }, 400, -32602],
      ['a version of before', LEGACY, { ...OLD, 'mcp-protocol-version': '2024-11-05' }, 400, -32000],
      [
        'no such method',
        { ...CALL, method: 'tools/none' },
        { 'mcp-method': 'tools/none', 'mcp-name': '' },
        404,
        -32601,
      ],
      ['a stream', { ...CALL, method: 'subscriptions/listen' }, { 'mcp-method': 'subscriptions/listen' }, 404, -32601],
      ['no such method, before', { ...LEGACY, method: 'tools/none' }, OLD, 200, -32601],
      ['resources', { ...LEGACY, method: 'resources/list' }, OLD, 200, -32601],
    ];
    for (const [name, body, headers, ...expected] of cases) {
      const answer = await post(body, { headers });
      expect([name, answer.status, answer.body.error.code]).toEqual([name, ...expected]);
    }
    const { body } = await post(claiming('2099-01-01'), { headers: { 'mcp-protocol-version': '2099-01-01' } });
    expect(body.error.data).toMatchObject({ supported: ['2026-07-28'] });
    // The server understands a client of the older revision that sends no version.
    expect((await post(LEGACY, { headers: { ...OLD, 'mcp-protocol-version': '' } })).body).toHaveProperty('result');
  });

  test('rejects unknown tools and invalid arguments', async () => {
    for (const name of ['nothing', '__proto__', 'constructor', 'x\u202e'.repeat(200)]) {
      const answer = await post({ ...LEGACY, params: { name, arguments: {} } }, { headers: OLD });
      expect([answer.status, answer.body.error.code]).toEqual([200, -32602]);
      expect(answer.body.error.message).toMatch(
        /^There is no tool .*; there are recall, list_drift, get_analysis, get_incident, list_unmanaged\.$/,
      );
      expect(answer.body.error.message).not.toContain('\u202e');
    }
    const answer = await post({ ...LEGACY, params: { name: 'recall', arguments: [] } }, { headers: OLD });
    expect([answer.status, answer.body.error.code]).toEqual([200, -32602]);
  });

  test('accepts notifications and responses without effect', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled'])
      expect(await post({ jsonrpc: '2.0', method, params: { requestId: 1 } }, { headers: OLD })).toMatchObject({
        status: 202,
        body: null,
      });
    expect((await post({ jsonrpc: '2.0', id: 1, result: {} }, { headers: OLD })).status).toBe(202);
  });

  test('survives any input', async () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('tools/call', 'initialize', 'recall', 'ping', '2.0', 1));
    const message = fc.record(
      {
        jsonrpc: fc.oneof(fc.constant('2.0'), odd),
        id: odd,
        method: odd,
        params: fc.oneof(odd, fc.record({ name: odd, arguments: odd, _meta: odd }, { requiredKeys: [] })),
        result: odd,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, odd), fc.constantFrom(OLD, {}), async (body, headers) => {
        const { status } = await post(body, { headers });
        expect([200, 202, 400, 404]).toContain(status);
      }),
      { numRuns: 200 },
    );
  });

  describe('beyond the limits', () => {
    async function limited() {
      const limiter = createLimiter({ now: () => performance.now() });
      const tight = await testApi(store, [], { limiter, limits: LIMITS });
      stack.defer(() => tight.close());
      const { key } = await api.organization(`limited-${Math.random().toString(36).slice(2)}`, 'read');
      const list = toolCall('list_drift', {});
      const ask = async (body: object, headers = {}, payload?: string) => {
        const answer = await post(body, { key, headers, ...(payload !== undefined && { payload }) }, tight);
        return { ...answer, told: [answer.status, Number(answer.headers['x-ratelimit-remaining'])] };
      };
      return {
        tight,
        key,
        recall: () => ask(CALL),
        recallBefore: () => ask(LEGACY, OLD),
        list: () => ask(list.body, list.headers),
        malformed: () => ask({}, {}, '{'),
        rest: async () => (await tight.call('GET', '/analyses', { key })).statusCode,
      };
    }

    test('draws on the limits of recall for recall, in both revisions, and on the general ones otherwise', async () => {
      const { recall, recallBefore, list, rest } = await limited();
      expect([(await recall()).told, (await recallBefore()).told, (await recall()).told]).toEqual([
        [200, 2],
        [200, 1],
        [200, 0],
      ]);
      const refused = await recallBefore();
      expect(checked(refused)).toEqual([429, 429, 'rate_limited']);
      expect(refused.body.id).toBe(7);
      const wait = Number(refused.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(refused.body.error.message).toBe(
        `Rate limit exceeded: 3 recalls a minute for this key. Try again in ${wait} seconds.`,
      );
      expect((await list()).told).toEqual([200, 4]);
      // The API's other calls count against the same limits.
      expect(await rest()).toBe(200);
      expect((await list()).told).toEqual([200, 2]);
    });

    test('counts and limits messages that never become a call', async () => {
      const { malformed, recall, list } = await limited();
      for (const left of [4, 3, 2, 1, 0]) expect((await malformed()).told).toEqual([400, left]);
      expect(checked(await malformed())).toEqual([429, 429, 'rate_limited']);
      expect(checked(await list())).toEqual([429, 429, 'rate_limited']);
      expect((await recall()).told).toEqual([200, 2]);
    });

    test('counts invalid credentials by address', async () => {
      const { tight } = await limited();
      const statuses: number[] = [];
      for (let i = 0; i < 7; i += 1) statuses.push((await post(CALL, { key: newKey() }, tight)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    });

    test('shows 429 in the official client', async () => {
      const { tight, key } = await limited();
      await using client = await connectMcp(await listenMcp(tight.app), key);
      const call = () => client.callTool({ name: 'recall', arguments: { project: 'nobody', intent: 'x' } });
      for (let i = 0; i < 3; i += 1) expect(await call()).toMatchObject({ isError: true });
      const refused = await call().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SdkHttpError);
      expect((refused as SdkHttpError).status).toBe(429);
      expect(String((refused as SdkHttpError).data.text)).toContain('Try again in');
    });
  });
});

test('answers 503 with Retry-After without a database', async () => {
  const store = await database!.open();
  const api = await testApi(store);
  const { key } = await api.organization('acme', 'read');
  await store.close();
  for (const era of ERAS) {
    const { headers, body } = toolCall('list_drift', {}, era);
    const all = { ...headers, authorization: `Bearer ${key}` };
    const answer = await api.app.inject({ method: 'POST', url: '/mcp', headers: all, body });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ error: { code: 503, data: { status: 503, code: 'unavailable' } } });
  }
  await api.close();
});
