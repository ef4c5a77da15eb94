import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStandInCloud, type StandInCloud } from './start.ts';

let cloud: StandInCloud;
beforeAll(async () => {
  cloud = await startStandInCloud();
});
afterAll(() => cloud.stop());

async function call(method: string, path: string, body?: unknown): Promise<[number, unknown]> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`${cloud.url}/sample/${path}`, init);
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}

test('creates, reads, patches, lists and deletes an object', async () => {
  const network = { cidr: '10.0.0.0/16', tags: { env: 'prod', owner: 'ops' }, id: 'net-1' };
  expect(await call('PUT', 'eu-1/network/net-1', network)).toEqual([201, network]);
  expect(await call('GET', 'eu-1/network/net-1')).toEqual([200, network]);
  const patched = { ...network, tags: { env: 'test' } };
  expect(await call('PATCH', 'eu-1/network/net-1', { tags: { env: 'test', owner: null } })).toEqual([200, patched]);
  expect(await call('GET', 'eu-1/network')).toEqual([200, [patched]]);
  expect(await call('DELETE', 'eu-1/network/net-1')).toEqual([204, null]);
  expect((await call('GET', 'eu-1/network/net-1'))[0]).toBe(404);
});

test('separates the objects of regions', async () => {
  await call('PUT', 'eu-1/queue/q', { name: 'q' });
  expect((await call('GET', 'us-1/queue/q'))[0]).toBe(404);
  expect(await call('GET', 'us-1/queue')).toEqual([200, []]);
});

test('rejects a body that is not a JSON object', async () => {
  expect((await call('PUT', 'eu-1/queue/bad', [1]))[0]).toBe(400);
  expect((await call('PATCH', 'eu-1/queue/absent', {}))[0]).toBe(404);
  expect((await fetch(`${cloud.url}/sample/eu-1/queue/x`, { method: 'PUT', body: '{' })).status).toBe(400);
});
