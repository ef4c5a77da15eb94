import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Store } from '../../store/database.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SCRIPT = 'console.log("a dashboard");'.repeat(100);

let store: Store;
let api: TestApi;
let dir: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  dir = await temporaryDirectory();
  await mkdir(join(dir.path, 'assets'));
  await writeFile(join(dir.path, 'index.html'), '<!doctype html><title>A dashboard</title>');
  await writeFile(join(dir.path, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(dir.path, '.built'), 'secret');
  await writeFile(join(dir.path, 'assets/index-Ab_12-x.js'), SCRIPT);
  await writeFile(join(dir.path, 'assets/index-Ab_12-x.js.br'), brotliCompressSync(SCRIPT));
  const [database] = await databases();
  store = await database!.open();
  api = await testApi(store, [], { web: dir.path });
});
afterAll(async () => {
  await api.close();
  await store.close();
  await dir[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

test.each([
  '/',
  '/sign-in',
  '/o/org_1/analyses?severity=high',
  '/nothing/of/ours',
  '/.built',
  '/assets/%2e%2e/.built',
  '/o/org.with.dots/x',
])('serves the page for %s, with a strict policy and without caching', async (url) => {
  const answer = await get(url, HTML);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('A dashboard')]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  expect(answer.headers['content-security-policy']).not.toContain('unsafe');
  const etag = String(answer.headers.etag);
  const again = await get(url, { ...HTML, 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await api.app.inject({ method: 'HEAD', url, headers: HTML });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('serves files compressed and cacheable for ever', async () => {
  const url = '/assets/index-Ab_12-x.js';
  const plain = await get(url);
  expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT]);
  const type = { 'content-type': 'application/javascript; charset=utf-8', vary: 'accept-encoding' };
  expect(plain.headers).toMatchObject({ ...type, 'cache-control': 'public, max-age=31536000, immutable' });
  const small = await get(url, { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({ ...type, 'content-encoding': 'br' });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
  expect((await get('/icon.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
  });
});

test.each([
  '/assets/gone-1.js',
  '/assets/..%2f.built',
  '/assets/..%2findex.html',
  '/gone.png',
  '/api/v1/nothing',
  '/api/nothing',
  '/docs/nothing',
])('answers 404 to %s', async (url) => {
  const answer = await get(url, HTML);
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
});

test('answers 404 to programs that request an unknown path', async () => {
  for (const accept of ['*/*', 'application/json'])
    expect((await get('/o/org_1', { accept })).json()).toMatchObject({ code: 'not_found' });
  const posted = await api.app.inject({ method: 'POST', url: '/o/org_1', headers: HTML });
  expect(posted.json()).toMatchObject({ code: 'not_found' });
});

test('draws no limits for the page and its files', async () => {
  const fresh = await testApi(store, [], { web: dir.path, limits: { key: 5 } });
  const ask = (url: string) => fresh.app.inject({ url, headers: HTML });
  for (let i = 0; i < 20; i += 1)
    for (const url of ['/', '/o/x', '/icon.svg', '/assets/index-Ab_12-x.js'])
      expect((await ask(url)).statusCode).toBe(200);
  expect((await ask('/')).headers['x-ratelimit-remaining']).toBe('5');
  await fresh.close();
});

test('explains how to build a missing dashboard', async () => {
  const bare = await testApi(store, [], { web: join(dir.path, 'nothing-here') });
  const answer = await bare.app.inject({ url: '/o/org_1', headers: HTML });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('npm run build');
  await bare.close();
});

test("counts pages as the dashboard's", async () => {
  await get('/o/org_1/analyses', HTML);
  await get('/o/org_1/analyses', { accept: 'application/json' });
  const text = async () =>
    (await api.call('GET', '/metrics', { key: api.operatorKey, headers: { accept: 'text/plain' } })).body;
  const counted = (route: string, status: number) => `method="GET",route="${route}",status="${status}"`;
  await expect.poll(text).toContain(counted('dashboard', 200));
  await expect.poll(text).toContain(counted('unmatched', 404));
});
