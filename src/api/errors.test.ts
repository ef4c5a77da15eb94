import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { Store } from '../store/database.ts';

const [embedded] = await databases();

describe('errors', () => {
  let store: Store;
  let api: TestApi;
  beforeAll(async () => {
    if (!embedded) throw new Error('no embedded database');
    store = await embedded.open();
    api = await testApi(store);
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const json = { 'content-type': 'application/json' };
  const cases: [name: string, status: number, code: string, ask: () => ReturnType<TestApi['call']>][] = [
    ['a path that is not there', 404, 'not_found', () => api.call('GET', '/nothing', { key: api.operatorKey })],
    ['a path that is not there, without a key', 404, 'not_found', () => api.call('GET', '/nothing')],
    ['a method that is not there', 405, 'method_not_allowed', () => api.call('PUT', '/orgs', { key: api.operatorKey })],
    [
      'an empty body',
      400,
      'invalid_json',
      () => api.call('POST', '/orgs', { key: api.operatorKey, headers: json, payload: '' }),
    ],
    [
      'a body that is not JSON',
      400,
      'invalid_json',
      () => api.call('POST', '/orgs', { key: api.operatorKey, headers: json, payload: '{"login":' }),
    ],
    [
      'a prototype in the body',
      400,
      'invalid_json',
      () => api.call('POST', '/orgs', { key: api.operatorKey, headers: json, payload: '{"__proto__":{"x":1}}' }),
    ],
    [
      'another content type',
      415,
      'unsupported_media_type',
      () =>
        api.call('POST', '/orgs', { key: api.operatorKey, headers: { 'content-type': 'text/xml' }, payload: '<x/>' }),
    ],
    [
      'a body that is too large',
      413,
      'payload_too_large',
      () => api.call('POST', '/orgs', { key: api.operatorKey, body: { login: 'x'.repeat(2_000_000) } }),
    ],
    [
      'a wrong type',
      422,
      'invalid_input',
      () => api.call('POST', '/orgs', { key: api.operatorKey, body: { login: 7 } }),
    ],
    [
      'an unknown field',
      422,
      'invalid_input',
      () => api.call('POST', '/orgs', { key: api.operatorKey, body: { login: 'a', x: 1 } }),
    ],
    [
      'an unknown query parameter',
      422,
      'invalid_input',
      () => api.call('GET', '/orgs?offset=3', { key: api.operatorKey }),
    ],
    ['a limit out of bounds', 422, 'invalid_input', () => api.call('GET', '/orgs?limit=101', { key: api.operatorKey })],
    ['a made-up cursor', 422, 'invalid_input', () => api.call('GET', '/orgs?cursor=abc', { key: api.operatorKey })],
    ['a NUL byte in an id', 404, 'not_found', () => api.call('GET', '/analyses/%00', { key: api.operatorKey })],
    ['an unknown cloud', 404, 'not_found', () => api.call('GET', '/nimbus/verify', { key: api.operatorKey })],
    ['broken percent signs', 400, 'bad_request', () => api.call('GET', '/analyses/%E0%A4%A', { key: api.operatorKey })],
  ];

  test.each(cases)('%s is %i %s in the one form of all errors', async (_name, status, code, ask) => {
    const answer = await ask();
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const body = answer.json<Record<string, unknown>>();
    expect(body).toMatchObject({
      status,
      code,
      detail: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['x-request-id']).toBe(body.request_id);
    if (status === 422) expect(body.errors).toEqual([expect.objectContaining({ path: expect.any(String) })]);
  });

  test('rejects a login that is too long with a clear message', async () => {
    const answer = await api.call('POST', '/orgs', { key: api.operatorKey, body: { login: 'x'.repeat(300) } });
    const [first] = answer.json<{ errors: unknown[] }>().errors;
    expect(first).toEqual({ path: '/login', message: 'is too long: at most 100 characters' });
  });

  test('names the allowed methods with 405', async () => {
    const answer = await api.call('DELETE', '/orgs', { key: api.operatorKey });
    expect(answer.headers.allow?.toString().split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  test('rejects a second organization of the same login, in any case', async () => {
    const create = (login: string) => api.call('POST', '/orgs', { key: api.operatorKey, body: { login } });
    expect((await create('Acme')).statusCode).toBe(201);
    expect((await create('aCME')).json()).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('pages lists from the newest to the oldest without gaps or duplicates', async () => {
    for (let i = 0; i < 7; i += 1) await api.organization(`page-${i}`, 'read');
    const all = (await api.call('GET', '/orgs?limit=100', { key: api.operatorKey })).json<{ id: string }[]>();
    const seen: string[] = [];
    for (let next: string | undefined = '/orgs?limit=3'; next !== undefined;) {
      const answer = await api.call('GET', next, { key: api.operatorKey });
      seen.push(...answer.json<{ id: string }[]>().map(({ id }) => id));
      next = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(seen).toEqual([...seen].sort().reverse());
  });
});

test('answers health without a database, and 503 with Retry-After elsewhere', async () => {
  if (!embedded) throw new Error('no embedded database');
  const store = await embedded.open();
  const api = await testApi(store);
  const { key } = await api.organization('acme', 'read');
  await store.close();
  expect((await api.call('GET', '/health')).json()).toMatchObject({ status: 'ok', version: '0.0.0-test' });
  const ready = await api.call('GET', '/ready');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ status: 503, checks: { database: { status: 'unavailable' } } });
  const answer = await api.call('GET', '/analyses', { key });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  await api.close();
});
