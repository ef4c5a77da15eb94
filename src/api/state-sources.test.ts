import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import type { TestApi } from '../../testkit/api.ts';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { WALKED_CLOUD } from '../../testkit/walk.ts';
import { withApi } from '../../testkit/with-api.ts';
import type { Store } from '../store/database.ts';
import { asDatabaseUser } from '../store/scope.ts';

const PASSWORD = 'correct-horse-battery-staple-9';
const STATE = JSON.stringify({ version: 4, terraform_version: '1.9.0', serial: 1, lineage: 'a', resources: [] });

/** A backend that requires a user and a password, and counts requests without them. */
async function startBackend() {
  let refused = 0;
  const server = createServer((request, response) => {
    const wanted = `Basic ${Buffer.from(`plumbline:${PASSWORD}`).toString('base64')}`;
    if (request.headers.authorization !== wanted) {
      refused += 1;
      response.writeHead(401).end();
      return;
    }
    response.end(STATE);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/state`, refused: () => refused, close: () => server.close() };
}

describe.each(await databases())('state sources on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let backend: Awaited<ReturnType<typeof startBackend>>;
  withApi(open, (made) => ({ store, api } = made), [WALKED_CLOUD]);
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.close());

  const http = () => ({
    kind: 'http',
    settings: { address: backend.address },
    credentials: { username: 'plumbline', password: PASSWORD },
  });
  const path = (org: string, name = '') => `/orgs/${org}/state-sources${name === '' ? '' : `/${name}`}`;

  test('keeps a source, shows which credentials are set, and never what they are', async () => {
    const { id, key } = await api.organization('sources', 'admin');
    const saved = await api.call('PUT', path(id, 'web'), { key, body: http() });
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { name: 'web', kind: 'http' }]);
    const listed = await api.call('GET', path(id), { key });
    expect(listed.json()).toMatchObject([{ name: 'web', credentials: ['password', 'username'], verified_at: null }]);
    const audit = await api.call('GET', `/orgs/${id}/audit`, { key });
    expect(audit.json<{ action: string }[]>().map(({ action }) => action)).toContain('state_source.save');
    for (const { body } of [saved, listed, audit]) expect(body).not.toContain(PASSWORD);
    const { rows } = await sql`select state_sources::text as row from state_sources`.execute(asDatabaseUser(store.db));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(PASSWORD).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });

  test('verifies a source for real, and says what fails', async () => {
    const { id, key } = await api.organization('verifying', 'admin');
    await api.call('PUT', path(id, 'web'), { key, body: http() });
    const works = (await api.call('GET', path(id, 'web/verify'), { key })).json<{ ok: boolean; checks: object[] }>();
    expect(works).toMatchObject({
      ok: true,
      checks: [{ name: 'list', ok: true }, { name: 'read' }, { name: 'locks' }],
    });
    const [listed] = (await api.call('GET', path(id), { key })).json<{ verified_at: string | null }[]>();
    expect(listed?.verified_at).toEqual(expect.any(String));
    const wrong = { ...http(), credentials: { username: 'plumbline', password: 'not-the-right-one' } };
    await api.call('PUT', path(id, 'web'), { key, body: wrong });
    const fails = (await api.call('GET', path(id, 'web/verify'), { key })).json<{ ok: boolean; checks: object[] }>();
    expect(fails).toMatchObject({ ok: false });
    expect(fails.checks.at(-1)).toMatchObject({ ok: false });
    expect(backend.refused()).toBeGreaterThan(0);
  });

  test('keeps credentials where only the prefix changes, and wants them again where they would go elsewhere', async () => {
    const { id, key } = await api.organization('moving', 'admin');
    await api.call('PUT', path(id, 'web'), { key, body: http() });
    const same = await api.call('PUT', path(id, 'web'), { key, body: { kind: 'http', settings: http().settings } });
    expect(same.json()).toMatchObject({ credentials: ['password', 'username'] });
    const elsewhere = { kind: 'http', settings: { address: 'https://collector.example.com/state' } };
    const moved = await api.call('PUT', path(id, 'web'), { key, body: elsewhere });
    expect([moved.statusCode, moved.body]).toEqual([422, expect.stringContaining('give them again')]);
  });

  test('changes some fields of a source, rotates a credential alone, and takes one away', async () => {
    const { id, key } = await api.organization('patching', 'admin');
    const patch = (body: object, name = 'web') => api.call('PATCH', path(id, name), { key, body });
    expect((await patch({ settings: { address: backend.address } })).statusCode).toBe(404);
    const old = { ...http().credentials, password: 'the-one-of-last-year' };
    await api.call('PUT', path(id, 'web'), { key, body: { ...http(), credentials: old } });
    const verify = async () =>
      (await api.call('GET', path(id, 'web/verify'), { key })).json<{ ok: boolean; checks: object[] }>();
    expect(await verify()).toMatchObject({ ok: false });

    const rotated = await patch({ credentials: { password: PASSWORD } });
    expect([rotated.statusCode, rotated.json()]).toMatchObject([
      200,
      { settings: http().settings, credentials: ['password', 'username'] },
    ]);
    expect(rotated.body).not.toContain(PASSWORD);
    expect(await verify()).toMatchObject({ ok: true });
    const audit = await api.call('GET', `/orgs/${id}/audit`, { key });
    expect(audit.json<object[]>()[0]).toMatchObject({
      action: 'state_source.save',
      detail: { credentials: ['password'] },
    });
    expect(audit.body).not.toContain(PASSWORD);

    const unfit = await patch({ settings: { address: null }, credentials: { username: 'a', password: 'b' } });
    expect([unfit.statusCode, unfit.body]).toEqual([422, expect.stringContaining('/settings/address')]);
    const elsewhere = { settings: { address: 'https://collector.example.com/state' } };
    const moved = await patch({ ...elsewhere, credentials: { password: 'guess' } });
    expect([moved.statusCode, moved.body]).toEqual([422, expect.stringContaining('give them again')]);
    expect(await verify()).toMatchObject({ ok: true });
    const gone = await patch({ ...elsewhere, credentials: { username: null, password: null } });
    expect(gone.json()).toMatchObject({ settings: elsewhere.settings, credentials: [] });
    expect((await patch({ settings: {} }, 'aws')).statusCode).toBe(409);
  });

  test.each([
    ['a field that the kind does not have', { kind: 'http', settings: { bucket: 'a' } }, '/settings/bucket'],
    ['a kind that does not exist', { kind: 'floppy', settings: {} }, '/kind'],
    ['an address that is none', { kind: 'http', settings: { address: 'https://x:99999/' } }, '/settings/address'],
    [
      'a server that is none',
      { kind: 'hcp', settings: { hostname: 'x:99999', organization: 'a' }, credentials: { token: 't' } },
      'no address',
    ],
    ['a missing field', { kind: 'gcs', settings: {} }, '/settings/bucket'],
  ])('rejects %s', async (_, body, where) => {
    const { id, key } = await api.organization(`invalid-${body.kind}-${where.length}`, 'admin');
    const answer = await api.call('PUT', path(id, 'web'), { key, body });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(where)]);
  });

  test('says to everybody what each kind needs, with the texts of its documentation', async () => {
    const kinds = (await api.call('GET', '/state-source-kinds')).json<
      { kind: string; grants: string | null; settings: { name: string; operator_only: boolean }[] }[]
    >();
    const reserved = kinds.flatMap(({ kind, settings }) =>
      settings.filter((field) => field.operator_only).map(({ name }) => [kind, name]),
    );
    expect(reserved).toEqual([['kubernetes', 'service_account']]);
    expect(kinds.find(({ kind }) => kind === 'pg')).toMatchObject({
      title: 'PostgreSQL',
      operator_only: false,
      settings: expect.arrayContaining([
        {
          name: 'host',
          description: 'The server',
          example: 'db.acme.example',
          required: true,
          multiline: false,
          operator_only: false,
        },
        expect.objectContaining({ name: 'ca', required: false, multiline: true }),
      ]),
      credentials: [{ name: 'user' }, { name: 'password', example: 'a password' }],
    });
    const documented = await readFile(new URL('../../docs/state-sources.md', import.meta.url), 'utf8');
    for (const { kind, grants } of kinds) {
      const [, section = ''] = documented.split(`\n## ${kind}\n`);
      expect([kind, section]).toEqual([kind, expect.stringContaining(grants ?? '')]);
    }
    expect(kinds.filter(({ grants }) => grants !== null)).toHaveLength(6);
  });

  test('reserves directories of the server to the operator', async () => {
    await using dir = await temporaryDirectory();
    await mkdir(join(dir.path, 'states'));
    await writeFile(join(dir.path, 'states', 'a.tfstate'), STATE);
    const { id, key } = await api.organization('directory', 'admin');
    const body = { kind: 'directory', settings: { path: join(dir.path, 'states') } };
    expect((await api.call('PUT', path(id, 'disk'), { key, body })).statusCode).toBe(403);
    expect((await api.call('PUT', path(id, 'disk'), { key: api.operatorKey, body })).statusCode).toBe(200);
    expect((await api.call('GET', path(id, 'disk/verify'), { key })).json()).toMatchObject({ ok: true });
  });

  test("reserves the server's own service account to the operator, also where others change the source", async () => {
    const { id, key } = await api.organization('pod', 'admin');
    const body = { kind: 'kubernetes', settings: { server: backend.address, service_account: 'server' } };
    expect((await api.call('PUT', path(id, 'pod'), { key, body })).statusCode).toBe(403);
    expect((await api.call('PUT', path(id, 'pod'), { key: api.operatorKey, body })).statusCode).toBe(200);
    const elsewhere = { settings: { server: 'https://collector.example.com' } };
    expect((await api.call('PATCH', path(id, 'pod'), { key, body: elsewhere })).statusCode).toBe(403);
  });

  test('hides the sources of another organization', async () => {
    const [mine, theirs] = [await api.organization('mine', 'admin'), await api.organization('theirs', 'admin')];
    await api.call('PUT', path(theirs.id, 'web'), { key: theirs.key, body: http() });
    for (const [method, of] of [
      ['GET', 'web'],
      ['GET', 'web/verify'],
      ['DELETE', 'web'],
      ['PATCH', 'web'],
      ['GET', ''],
    ] as const)
      expect(
        (await api.call(method, path(theirs.id, of), { key: mine.key, ...(method === 'PATCH' && { body: {} }) }))
          .statusCode,
      ).toBe(404);
    expect((await api.call('GET', path(mine.id), { key: mine.key })).json()).toEqual([]);
  });

  test('accepts analyses of an organization that has a source and no AWS role, and of none that has neither', async () => {
    const { id, key } = await api.organization('cloudless', 'admin');
    const before = await api.call('POST', `/orgs/${id}/analyses`, { key, body: {} });
    expect([before.statusCode, before.body]).toEqual([409, expect.stringContaining('plumbline sources set')]);
    await api.call('PUT', path(id, 'web'), { key, body: http() });
    const config = await api.call('GET', `/orgs/${id}/aws`, { key });
    expect(config.json()).toMatchObject({ role_arn: null, next_run_at: expect.any(String) });
    expect((await api.call('POST', `/orgs/${id}/analyses`, { key, body: {} })).statusCode).toBe(202);
    expect((await api.call('DELETE', path(id, 'web'), { key })).statusCode).toBe(204);
    expect((await api.call('GET', path(id, 'web'), { key })).statusCode).toBe(404);
  });
});
