import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases } from '../../testkit/database.ts';
import type { TestApi } from '../../testkit/api.ts';
import { withApi } from '../../testkit/with-api.ts';
import { verifyProviderSettings } from '../services/provider-settings/verify.ts';
import type { Store } from '../store/database.ts';
import { saveProviderSettings } from '../store/queries/provider-settings.ts';
import { asDatabaseUser, scoped } from '../store/scope.ts';

const SECRET = 'correct-horse-battery-staple-9';

describe.each(await databases())('settings of providers on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  withApi(open, (made) => ({ store, api } = made));

  const path = (org: string, name = '') => `/orgs/${org}/provider-settings${name === '' ? '' : `/${name}`}`;
  const google = { provider: 'hashicorp/google', config: { project: 'acme' }, env: { GOOGLE_CREDENTIALS: SECRET } };

  test('keeps them sealed, and shows the names of what is given alone', async () => {
    const { id, key } = await api.organization('given', 'admin');
    const saved = await api.call('PUT', path(id, 'google'), { key, body: google });
    expect([saved.statusCode, saved.json()]).toMatchObject([
      200,
      { name: 'google', provider: 'hashicorp/google', alias: '', states: null, config: ['project'] },
    ]);
    const [listed, audit] = [
      await api.call('GET', path(id), { key }),
      await api.call('GET', `/orgs/${id}/audit`, { key }),
    ];
    expect(listed.json()).toMatchObject([{ env: ['GOOGLE_CREDENTIALS'] }]);
    for (const { body } of [saved, listed, audit]) expect(body).not.toContain(SECRET);
    const { rows } = await sql`select provider_settings::text as row from provider_settings`.execute(
      asDatabaseUser(store.db),
    );
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(SECRET).toString('hex'));
  });

  test.each([
    ['a provider that the operator does not let run', { provider: 'evil/miner' }, '/provider'],
    ['AWS, which has a role', { provider: 'hashicorp/aws' }, '/provider'],
    ['a pattern', { provider: 'hashicorp/*' }, '/provider'],
    ['the loader of the machine', { ...google, env: { LD_PRELOAD: '/tmp/x.so' } }, '/env/LD_PRELOAD'],
    ['a proxy of its own', { ...google, env: { https_proxy: 'http://10.0.0.1' } }, '/env/https_proxy'],
    ['the machine of the server', { ...google, reach: ['127.0.0.1:5432'] }, '/reach'],
    ['a way that is none', { ...google, reach: ['everywhere'] }, '/reach'],
  ])('rejects %s', async (_, body, where) => {
    const { id, key } = await api.organization(`refused-${Math.random().toString(36).slice(2)}`, 'admin');
    const answer = await api.call('PUT', path(id, 'one'), { key, body });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(`"path":"${where}"`)]);
    expect((await api.call('GET', path(id), { key })).json()).toEqual([]);
  });

  test('verifies them, and knows none of another name', async () => {
    const { id, key } = await api.organization('tried', 'admin');
    await api.call('PUT', path(id, 'google'), { key, body: google });
    const verified = await api.call('GET', path(id, 'google/verify'), { key });
    expect([verified.statusCode, verified.json()]).toMatchObject([200, { ok: true, checks: [{ name: 'start' }] }]);
    expect((await api.call('GET', path(id, 'another/verify'), { key })).statusCode).toBe(404);
  });

  test('does not report settings that were deleted meanwhile as verified', async () => {
    const { id, key } = await api.organization('meanwhile', 'admin');
    await api.call('PUT', path(id, 'google'), { key, body: google });
    const ctx = {
      ...api.services,
      principal: { kind: 'operator' },
      request_id: 'req_1',
      tryProvider: async () => [],
    } as const;
    await expect(verifyProviderSettings(ctx, { org_id: id, name: 'google' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('keeps to the limit of settings where several come at once', async () => {
    const { id, key } = await api.organization('many', 'admin');
    const tenant = scoped(store.db, { org_id: id });
    const nothing = {
      alias: '',
      states: null,
      reach: null,
      given: new Uint8Array(1),
      config_fields: [],
      env_fields: [],
    };
    for (let i = 0; i < 99; i += 1)
      await saveProviderSettings(tenant, { name: `n-${i}`, ...nothing, provider: 'hashicorp/google' });
    const saved = await Promise.all(
      ['a', 'b', 'c', 'd'].map(
        async (name) => (await api.call('PUT', path(id, name), { key, body: google })).statusCode,
      ),
    );
    expect(saved.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  test('hides those of another organization', async () => {
    const [mine, theirs] = [await api.organization('mine', 'admin'), await api.organization('theirs', 'admin')];
    await api.call('PUT', path(theirs.id, 'google'), { key: theirs.key, body: google });
    expect((await api.call('GET', path(theirs.id), { key: mine.key })).statusCode).toBe(404);
    expect((await api.call('GET', path(mine.id), { key: mine.key })).json()).toEqual([]);
    expect((await api.call('DELETE', path(mine.id, 'google'), { key: mine.key })).statusCode).toBe(404);
    expect((await api.call('GET', path(theirs.id, 'google/verify'), { key: mine.key })).statusCode).toBe(404);
  });
});
