import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analysis } from '../src/engine/model/analysis.ts';
import type { RunningServer } from '../src/server/lifecycle.ts';
import { plumbline } from '../testkit/cli.ts';
import { createDatabase } from '../testkit/database.ts';
import type { DemoWorld } from '../src/cli/demo/world.ts';
import {
  askAt,
  connectWorld,
  finished,
  OPERATOR_KEY,
  serverEnv,
  startInstance,
  type Ask,
  type Instance,
  openTestWorld,
} from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { startHere } from '../testkit/start-here.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

describe.each(kinds)('the service on %s', (kind) => {
  let world: DemoWorld;
  let server: RunningServer;
  let ask: Ask;
  let org: string;
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const dir = stack.use(await temporaryDirectory());
    world = await openTestWorld(dir.path);
    stack.defer(() => world.close());
    await world.apply();
    const env = {
      ...world.env,
      ...(database && { DATABASE_URL: database.url }),
      ...serverEnv(join(dir.path, 'data')),
      PLUMBLINE_LOG_LEVEL: 'silent',
    };
    server = await startHere(env);
    stack.defer(() => server.stop());
    ask = askAt(server.url);
    org = await connectWorld(ask, world);
  });
  afterAll(() => stack.disposeAsync());

  test('verifies a role by assuming it and a bucket by listing it', async () => {
    const { status, body } = await ask('GET', `/aws/verify?org_id=${org}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, account_id: '123456789012' });
    expect((body.checks as { name: string; ok: boolean }[]).map(({ name, ok }) => [name, ok])).toEqual([
      ['credentials', true],
      ['assume_role', true],
      ['external_id', true],
      ['state_bucket', true],
      // The mirror of these tests has no hashicorp/aws.
      ['providers', false],
    ]);
  });

  test('finds nothing in an untouched estate, with a verdict for every resource', async () => {
    const started = await ask('POST', `/orgs/${org}/analyses`, {});
    expect(started.status).toBe(202);
    expect(started.headers.get('location')).toBe(`/api/v1/analyses/${String(started.body.id)}`);
    const analysis = await finished(ask, String(started.body.id));
    expect(analysis).toMatchObject({ status: 'completed', severity: 'none', findings: [], error: null });
    expect(analysis.counts.in_sync).toBe(analysis.coverage.length);
    expect(analysis.coverage.length).toBeGreaterThan(5);
    expect(analysis.progress).toEqual({ done: analysis.coverage.length, total: analysis.coverage.length });
  });

  test('finds changes outside Terraform, masks them, and recognizes them in the next analysis', async () => {
    const changes = await world.meddle();
    const key = { 'idempotency-key': 'once' };
    const first = await ask('POST', `/orgs/${org}/analyses`, {}, key);
    const again = await ask('POST', `/orgs/${org}/analyses`, {}, key);
    expect(again.body.id).toBe(first.body.id);
    expect((await ask('POST', `/orgs/${org}/analyses`, { state_prefix: 'x' }, key)).status).toBe(409);
    const analysis = await finished(ask, String(first.body.id));
    expect(analysis.findings).toHaveLength(changes.length);
    expect(analysis.counts.changed + analysis.counts.deleted).toBe(changes.length);
    expect(JSON.stringify(analysis)).not.toContain('hunter2');
    const secret = analysis.findings.flatMap(({ attributes }) => attributes).filter(({ sensitive }) => sensitive);
    expect(secret).toMatchObject([{ path: 'password', before: '(sensitive)', after: '(sensitive)' }]);
    expect(secret[0]?.before_fingerprint).not.toBe(secret[0]?.after_fingerprint);

    const second = await finished(ask, String((await ask('POST', `/orgs/${org}/analyses`, {})).body.id));
    const drift = (one: Analysis) => one.findings.map((f) => [f.resource, f.fingerprint, f.first_seen_at]);
    expect(drift(second)).toEqual(drift(analysis));
    const listed = await ask('GET', `/orgs/${org}/analyses?status=completed`);
    expect((listed.body as unknown as Analysis[]).map(({ id }) => id).slice(0, 2)).toEqual([second.id, analysis.id]);
  });

  test('counts the analyses, their findings, and the one launch of the provider in the metrics', async () => {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}`, accept: 'text/plain' };
    const text = await (await fetch(`${server.url}/api/v1/metrics`, { headers })).text();
    const value = (metric: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${metric} `))
          ?.split(' ')[1],
      );
    expect(value('plumbline_analysis_duration_seconds_count{status="completed"}')).toBe(3);
    expect(value('plumbline_findings_total{severity="high",kind="deleted"}')).toBe(2);
    expect([value('plumbline_provider_launches_total'), value('plumbline_provider_processes')]).toEqual([1, 1]);
    expect(value('plumbline_queue_jobs{queue="analysis",state="waiting"}')).toBe(0);
  });

  test('fails an analysis with a remedy where a role cannot be assumed or a bucket does not exist', async () => {
    const attempt = async (patch: object) => {
      await ask('PATCH', `/orgs/${org}/aws`, patch);
      const started = await ask('POST', `/orgs/${org}/analyses`, {});
      return finished(ask, String(started.body.id));
    };
    const role = await attempt({ role_arn: 'arn:aws:iam::123456789012:role/nobody' });
    expect(role).toMatchObject({ status: 'failed', error: { code: 'role_not_assumable' }, findings: [] });
    const bucket = await attempt({ ...world.settings, state_bucket: 'no-such-bucket' });
    expect(bucket).toMatchObject({ status: 'failed', error: { code: 'bucket_not_found' } });
    const empty = await attempt({ ...world.settings, state_prefix: 'nothing/' });
    expect(empty).toMatchObject({ status: 'failed', error: { code: 'no_states' } });
  });
});

describe.each(kinds)('the process on %s', (kind) => {
  test('resumes an analysis after a kill, and doubles nothing', async () => {
    await using stack = new AsyncDisposableStack();
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const dir = stack.use(await temporaryDirectory());
    const world = await openTestWorld(dir.path);
    stack.defer(() => world.close());
    await world.apply();
    const data = join(dir.path, 'data');
    const env = { ...world.env, ...serverEnv(data), ...(database && { DATABASE_URL: database.url }) };
    const first = stack.use(await startInstance(env));
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const org = await connectWorld(first.ask, world);
    const changes = await world.meddle();
    if (kind === 'embedded') {
      // The data directory is locked by the first server.
      const rival = await plumbline(['start'], env).ended;
      expect(rival).toMatchObject({ code: 1, err: expect.stringContaining(String(first.child.pid)) });
    }
    const started = await first.ask('POST', `/orgs/${org}/analyses`, {});
    expect(started.status).toBe(202);
    await first.kill();

    const second = stack.use(await startInstance(env));
    const told = (one: Instance) => one.said.err.includes('Next: create an organization');
    expect([first, second].map(told)).toEqual([true, false]);
    const analysis = await finished(second.ask, String(started.body.id));
    expect(analysis.status).toBe('completed');
    expect(analysis.findings).toHaveLength(changes.length);
    expect(new Set(analysis.coverage.map(({ resource }) => resource)).size).toBe(analysis.coverage.length);
    expect(await second.stop()).toMatchObject({ code: 0, signal: null });
  });
});
