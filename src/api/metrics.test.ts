import { readFileSync } from 'node:fs';
import { METHODS, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import parse from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { newKey } from '../services/keys/format.ts';
import type { Store } from '../store/database.ts';

const PLAIN = { accept: 'text/plain' };
const [embedded] = await databases();

let store: Store;
let api: TestApi;
beforeAll(async () => {
  store = await embedded!.open();
  api = await testApi(store);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const plainText = async () => (await api.call('GET', '/metrics', { key: api.operatorKey, headers: PLAIN })).body;
/** The label sets of one metric; the parser drops those of histograms. */
const series = async (metric: string) =>
  (await plainText()).split('\n').flatMap((line) => new RegExp(`^${metric}\\{(.*)\\} `).exec(line)?.[1] ?? []);

/** Sends a request over a socket, with any method that Node knows. */
function send(method: string, path: string): Promise<number | undefined> {
  const { port } = api.app.server.address() as AddressInfo;
  return new Promise((done) => {
    const sent = request({ port, host: '127.0.0.1', method, path, agent: false }, (answer) => {
      answer.resume();
      answer.once('close', () => done(answer.statusCode));
    });
    sent.once('error', () => done(undefined));
    sent.once('connect', (answer, socket) => {
      socket.destroy();
      done(answer.statusCode);
    });
    sent.end();
  });
}

describe('metrics as JSON', () => {
  test('reports the process and the queue', async () => {
    const answer = await api.call('GET', '/metrics', { key: api.operatorKey });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers.vary).toBe('Accept, Origin');
    expect(answer.json()).toEqual({
      uptime: expect.any(Number),
      version: '0.0.0-test',
      pid: process.pid,
      gc: Object.fromEntries(
        ['minor', 'minor_mark_sweep', 'major', 'incremental', 'weakcb'].map((kind) => [
          kind,
          { count: expect.any(Number), duration_ms: expect.any(Number) },
        ]),
      ),
      heap: { used: expect.any(Number), total: expect.any(Number), limit: expect.any(Number) },
      rss: expect.any(Number),
      event_loop_delay: {
        mean: expect.any(Number),
        p50: expect.any(Number),
        p99: expect.any(Number),
        max: expect.any(Number),
      },
      queue: expect.objectContaining({ analysis: { waiting: 0, active: 0, failed: 0 } }),
    });
  });

  test('counts garbage collections', async () => {
    const collected = async () => {
      const answer = await api.call('GET', '/metrics', { key: api.operatorKey });
      return answer.json<{ gc: { minor: { count: number } } }>().gc.minor.count;
    };
    const before = await collected();
    let rubbish: unknown[] = [];
    // Node reports a collection a little later.
    do {
      for (let i = 0; i < 100; i += 1) rubbish = [...rubbish.slice(-20), randomBytes(1000).toString('hex').split('')];
    } while ((await collected()) === before);
    expect(rubbish).not.toHaveLength(0);
  });

  test('requires a key that may read, of any organization', async () => {
    expect((await api.call('GET', '/metrics')).statusCode).toBe(401);
    expect((await api.call('GET', '/metrics', { key: newKey() })).statusCode).toBe(401);
    const { key } = await api.organization('scraper', 'read');
    expect((await api.call('GET', '/metrics', { key })).statusCode).toBe(200);
  });
});

describe('metrics for Prometheus', () => {
  test('serves Prometheus metrics by Accept, and reports their type to HEAD', async () => {
    const { key } = await api.organization('negotiator', 'read');
    const ask = async (accept: string, method: 'GET' | 'HEAD' = 'GET') => {
      const answer = await api.app.inject({
        method,
        url: '/api/v1/metrics',
        headers: { authorization: `Bearer ${key}`, accept },
      });
      return [answer.statusCode, answer.headers['content-type'], answer.body.length > 0];
    };
    const plain = 'text/plain; version=0.0.4; charset=utf-8';
    expect(await ask('text/plain;version=0.0.4;q=0.9, */*;q=0.1')).toEqual([200, plain, true]);
    expect(await ask('text/plain', 'HEAD')).toEqual([200, plain, false]);
    expect((await ask('image/png'))[1]).toMatch(/^application\/json/);
  });

  test('writes valid metrics, and counts requests by route template', async () => {
    await api.call('GET', '/orgs/org_0000000000000000000000/analyses?limit=3', { key: api.operatorKey });
    const families = parse(await plainText());
    expect(families.map(({ name }) => name)).toEqual(api.metrics.catalogue().map(({ name }) => name));
    for (const { name, type, help } of api.metrics.catalogue())
      expect(families).toContainEqual(expect.objectContaining({ name, help, type: type.toUpperCase() }));
    const of = (name: string) => families.find((one) => one.name === name)?.metrics;
    expect(of('plumbline_build_info')).toEqual([{ value: '1', labels: { version: '0.0.0-test' } }]);
    expect(of('plumbline_queue_jobs')).toContainEqual({ value: '0', labels: { queue: 'analysis', state: 'failed' } });
    expect(await series('http_request_duration_seconds_count')).toContain(
      'method="GET",route="/api/v1/orgs/:org_id/analyses",status="404"',
    );
  });

  test('writes the same metrics as OpenMetrics', async () => {
    const plain = await plainText();
    const answer = await api.call('GET', '/metrics', {
      key: api.operatorKey,
      headers: { accept: 'application/openmetrics-text; version=1.0.0' },
    });
    expect(answer.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const lines = answer.body.split('\n');
    expect(lines.slice(-2)).toEqual(['# EOF', '']);
    expect(lines.slice(0, -1)).not.toContain('');
    expect(lines).toContain('# TYPE plumbline_findings counter');
    expect(lines.filter((line) => line.startsWith('plumbline_findings_total{'))).toHaveLength(8);
    const names = (text: string) => new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name));
    expect(names(answer.body)).toEqual(names(plain));
    expect(await plainText()).toContain('# TYPE plumbline_findings_total counter');
  });

  test('counts the decisions of the limits by bucket', async () => {
    const tight = await testApi(store, [], { limits: { key: 3, org: 1e6 } });
    const { key } = await api.organization('busy', 'read');
    for (let i = 0; i < 5; i += 1) await tight.call('GET', '/analyses', { key });
    const text = await tight.metrics.text(undefined);
    for (const line of ['bucket="key",outcome="admitted"} 3', 'bucket="key",outcome="refused"} 2'])
      expect(text).toContain(`plumbline_limit_decisions_total{${line}`);
    expect(text).toContain('plumbline_limit_decisions_total{bucket="org",outcome="admitted"} 3');
    await tight.close();
  });

  test('documents all metrics in docs/metrics.md', () => {
    const text = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) \| (.+) \|$/gm)].map(
      ([, name, type, labels, help]) => ({
        name,
        type,
        help,
        labels: labels === '' ? [] : labels!.split(', ').map((label) => label.replaceAll('`', '')),
      }),
    );
    expect(rows).toEqual(api.metrics.catalogue());
  });

  test('creates no series for made-up paths and methods', async () => {
    const before = await series('http_request_duration_seconds_count');
    const random = (n: number) => Math.floor(Math.random() * n);
    const roots = ['/', '/api/v1/', '/api/v1/orgs/', '/api/v1/analyses/', '/api/v1/orgs/org_1/', '/api/v1/a'];
    for (let at = 0; at < 1000; at += 50) {
      const burst = Array.from({ length: 50 }, () =>
        send(
          METHODS[random(METHODS.length)]!,
          roots[random(roots.length)]! + randomBytes(1 + random(200)).toString('hex'),
        ),
      );
      await Promise.all(burst);
    }
    const after = await series('http_request_duration_seconds_count');
    const routes = new Set(after.map((labels) => /route="([^"]*)"/.exec(labels)?.[1] ?? ''));
    for (const route of routes) expect(route).toMatch(/^(unmatched|\/api\/v1(\/(:?[a-z_-]+|openapi\.json))+)$/);
    expect(after.length - before.length).toBeLessThan(METHODS.length * roots.length);
  });
});

