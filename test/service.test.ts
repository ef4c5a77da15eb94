import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/drift/analysis.ts';
import { startServer, type RunningServer } from '../src/server/lifecycle.ts';
import { createDatabase } from '../testkit/database.ts';
import { openSampleWorld } from '../testkit/demo/sample.ts';
import type { DemoWorld } from '../src/cli/demo-world.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const KEY = 'an-operator-key-for-the-service-test';

type Asked = { status: number; headers: Headers; body: Record<string, unknown> };

function client(url: string) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Asked> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Asked['body'] };
  };
}

async function finished(ask: ReturnType<typeof client>, path: string): Promise<Analysis> {
  for (;;) {
    const { body } = await ask('GET', path);
    if (body.status !== 'queued' && body.status !== 'running') return body as unknown as Analysis;
    await sleep(50);
  }
}

/** An organization whose role and bucket are the world's. */
async function connect(ask: ReturnType<typeof client>, world: DemoWorld): Promise<string> {
  const { body } = await ask('POST', '/orgs', { login: 'acme' });
  const org = String(body.id);
  const saved = await ask('PATCH', `/orgs/${org}/aws`, world.settings);
  await world.createRole(String(saved.body.external_id), {});
  return org;
}

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

describe.each(kinds)('the service on %s', (kind) => {
  let world: DemoWorld;
  let server: RunningServer;
  let ask: ReturnType<typeof client>;
  let org: string;
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const dir = stack.use(await temporaryDirectory());
    world = await openSampleWorld({
      directory: dir.path,
      env: {},
      say: () => undefined,
      signal: new AbortController().signal,
    });
    stack.defer(() => world.close());
    await world.apply();
    const env = {
      ...world.env,
      ...(database && { DATABASE_URL: database.url }),
      PLUMBLINE_DATA_DIR: join(dir.path, 'data'),
      PORT: '0',
      PLUMBLINE_ADMIN_KEY: KEY,
      PLUMBLINE_LOG_LEVEL: 'silent',
      // Looked at every 50 ms until it ends.
      PLUMBLINE_KEY_LIMIT: '100000',
      HOME: dir.path,
    };
    server = await startServer({ env });
    stack.defer(() => server.stop());
    ask = client(server.url);
    org = await connect(ask, world);
  });
  afterAll(() => stack.disposeAsync());

  test('a role that is really assumed and a bucket that is really listed verify', async () => {
    const { status, body } = await ask('GET', `/aws/verify?org_id=${org}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, account_id: '123456789012' });
    expect((body.checks as { name: string; ok: boolean }[]).map(({ name, ok }) => [name, ok])).toEqual([
      ['credentials', true],
      ['assume_role', true],
      ['external_id', true],
      ['state_bucket', true],
    ]);
  });

  test('an estate that nobody touched has no finding, and every resource a verdict', async () => {
    const started = await ask('POST', `/orgs/${org}/analyses`, {});
    expect(started.status).toBe(202);
    expect(started.headers.get('location')).toBe(`/api/v1/analyses/${String(started.body.id)}`);
    const analysis = await finished(ask, `/analyses/${String(started.body.id)}`);
    expect(analysis).toMatchObject({ status: 'completed', severity: 'none', findings: [], error: null });
    expect(analysis.counts.in_sync).toBe(analysis.coverage.length);
    expect(analysis.coverage.length).toBeGreaterThan(5);
    expect(analysis.progress).toEqual({ done: analysis.coverage.length, total: analysis.coverage.length });
  });

  test('what was changed behind Terraform’s back is found, masked, and known again the next time', async () => {
    const changes = await world.meddle();
    const key = { 'idempotency-key': 'once' };
    const first = await ask('POST', `/orgs/${org}/analyses`, {}, key);
    const again = await ask('POST', `/orgs/${org}/analyses`, {}, key);
    expect(again.body.id).toBe(first.body.id);
    expect((await ask('POST', `/orgs/${org}/analyses`, { state_prefix: 'x' }, key)).status).toBe(409);
    const analysis = await finished(ask, `/analyses/${String(first.body.id)}`);
    expect(analysis.findings).toHaveLength(changes.length);
    expect(analysis.counts.changed + analysis.counts.deleted).toBe(changes.length);
    expect(JSON.stringify(analysis)).not.toContain('hunter2');
    const secret = analysis.findings.flatMap(({ attributes }) => attributes).filter(({ sensitive }) => sensitive);
    expect(secret).toMatchObject([{ path: 'password', before: '(sensitive)', after: '(sensitive)' }]);
    expect(secret[0]?.before_fingerprint).not.toBe(secret[0]?.after_fingerprint);

    const second = await finished(ask, `/analyses/${String((await ask('POST', `/orgs/${org}/analyses`, {})).body.id)}`);
    const drift = (one: Analysis) => one.findings.map((f) => [f.resource, f.fingerprint, f.first_seen_at]);
    expect(drift(second)).toEqual(drift(analysis));
    const listed = await ask('GET', `/orgs/${org}/analyses?status=completed`);
    expect((listed.body as unknown as Analysis[]).map(({ id }) => id).slice(0, 2)).toEqual([second.id, analysis.id]);
  });

  test('a role that cannot be assumed, or a bucket that is not there, fails the analysis with what to do', async () => {
    const attempt = async (patch: Record<string, string>) => {
      await ask('PATCH', `/orgs/${org}/aws`, patch);
      const started = await ask('POST', `/orgs/${org}/analyses`, {});
      return finished(ask, `/analyses/${String(started.body.id)}`);
    };
    const role = await attempt({ role_arn: 'arn:aws:iam::123456789012:role/nobody' });
    expect(role).toMatchObject({ status: 'failed', error: { code: 'role_not_assumable' }, findings: [] });
    const bucket = await attempt({ ...(world.settings as Record<string, string>), state_bucket: 'no-such-bucket' });
    expect(bucket).toMatchObject({ status: 'failed', error: { code: 'bucket_not_found' } });
    const empty = await attempt({ ...(world.settings as Record<string, string>), state_prefix: 'nothing/' });
    expect(empty).toMatchObject({ status: 'failed', error: { code: 'no_states' } });
  });
});

describe('the process', () => {
  const start = (env: Record<string, string>) =>
    spawn(process.execPath, ['bin/plumbline.mjs', 'start'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  async function ready(child: ChildProcess): Promise<string> {
    let said = '';
    for await (const chunk of child.stderr ?? []) {
      said += String(chunk);
      const url = /listens on (http:\S+)/.exec(said)?.[1];
      if (url) return url;
    }
    throw new Error(said);
  }

  test('killed in the middle of an analysis, it takes it up again and doubles nothing; a second one is refused', async () => {
    await using stack = new AsyncDisposableStack();
    const dir = stack.use(await temporaryDirectory());
    const world = await openSampleWorld({
      directory: dir.path,
      env: {},
      say: () => undefined,
      signal: new AbortController().signal,
    });
    stack.defer(() => world.close());
    await world.apply();
    const data = join(dir.path, 'data');
    const env = {
      ...world.env,
      PLUMBLINE_DATA_DIR: data,
      PORT: '0',
      PLUMBLINE_ADMIN_KEY: KEY,
      PLUMBLINE_KEY_LIMIT: '100000',
      HOME: dir.path,
    };
    const first = start(env);
    stack.defer(async () => void first.kill('SIGKILL'));
    let ask = client(await ready(first));
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const org = await connect(ask, world);
    const changes = await world.meddle();

    const rival = start(env);
    let complaint = '';
    rival.stderr.on('data', (chunk) => (complaint += String(chunk)));
    const [code] = (await once(rival, 'exit')) as [number];
    expect([code, complaint]).toEqual([1, expect.stringContaining(String(first.pid))]);

    const started = await ask('POST', `/orgs/${org}/analyses`, {});
    expect(started.status).toBe(202);
    first.kill('SIGKILL');
    await once(first, 'exit');

    const second = start(env);
    stack.defer(async () => void second.kill('SIGKILL'));
    ask = client(await ready(second));
    const analysis = await finished(ask, `/analyses/${String(started.body.id)}`);
    expect(analysis.status).toBe('completed');
    expect(analysis.findings).toHaveLength(changes.length);
    expect(new Set(analysis.coverage.map(({ resource }) => resource)).size).toBe(analysis.coverage.length);
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  });
});
