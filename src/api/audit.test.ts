import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { WALKED_CLOUD } from '../../testkit/walk.ts';
import { audited } from '../services/audit/audited.ts';
import type { ShownAuditEvent } from '../services/audit/list.ts';
import { getOrganization } from '../store/queries/organizations.ts';
import type { Store } from '../store/database.ts';

const CLOUD = {
  ...WALKED_CLOUD,
  verify: () => Promise.reject(new Error('not asked')),
  open: () => Promise.reject(new Error('not asked')),
};

describe.each(await databases())('the audit log on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: { id: string; key: string };

  beforeAll(async () => {
    store = await open();
    api = await testApi(store, [CLOUD]);
    acme = await api.organization('acme', 'admin');
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const log = async (query = '', key = acme.key) =>
    (await api.call('GET', `/orgs/${acme.id}/audit${query}`, { key })).json<ShownAuditEvent[]>();

  test('has actor, action, target and request id', async () => {
    const made = await api.call('POST', `/orgs/${acme.id}/keys`, {
      key: acme.key,
      body: { name: 'ci', scopes: ['write'] },
    });
    const { id, hint } = made.json<{ id: string; hint: string }>();
    const [event, first, organization] = await log();
    const mine = first?.target.id;
    expect(event).toEqual({
      id: expect.stringMatching(/^aud_/),
      org_id: acme.id,
      at: expect.any(String),
      actor: { kind: 'key', id: mine, name: 'test', hint: acme.key.slice(-4) },
      action: 'key.create',
      target: { kind: 'key', id },
      detail: { name: 'ci', hint, scopes: ['write'], expires_at: null },
      request_id: made.headers['x-request-id'],
    });
    expect(first).toMatchObject({
      action: 'key.create',
      actor: { kind: 'operator', id: null, name: null, hint: null },
    });
    expect(organization).toMatchObject({
      action: 'organization.create',
      target: { kind: 'organization', id: acme.id },
      detail: { login: 'acme', installation_id: null },
    });

    await api.call('DELETE', `/orgs/${acme.id}/keys/${id}`, { key: acme.key });
    expect((await log())[0]).toMatchObject({
      action: 'key.revoke',
      target: { kind: 'key', id },
      detail: { name: 'ci' },
    });
    expect(JSON.stringify(await log())).not.toContain(acme.key.slice(4, 40));
  });

  test('has the changes, and no line without one', async () => {
    const save = (body: object) => api.call('PATCH', `/orgs/${acme.id}/aws`, { key: acme.key, body });
    await save({ state_bucket: 'acme-states', region: 'eu-west-1' });
    await save({ state_bucket: 'acme-states', region: null });
    await save({ region: null });
    expect((await log('?action=cloud.save')).map(({ target, detail }) => ({ target, detail }))).toEqual([
      { target: { kind: 'cloud', id: 'aws' }, detail: { region: { before: 'eu-west-1', after: null } } },
      {
        target: { kind: 'cloud', id: 'aws' },
        detail: {
          state_bucket: { before: null, after: 'acme-states' },
          region: { before: null, after: 'eu-west-1' },
        },
      },
    ]);
  });

  test('pages and filters, newest first', async () => {
    const all = await log('?limit=100');
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const page = await api.call('GET', `/orgs/${acme.id}/audit?limit=2`, { key: acme.key });
    const next = /<\/api\/v1(.*)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
    const rest = await api.call('GET', `${next}&limit=2`.replace('limit=2&', ''), { key: acme.key });
    expect([...page.json<[]>(), ...rest.json<[]>()]).toEqual(all.slice(0, 4));
    const [mine] = all.filter(({ actor }) => actor.kind === 'key');
    const byMe = await log(`?actor=${mine?.actor.id}&limit=100`);
    expect(byMe).toEqual(all.filter(({ actor }) => actor.kind === 'key'));
    expect(await log('?actor=operator&action=organization.create')).toHaveLength(1);
    expect(await log(`?target_id=${mine?.target.id}&limit=100`)).toEqual(
      all.filter(({ target }) => target.id === mine?.target.id),
    );
  });

  test('has nothing of another organization, and is for admins', async () => {
    const rival = await api.organization('rival', 'admin');
    const writer = await api.organization('writer', 'write');
    expect((await api.call('GET', `/orgs/${acme.id}/audit`, { key: rival.key })).statusCode).toBe(404);
    expect((await api.call('GET', `/orgs/${writer.id}/audit`, { key: writer.key })).statusCode).toBe(403);
    const theirs = (await api.call('GET', `/orgs/${rival.id}/audit`, { key: rival.key })).json<ShownAuditEvent[]>();
    expect(new Set(theirs.map(({ org_id }) => org_id))).toEqual(new Set([rival.id]));
  });

  test('has exports of incidents and sign-in links, created and used, without their secrets', async () => {
    const since = (await log('?limit=1'))[0]?.id ?? '';
    const path = `/orgs/${acme.id}/incidents/export`;
    expect((await api.call('GET', path, { key: acme.key })).statusCode).toBe(200);
    const made = (await api.call('POST', '/session/links', { key: acme.key })).json<{ url: string }>();
    const link = new URL(made.url).hash.replace('#link=', '');
    expect((await api.call('POST', '/session', { body: { link } })).statusCode).toBe(201);
    const lines = (await log('?limit=10')).filter(({ id }) => id > since);
    expect(lines.map(({ action, actor }) => [action, actor.hint])).toEqual([
      ['session.start', acme.key.slice(-4)],
      ['session_link.create', acme.key.slice(-4)],
      ['incident.export', acme.key.slice(-4)],
    ]);
    expect(lines[0]?.detail).toMatchObject({ with: 'link', link: lines[1]?.target.id });
    expect(JSON.stringify(lines)).not.toContain(link.slice(0, 12));
  });

  test("has the operator's session changes in the log of the instance, for the operator alone", async () => {
    const key = api.operatorKey;
    const made = (await api.call('POST', '/session/links', { key })).json<{ url: string }>();
    const link = new URL(made.url).hash.replace('#link=', '');
    await api.call('POST', '/session', { body: { link } });
    const own = (await api.call('GET', '/operator/audit', { key })).json<ShownAuditEvent[]>();
    expect(own.map(({ action, org_id, actor }) => [action, org_id, actor.kind]).slice(0, 2)).toEqual([
      ['session.start', null, 'operator'],
      ['session_link.create', null, 'operator'],
    ]);
    expect(own[0]?.detail).toMatchObject({ link: own[1]?.target.id });
    const verified = (await api.call('GET', '/operator/audit/verification', { key })).json<object>();
    expect(verified).toMatchObject({ intact: true, events: own.length });
    expect((await api.call('GET', '/operator/audit', { key: acme.key })).statusCode).toBe(403);
  });

  test('can be verified by its admins alone', async () => {
    const path = `/orgs/${acme.id}/audit/verification`;
    const answer = (await api.call('GET', path, { key: acme.key })).json<{ head: { seq: number; hash: string } }>();
    expect(answer).toMatchObject({ intact: true, problem: null });
    const { seq, hash } = answer.head;
    expect((await api.call('GET', `${path}?expect=${seq}:${hash}`, { key: acme.key })).json()).toEqual(answer);
    const other = (await api.call('GET', `${path}?expect=1:${hash}`, { key: acme.key })).json<object>();
    expect(other).toMatchObject({ intact: false, problem: { kind: 'rewritten', seq: 1 } });
    expect((await api.call('GET', `${path}?expect=1`, { key: acme.key })).statusCode).toBe(422);
    const stranger = await api.organization('stranger', 'admin');
    const reader = await api.organization('reader', 'read');
    expect((await api.call('GET', path, { key: stranger.key })).statusCode).toBe(404);
    const theirs = `/orgs/${reader.id}/audit/verification`;
    expect((await api.call('GET', theirs, { key: reader.key })).statusCode).toBe(403);
  });

  test('is written in the same transaction as the change', async () => {
    const before = await log('?limit=100');
    const system = { store, principal: { kind: 'system', name: 'test' }, request_id: null } as const;
    const event = { org_id: acme.id, action: 'test.run', target: { kind: 'test', id: '1' } } as const;
    const rename = (login: string, then: () => void) =>
      audited(system, async (trx) => {
        await trx.updateTable('organizations').set({ login }).where('id', '=', acme.id).execute();
        then();
        return { result: login, event };
      });
    const failed = rename('lost', () => {
      throw new Error('after the change');
    });
    await expect(failed).rejects.toThrow('after the change');
    expect((await getOrganization(store.db, acme.id))?.login).toBe('acme');
    expect(await log('?limit=100')).toEqual(before);
    expect(await rename('acme-2', () => undefined)).toBe('acme-2');
    expect((await log())[0]).toMatchObject({ actor: { kind: 'system', name: 'test' }, detail: {}, request_id: null });
  });
});