test('distinguishes no organizations in the metrics', async () => {
  const labels = async () => new Set((await plainText()).split('\n').map((line) => line.replace(/ \S+$/, '')));
  const act = async (login: string) => {
    const { id, key } = await api.organization(login, 'admin');
    await api.call('GET', `/orgs/${id}/keys`, { key });
    await api.call('GET', `/orgs/${id}/analyses`, { key });
    await api.call('PATCH', `/orgs/${id}/aws`, { key, body: { state_bucket: `bucket-of-${login}` } });
  };
  await act('first-tenant');
  const before = await labels();
  await act('second-tenant');
  expect(await labels()).toEqual(before);
  expect([...before].join('\n')).not.toMatch(/tenant|(org|key)_[0-9A-Za-z]{22}|127\.0\.0\.1/);
});

test('serves metrics in time without the queue while the database is away or silent', async () => {
  const gone = await embedded!.open();
  const alone = await testApi(gone);
  await gone.close();
  const json = await alone.call('GET', '/metrics', { key: alone.operatorKey });
  expect([json.statusCode, json.json<{ queue: unknown }>().queue]).toEqual([200, null]);
  const text = await alone.call('GET', '/metrics', { key: alone.operatorKey, headers: PLAIN });
  expect(text.body).not.toMatch(/^plumbline_queue_jobs\{/m);
  alone.services.queue.statuses = () => new Promise(() => undefined);
  const late = await alone.call('GET', '/metrics', { key: alone.operatorKey });
  expect([late.statusCode, late.json<{ queue: unknown }>().queue]).toEqual([200, null]);
  await alone.close();
});
