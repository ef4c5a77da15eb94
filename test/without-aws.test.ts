import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../testkit/database.ts';
import { finished, serverEnv, startInstance, type Instance } from '../testkit/instance.ts';
import { missing, otherProviders } from '../testkit/needs.ts';
import { startPostgresql } from '../testkit/servers/postgresql.ts';
import { appliedWorld, onlyOf } from '../testkit/servers/world.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const PROVIDER = 'cyrilgdn/postgresql';
const ROLES = ['app', 'report', 'batch', 'etl', 'temp', 'tuned', 'reader', 'second'];

describe.skipIf(await missing('terraform', 'server-providers', 'postgres'))('an organization without AWS', () => {
  const stack = new AsyncDisposableStack();
  let server: Awaited<ReturnType<typeof startPostgresql>>;
  let instance: Instance;
  let org: string;

  beforeAll(async () => {
    server = stack.use(await startPostgresql());
    const passwords = Object.fromEntries(ROLES.map((role) => [role, `pw-of-${role}-7Kq2`]));
    const second = stack.use(await startPostgresql());
    const world = stack.use(
      await appliedWorld({
        name: 'postgresql',
        source: PROVIDER,
        configs: { first: server.config, second: second.config },
        variables: { passwords },
      }),
    );
    // The schema as Terraform's backend "pg" creates it.
    await server.sql(
      'postgres',
      'create schema terraform_remote_state',
      'create table terraform_remote_state.states (id bigserial primary key, name text unique, data text)',
      `insert into terraform_remote_state.states (name, data) values ('prod', $state$${JSON.stringify(onlyOf(await world.state()))}$state$)`,
    );
    const dir = stack.use(await temporaryDirectory());
    const database = (await createDatabase())!;
    stack.defer(() => database.drop());
    instance = stack.use(
      await startInstance({
        ...serverEnv(dir.path),
        DATABASE_URL: database.url,
        PLUMBLINE_PROVIDER_MIRROR: otherProviders()!,
        PLUMBLINE_PROVIDERS: PROVIDER,
        PLUMBLINE_WEBHOOK_NETWORKS: 'loopback',
      }),
    );
    org = String((await instance.ask('POST', '/orgs', { login: 'cloudless' })).body.id);
  });
  afterAll(() => stack.disposeAsync());

  const analyse = async () => {
    const { status, body } = await instance.ask('POST', `/orgs/${org}/analyses`, {});
    expect(status).toBe(202);
    return finished(instance.ask, String(body.id));
  };

  test('connects its states without a role', async () => {
    const settings = { host: '127.0.0.1', port: server.url.port, database: 'postgres', sslmode: 'disable' };
    const credentials = { user: server.url.username, password: server.url.password };
    const saved = await instance.ask('PUT', `/orgs/${org}/state-sources/states`, { kind: 'pg', settings, credentials });
    expect([saved.status, saved.body]).toMatchObject([200, { kind: 'pg' }]);
    const verified = await instance.ask('GET', `/orgs/${org}/state-sources/states/verify`);
    expect(verified.body).toMatchObject({ ok: true });
  });

  test('says what is missing until the provider has settings, and takes them without ever showing them', async () => {
    const analysis = await analyse();
    expect(analysis).toMatchObject({ findings: [], counts: { in_sync: 0 } });
    expect(analysis.coverage[0]).toMatchObject({ verdict: 'unreadable', reason: 'settings_missing' });
    expect(analysis.coverage[0]?.detail).toContain('plumbline providers set');
    const reach = [`127.0.0.1:${server.url.port}`];
    const body = { provider: PROVIDER, config: server.config, reach };
    const saved = await instance.ask('PUT', `/orgs/${org}/provider-settings/shop`, body);
    expect([saved.status, saved.body]).toMatchObject([200, { provider: PROVIDER, reach }]);
    const listed = await instance.ask('GET', `/orgs/${org}/provider-settings`);
    for (const answer of [saved, listed]) expect(JSON.stringify(answer.body)).not.toContain(server.url.password);
  });

  test('verifies settings of the provider by one read, and says what a wrong password does', async () => {
    const verify = async (name: string) =>
      (await instance.ask('GET', `/orgs/${org}/provider-settings/${name}/verify`)).body;
    expect(await verify('shop')).toMatchObject({
      ok: true,
      checks: [
        { name: 'start', ok: true, detail: expect.stringContaining('cyrilgdn/postgresql') },
        { name: 'configure', ok: true },
        { name: 'read', ok: true, detail: expect.stringMatching(/^postgresql_.* in states:\/\/prod was read\.$/) },
      ],
    });
    const reach = [`127.0.0.1:${server.url.port}`];
    const config = { ...server.config, password: 'wrong-horse-battery-staple-1' };
    await instance.ask('PUT', `/orgs/${org}/provider-settings/wrong`, { provider: PROVIDER, config, reach });
    const failed = await verify('wrong');
    expect(failed).toMatchObject({ ok: false });
    expect((failed.checks as unknown[]).at(-1)).toMatchObject({ ok: false, code: expect.stringMatching(/^\w+$/) });
    expect(JSON.stringify(failed)).not.toContain('wrong-horse');
  });

  test('finds nothing right after an apply', async () => {
    const analysis = await analyse();
    expect(analysis).toMatchObject({ status: 'completed', findings: [], states: [{ key: 'states://prod' }] });
    expect(analysis.counts.in_sync).toBeGreaterThan(20);
  });

  test('finds a change, opens an incident, and recalls it', async () => {
    await server.sql('postgres', 'alter role app superuser');
    const analysis = await analyse();
    expect(analysis.findings.map(({ resource, state_key }) => [resource, state_key])).toEqual([
      ['postgresql_role.login["app"]', 'states://prod'],
    ]);
    const listed = await instance.ask('GET', `/orgs/${org}/incidents`);
    const incidents = listed.body as unknown as { resource: string; status: string }[];
    expect(incidents).toMatchObject([{ resource: 'postgresql_role.login["app"]', status: 'open' }]);
    const recalled = await instance.ask('POST', '/memory/recall', {
      project: org,
      intent: 'make app a superuser',
      top_k: 1,
    });
    expect(recalled.body).toMatchObject({ matches: [{ resource: 'postgresql_role.login["app"]' }] });
  });

  test('keeps the incident open while its states cannot be read', async () => {
    const wrong = { kind: 'pg', credentials: { user: server.url.username, password: 'wrong' } };
    const settings = { host: '127.0.0.1', port: server.url.port, database: 'postgres', sslmode: 'disable' };
    await instance.ask('PUT', `/orgs/${org}/state-sources/states`, { ...wrong, settings });
    const analysis = await analyse();
    expect(analysis).toMatchObject({ status: 'failed', error: { code: expect.stringMatching(/denied|credentials/) } });
    const { body } = await instance.ask('GET', `/orgs/${org}/incidents`);
    expect(body).toMatchObject([{ status: 'open' }]);
  });
});
