import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import type { ShownAuditEvent } from '../services/audit/list.ts';
import type { ApiKey } from '../services/keys/manage.ts';
import type { Store } from '../store/database.ts';
import { within } from '../store/scope.ts';

type Made = ApiKey & { key: string };
const MINUTE = 60_000;

describe.each(await databases())('keys on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let another: TestApi;
  let acme: { id: string; key: string };

  beforeAll(async () => {
    store = await open();
    api = await testApi(store);
    // A second instance on the same database.
    another = await testApi(store);
    acme = await api.organization('acme', 'admin');
  });
  afterAll(async () => {
    await another.close();
    await api.close();
    await store.close();
  });

  const create = async (more: object = {}) => {
    const body = { name: 'ci', scopes: ['read'], ...more };
    return (await api.call('POST', `/orgs/${acme.id}/keys`, { key: acme.key, body })).json<Made>();
  };
  const rotate = (id: string, body: object = {}, key = acme.key) =>
    api.call('POST', `/orgs/${acme.id}/keys/${id}/rotate`, { key, body });
  const listed = async (id: string) => {
    const all = await api.call('GET', `/orgs/${acme.id}/keys?limit=100`, { key: acme.key });
    return all.json<ApiKey[]>().find((key) => key.id === id);
  };
  const works = async (key: string) => {
    const answers = [await api.call('GET', '/analyses', { key }), await another.call('GET', '/analyses', { key })];
    return answers.map(({ statusCode }) => statusCode);
  };
  const set = (id: string, change: { expires_at?: Date; last_used_at?: Date }) =>
    within(store.db, 'instance').updateTable('api_keys').set(change).where('id', '=', id).execute();

  test('gives a rotated key a successor with its name, scopes and expiry, and a grace period', async () => {
    const expires_at = new Date(Date.now() + 90 * 24 * 3600_000).toISOString();
    const old = await create({ name: 'deploy', scopes: ['write'], expires_at });
    const before = Date.now();
    const answer = await rotate(old.id);
    const after = Date.now();
    expect(answer.statusCode).toBe(201);
    const made = answer.json<Made>();
    expect(made).toMatchObject({ name: 'deploy', scopes: ['write'], expires_at, replaces: old.id, rotated_to: null });
    expect(made.key).not.toBe(old.key);
    const ended = await listed(old.id);
    expect(ended).toMatchObject({ rotated_to: made.id, replaces: null, revoked_at: null });
    const end = Date.parse(ended?.expires_at ?? '') - 24 * 3600_000;
    expect(end).toBeGreaterThanOrEqual(before);
    expect(end).toBeLessThanOrEqual(after);
    expect([await works(old.key), await works(made.key)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await set(old.id, { expires_at: new Date() });
    expect([await works(old.key), await works(made.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  test('ends the old key at once without grace, on every instance; grace extends no key', async () => {
    const [leaked, soon] = [await create(), await create()];
    const made = (await rotate(leaked.id, { grace_seconds: 0 })).json<Made>();
    expect([await works(leaked.key), await works(made.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    const expires_at = new Date(Date.now() + MINUTE);
    await set(soon.id, { expires_at });
    expect((await rotate(soon.id, { grace_seconds: 3600 })).json()).toMatchObject({
      expires_at: expires_at.toISOString(),
    });
    expect(await listed(soon.id)).toMatchObject({ expires_at: expires_at.toISOString() });
  });

  test('refuses a revoked key at once, on every instance', async () => {
    const { id, key } = await create();
    expect(await works(key)).toEqual([200, 200]);
    await api.call('DELETE', `/orgs/${acme.id}/keys/${id}`, { key: acme.key });
    expect(await works(key)).toEqual([401, 401]);
  });

  test('rotates no revoked, expired, rotated, unknown or foreign key', async () => {
    const [revoked, expired, rotated] = [await create(), await create(), await create()];
    await api.call('DELETE', `/orgs/${acme.id}/keys/${revoked.id}`, { key: acme.key });
    await set(expired.id, { expires_at: new Date(Date.now() - 1) });
    await rotate(rotated.id);
    for (const { id } of [revoked, expired, rotated]) {
      const answer = await rotate(id);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'conflict']);
    }
    expect((await rotate('key_0000000000000000000000')).statusCode).toBe(404);
    const rival = await api.organization('rival', 'admin');
    const theirs = (await api.call('GET', `/orgs/${rival.id}/keys`, { key: rival.key })).json<[ApiKey]>()[0].id;
    expect((await rotate(theirs)).statusCode).toBe(404);
    expect(await works(rival.key)).toEqual([200, 200]);
  });

  test.each([{ grace_seconds: -1 }, { grace_seconds: 30 * 24 * 3600 + 1 }, { grace_seconds: 1.5 }, { grace: 1 }])(
    'rejects %j as a grace period',
    async (body) => {
      const { id } = await create();
      expect((await rotate(id, body)).statusCode).toBe(422);
      expect(await listed(id)).toMatchObject({ rotated_to: null });
    },
  );

  test('accepts one of several simultaneous rotations', async () => {
    const { id } = await create();
    const calls = Array.from({ length: 12 }, (_, i) =>
      (i % 2 === 0 ? api : another).call('POST', `/orgs/${acme.id}/keys/${id}/rotate`, { key: acme.key, body: {} }),
    );
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
    const all = await api.call('GET', `/orgs/${acme.id}/keys?limit=100`, { key: acme.key });
    expect(all.json<ApiKey[]>().filter(({ replaces }) => replaces === id)).toHaveLength(1);
  });

  test('lets an admin key rotate itself, and no lesser key, with an audit line', async () => {
    const own = await api.organization('own', 'admin');
    const [{ id }] = (await api.call('GET', `/orgs/${own.id}/keys`, { key: own.key })).json<[ApiKey]>();
    const path = `/orgs/${own.id}/keys/${id}/rotate`;
    const writer = await api.call('POST', `/orgs/${own.id}/keys`, {
      key: own.key,
      body: { name: 'writer', scopes: ['write'] },
    });
    expect((await api.call('POST', path, { key: writer.json<Made>().key, body: {} })).statusCode).toBe(403);
    const made = (await api.call('POST', path, { key: own.key, body: { grace_seconds: 0 } })).json<Made>();
    expect([await works(own.key), await works(made.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
    const log = await api.call('GET', `/orgs/${own.id}/audit?action=key.rotate`, { key: made.key });
    expect(log.json<ShownAuditEvent[]>()).toMatchObject([
      {
        actor: { kind: 'key', id },
        target: { kind: 'key', id },
        detail: { rotated_to: made.id, expires_at: { before: null, after: expect.any(String) } },
      },
    ]);
    for (const secret of [own.key, made.key]) expect(log.body).not.toContain(secret.slice(4, 40));
  });

  test('records the last use to the minute, without a write for every call', async () => {
    const { id, key } = await create();
    expect(await listed(id)).toMatchObject({ last_used_at: null });
    const usedAfter = async (ago: number) => {
      const last_used_at = new Date(Date.now() - ago);
      await set(id, { last_used_at });
      const from = Date.now();
      await works(key);
      const used = Date.parse((await listed(id))?.last_used_at ?? '');
      return { noted: used >= from, kept: used === last_used_at.getTime() };
    };
    await works(key);
    expect(Date.now() - Date.parse((await listed(id))?.last_used_at ?? '')).toBeLessThan(MINUTE);
    expect(await usedAfter(MINUTE / 2)).toEqual({ noted: false, kept: true });
    expect(await usedAfter(MINUTE + 1)).toEqual({ noted: true, kept: false });
  });

  test('counts no use of a refused key', async () => {
    const { id, key } = await create();
    await set(id, { expires_at: new Date(Date.now() - 1) });
    expect(await works(key)).toEqual([401, 401]);
    expect(await listed(id)).toMatchObject({ last_used_at: null });
  });
});
