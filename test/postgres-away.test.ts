import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLatencyProxy } from '../bench/latency-proxy.ts';
import type { DemoWorld } from '../src/cli/demo/world.ts';
import {
  connectWorld,
  finished,
  ownKey,
  serverEnv,
  startInstance,
  type Answer,
  type Instance,
  openTestWorld,
} from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { ownPostgres, type TestPostgres } from '../testkit/postgres.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const LATENCY_MS = 250;

describe.skipIf(await missing('own-postgres'))('a Postgres that is killed under a running server', () => {
  const stack = new AsyncDisposableStack();
  let postgres: TestPostgres;
  let world: DemoWorld;
  let server: Instance;
  let org: string;
  let resources: number;
  let changes: number;
  const acknowledged: string[] = [];
  const otherAnswers: Answer[] = [];
  const writing = new AbortController();

  /** Creates organizations until it is stopped, and records acknowledged ones. */
  async function write(writer: number): Promise<void> {
    for (let n = 0; !writing.signal.aborted; n++) {
      const login = `w${writer}-${n}`;
      const answer = await server.ask('POST', '/orgs', { login });
      if (answer.status === 201) acknowledged.push(login);
      else otherAnswers.push(answer);
      await sleep(10);
    }
  }

  async function settled(status: number): Promise<Answer> {
    for (;;) {
      const ready = await server.ask('GET', '/ready');
      if (ready.status === status) return ready;
      await sleep(50);
    }
  }

  beforeAll(async () => {
    postgres = stack.use(await ownPostgres());
    const dir = stack.use(await temporaryDirectory());
    world = await openTestWorld(dir.path);
    stack.defer(() => world.close());
    resources = await world.apply();
    changes = (await world.meddle()).length;
    const cloud = await startLatencyProxy(world.env.AWS_ENDPOINT_URL ?? '', LATENCY_MS);
    stack.defer(() => cloud.close());
    const shared = { AWS_ENDPOINT_URL: cloud.url, DATABASE_URL: postgres.url };
    server = stack.use(await startInstance({ ...world.env, ...serverEnv(join(dir.path, 'data')), ...shared }));
    org = await connectWorld(server.ask, world);
  });
  afterAll(() => stack.disposeAsync());

  test('reports a killed Postgres by ready and 503, and recovers without a restart or a lost change', async () => {
    const made = await server.ask('POST', `/orgs/${org}/keys`, { name: 'reader', scopes: ['read'] });
    const authorization = `Bearer ${String(made.body.key)}`;
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => server.ask('POST', `/orgs/${org}/analyses`, {}, ownKey())),
    );
    const ids = asked.map(({ body }) => String(body.id));
    const writers = [0, 1, 2].map(write);
    while (server.analyses('started').length < 3) await sleep(5);

    await postgres.kill();
    expect(await settled(503)).toMatchObject({
      body: { status: 503, checks: { database: { status: 'unavailable', kind: 'postgres' } } },
    });
    expect((await server.ask('GET', '/health')).status).toBe(200);
    // If the database is away, a key is not reported as invalid.
    const refused = await server.ask('GET', `/orgs/${org}/analyses`, undefined, { authorization });
    expect(refused).toMatchObject({
      status: 503,
      body: {
        status: 503,
        code: 'unavailable',
        detail: expect.stringContaining('database'),
        request_id: expect.any(String),
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-ratelimit-limit')).not.toBeNull();
    const sofar = otherAnswers.length;
    while (otherAnswers.length < sofar + 20) await sleep(20);
    // An analysis that reads from the cloud notices the outage only when it writes.
    while (server.analyses('interrupted').length === 0) await sleep(20);

    const before = acknowledged.length;
    await postgres.start();
    await settled(200);
    while (acknowledged.length < before + 10) await sleep(20);
    writing.abort();
    await Promise.all(writers);
    expect(new Set(otherAnswers.map(({ status }) => status))).toEqual(new Set([503]));

    for (const id of ids) {
      const analysis = await finished(server.ask, id);
      expect(analysis.coverage.filter(({ verdict }) => verdict === 'unreadable' || verdict === 'suspect')).toEqual([]);
      expect(analysis).toMatchObject({ status: 'completed', counts: { resources }, progress: { done: resources } });
      expect([analysis.findings.length, analysis.coverage.length]).toEqual([changes, resources]);
    }
    expect(server.analyses('started').length).toBeGreaterThan(ids.length);
    const found: string[] = [];
    for (let path: string | undefined = '/orgs?limit=100'; path !== undefined;) {
      const page: Answer = await server.ask('GET', path);
      found.push(...(page.body as unknown as { login: string }[]).map(({ login }) => login));
      path = /<[^>]*\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(found).size).toBe(found.length);
    expect(await server.stop()).toMatchObject({ code: 0, signal: null });
  });
});
