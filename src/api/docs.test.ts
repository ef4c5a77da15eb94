import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { fastify, type FastifySchema } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { Store } from '../store/database.ts';
import { createLimiter } from '../limits/limiter.ts';
import { describeApi } from './openapi/describe.ts';
import { operationsOf, type Document } from './openapi/document.ts';
import { addRoutes } from './routes/index.ts';
import type { App } from './http/types.ts';
import { docPage } from './web/doc-page.ts';
import { validateRequests } from './http/validation.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

let store: Store;
let api: TestApi;

beforeAll(async () => {
  const [embedded] = await databases();
  store = await embedded!.open();
  api = await testApi(store);
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const get = (url: string) => api.app.inject({ method: 'GET', url });

test('serves the documentation to anybody, with the document of every operation', async () => {
  const page = await get('/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers).toHaveProperty('x-ratelimit-remaining');
  expect((await get('/docs/start.js')).body).toContain("url: '/api/v1/openapi.json'");
  const served = (await get('/api/v1/openapi.json')).json<Document>();
  expect(operationsOf(served).length).toBeGreaterThan(80);
  expect(served).toEqual(JSON.parse(JSON.stringify(api.app.swagger())));
});

test('loads only parts that this server has, and sets a policy for that', async () => {
  const page = await get('/docs');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(page.body).not.toMatch(/<(?:iframe|object|embed|img|form)\b|<script>|\son\w+=|\sstyle=|javascript:/i);
  const addresses = [...page.body.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address!);
  const parts = addresses.filter((address) => address !== 'data:,');
  expect(parts.toSorted()).toEqual(['/docs/start.js', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css']);
  for (const part of parts) {
    const answer = await get(part);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(`text/${part.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`);
  }
  expect((await get('/docs/swagger-ui.css')).body).not.toMatch(/url\((?!"?data:)|@import/);
});

test('serves the documents of this version, whose links lead to what is there', async () => {
  const names = globSync('*.md', { cwd: DOCS }).map((file) => file.replace('.md', ''));
  expect(names.length).toBeGreaterThan(30);
  const pages = new Map<string, string>();
  for (const name of names) {
    const answer = await get(`/docs/${name}`);
    expect([name, answer.statusCode]).toEqual([name, 200]);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(answer.body).not.toMatch(/<(?:script|iframe|object|embed|img|form)\b|\son\w+=|\sstyle=|javascript:/i);
    pages.set(name, answer.body);
  }
  const faults = [...pages].flatMap(([name, body]) =>
    [...body.matchAll(/<a href="(?:\/docs\/([\w-]+))?(?:#([^"]+))?"/g)].flatMap(([link, to = name, anchor]) => {
      const target = pages.get(to);
      const isThere = target !== undefined && (!anchor || target.includes(`id="${decodeURI(anchor)}"`));
      return isThere ? [] : [`${name}: ${link}`];
    }),
  );
  expect(faults).toEqual([]);
  expect(pages.get('index')).toContain('<a href="/docs/glossary">');
  for (const none of ['nothing', '..%2fREADME', 'index.md', 'decisions'])
    expect((await get(`/docs/${none}`)).statusCode).toBe(404);
  const style = await get('/docs/pages.css');
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
});

test('makes nothing of a document but text', () => {
  const page = docPage(
    '# A & <b>b</b>\n## A\n## A\n<script>x</script>\n[x](javascript:a) [y](../src/x.ts) [z](index.md#a) ![i](https://e/i.png)\n',
    (name) => name === 'index',
  );
  expect(page).toContain('<h2 id="a-1">A</h2>');
  expect(page).toContain('&lt;script&gt;');
  expect(page).toContain('x y <a href="/docs/index#a">z</a> ');
  expect(page).not.toMatch(/<script|javascript:|<img/);
});

test('compiles every lazy schema, and leaves the document unchanged', async () => {
  const schemas: FastifySchema[] = [];
  // Fastify compiles the schemas of responses itself, at once.
  const app: App = fastify();
  app.addHook('onRoute', ({ schema = {} }) => void schemas.push(schema));
  validateRequests(app);
  await describeApi(app, '0.0.0-test');
  const given = { version: '0.0.0-test', operatorHash: new Uint8Array(32), log: pino({ level: 'silent' }) };
  const limits = { key: 1, org: 1, recallKey: 1, recallOrg: 1 };
  const { services, metrics } = api;
  await addRoutes(app, { ...given, services, metrics, limiter: createLimiter({ now: () => 0 }), limits });
  await app.ready();
  const ajv = formats.default(new Ajv({ strict: false }));
  const bodies = schemas.flatMap(({ body }) => {
    // One schema for each media type, or one for JSON.
    const { content } = (body ?? {}) as { content?: Record<string, { schema: unknown }> };
    return content ? Object.values(content).map(({ schema }) => schema) : body;
  });
  const parts = [...bodies, ...schemas.flatMap(({ querystring, params, headers }) => [querystring, params, headers])];
  for (const part of parts) if (part !== undefined) expect(ajv.compile(part as object)).toBeTypeOf('function');
  const before = JSON.stringify(schemas);
  app.swagger();
  expect(JSON.stringify(schemas)).toBe(before);
  await app.close();
});
