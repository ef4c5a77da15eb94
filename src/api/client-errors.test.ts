import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
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

/** Sends bytes as they are, and reads until the server closes. */
async function raw(bytes: string): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, body };
}

const host = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
  ['a method that does not exist', `BREW /api/v1/health HTTP/1.1\r\n${host}\r\n`, 400, 'bad_request'],
  ['headers without end', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['a path without end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'headers_too_large'],
  ['no host', 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
])('%s is answered in the form of all errors, with limits told', async (_name, bytes, status, code) => {
  const answer = await raw(bytes);
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

test('a flood of what is not HTTP gets one answer, and its connection is closed', async () => {
  const answer = await raw(`hello\r\n\r\n${'x'.repeat(5_000_000)}`);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: 'bad_request' }]);
});

test('an expectation that is not known is passed over', async () => {
  const answer = await raw(`GET /api/v1/health HTTP/1.1\r\nExpect: miracles\r\n${host}\r\n`);
  expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '1000000']);
});
