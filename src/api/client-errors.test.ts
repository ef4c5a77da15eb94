import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { sendRaw } from '../../testkit/raw-http.ts';
import type { Store } from '../store/database.ts';

let store: Store;
let api: TestApi;
beforeAll(async () => {
  store = await (await databases())[0]!.open();
  api = await testApi(store);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const raw = (bytes: string) => sendRaw((api.app.server.address() as AddressInfo).port, bytes);

const host = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
  ['a method that does not exist', `BREW /api/v1/health HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request'],
  ['headers without end', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['a path without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'headers_too_large'],
  [
    'a length twice',
    `POST /api/v1/orgs HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    400,
    'bad_request',
  ],
  [
    'a length and chunks',
    `POST /api/v1/orgs HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'chunks that are not the last coding',
    `POST /api/v1/orgs HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'an odd transfer coding',
    `POST /api/v1/orgs HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'a broken chunk',
    `POST /api/v1/orgs HTTP/1.1\r\n${host}KEY\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`,
    400,
    'bad_request',
  ],
  ['a header that is folded', `GET /api/v1/health HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`, 400, 'bad_request'],
  ['white space before a colon', `GET /api/v1/health HTTP/1.1\r\n${host}X : a\r\n\r\n`, 400, 'bad_request'],
  ['a NUL in a header', `GET /api/v1/health HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 400, 'bad_request'],
  ['a bare line feed', `GET /api/v1/health HTTP/1.1\n${host}\n\n`, 400, 'bad_request'],
  ['another version of HTTP', `GET /api/v1/health HTTP/3.0\r\n${host}\r\n`, 400, 'bad_request'],
  ['HTTP/2 without being asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, 'method_not_allowed'],
  ['a path that is too long', `GET /api/v1/${'x'.repeat(8000)} HTTP/1.1\r\n${host}\r\n`, 414, 'uri_too_long'],
  ['the path of no resource', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404, 'not_found'],
  ['a space in the path', `GET /api/v1/he alth HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request'],
  ['no host', 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
])('answers %s in the common error form, with the limits', async (_name, bytes, status, code) => {
  const answer = await raw(
    bytes.replace('KEY', `Authorization: Bearer ${api.operatorKey}\r\nContent-Type: application/json`),
  );
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  expect(body).toEqual({ status, code, detail: expect.any(String), request_id: answer.headers['x-request-id'] });
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'cache-control': 'no-store',
    'x-ratelimit-limit': '1000000',
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    'ratelimit-policy': '"address";q=1000000;w=60',
  });
});

test('answers a flood of non-HTTP once, and closes its connection', async () => {
  const answer = await raw(`hello\r\n\r\n${'x'.repeat(5_000_000)}`);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: 'bad_request' }]);
});

test('ignores an unknown expectation', async () => {
  const answer = await raw(`GET /api/v1/health HTTP/1.1\r\nExpect: miracles\r\n${host}\r\n`);
  expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '1000000']);
});

test.each([
  ['HTTP/1.0, without a host', 'GET /api/v1/health HTTP/1.0\r\n\r\n'],
  ['the whole URL', `GET http://somewhere.else/api/v1/health HTTP/1.1\r\n${host}\r\n`],
  ['the whole URL with a query', `GET HTTPS://x:1/api/v1/health?x=1 HTTP/1.1\r\n${host}\r\n`],
  [
    'an upgrade that is not known',
    `GET /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  ],
  ['chunks', `GET /api/v1/health HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
])('answers %s', async (_name, bytes) => {
  const { status, body } = await raw(bytes);
  expect([status, JSON.parse(body)]).toMatchObject([200, { status: 'ok' }]);
});

test('sends 100-continue before the body', async () => {
  const body = '{"login":"continued"}';
  const key = `Authorization: Bearer ${api.operatorKey}\r\nContent-Type: application/json\r\n`;
  const { whole } = await raw(
    `POST /api/v1/orgs HTTP/1.1\r\n${host}${key}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(whole).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/);
});

test('answers pipelined requests in order, and garbage behind them last', async () => {
  const ask = (path: string) =>
    `GET /api/v1/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.operatorKey}\r\n\r\n`;
  const { whole } = await raw(`${ask('orgs')}${ask('health')}${ask('nothing')}garbage\r\n\r\n`);
  const statuses = [...whole.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 200, 404, 400]);
});
