import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { fastify, type FastifySchema } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { Store } from '../store/database.ts';
import { docsPage } from './docs/page.ts';
import { createLimiter } from '../limits/limiter.ts';
import { describeApi } from './openapi/describe.ts';
import { operationsOf, type Document } from './openapi/document.ts';
import { addRoutes } from './routes/index.ts';
import type { App } from './http/types.ts';
import { validateRequests } from './http/validation.ts';

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

test('serves the documentation to anybody, with every operation', async () => {
  const page = await get('/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers).toHaveProperty('x-ratelimit-remaining');
  const document = api.app.swagger() as Document;
  for (const { path, operation } of operationsOf(document)) {
    expect(page.body).toContain(`id="${operation.operationId}"`);
    expect(page.body).toContain(path);
  }
  for (const name of Object.keys(document.components?.schemas ?? {}))
    expect(page.body).toContain(`id="schema-${name}"`);
});

test('has no broken link', async () => {
  const { body } = await get('/docs');
  const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, id] of body.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(id);
});

test('loads only its style sheet, runs no script, and sets a policy for that', async () => {
  const page = await get('/docs');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(page.body).not.toMatch(/<(?:script|iframe|object|embed|img|form)\b|\son\w+=|\sstyle=|javascript:/i);
  const addresses = [...page.body.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);
  const outside = addresses.filter(
    (address) => !/^(?:#|\/docs\/style\.css$|\/api\/v1\/openapi\.json$|data:,$)/.test(address!),
  );
  expect(outside).toEqual([]);
  const style = await get('/docs/style.css');
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(style.body).not.toMatch(/url\(|@import|@font-face|:\/\//);
});

test('escapes the texts of the document', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const operation = { operationId: 'getIt', summary: evil, description: `\`${evil}\``, tags: ['t'], responses: {} };
  const page = docsPage({ tags: [{ name: 't', description: evil }], paths: { [`/${evil}`]: { get: operation } } });
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
});

test('compiles every lazy schema, and leaves the document unchanged', async () => {
  const schemas: FastifySchema[] = [];
  // Compiles those of answers itself, at once.
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
    // One for each media type, or one for JSON.
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
