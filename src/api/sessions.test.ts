import { beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { withApi } from '../../testkit/with-api.ts';
import { newId } from '../base/ids.ts';
import { newKey, hashKey } from '../services/keys/format.ts';
import { expireSessions } from '../services/sessions/end.ts';
import type { Store } from '../store/database.ts';
import { within } from '../store/scope.ts';

type Signed = { id: string; cookie: string };
const OWN = { 'sec-fetch-site': 'same-origin' };
const cookieOf = (header: unknown) => /^[^;]+/.exec(String(header))?.[0] ?? '';

describe.each(await databases())('sessions on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: { id: string; key: string };
  let rival: { id: string; key: string };

  withApi(open, (made) => ({ store, api } = made));
  beforeAll(async () => {
    acme = await api.organization('acme', 'admin');
    rival = await api.organization('rival', 'admin');
  });

  const on = (signed: Pick<Signed, 'cookie'>, more: Record<string, string> = {}) => ({
    headers: { cookie: signed.cookie, ...more },
  });
  const signIn = (body: object, headers: Record<string, string> = {}) =>
    api.call('POST', '/session', { body, headers });

  async function signedIn({ key, ...more }: { key: string; id?: string; scopes?: string[] }): Promise<Signed> {
    const { id: _, ...chosen } = more;
    const answer = await signIn({ key, ...chosen });
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
    return {
      id: answer.json<{ session: { id: string } }>().session.id,
      cookie: cookieOf(answer.headers['set-cookie']),
    };
  }

  async function keyWith(given: object = {}): Promise<{ id: string; key: string }> {
    const body = { name: 'person', scopes: ['read'], ...given };
    const made = await api.call('POST', `/orgs/${acme.id}/keys`, { key: api.operatorKey, body });
    const { id, key } = made.json<{ id: string; key: string }>();
    return { id, key };
  }

  const statusOf = async (signed: Pick<Signed, 'cookie'>) =>
    (await api.call('GET', '/analyses', on(signed))).statusCode;
  const actions = async () =>
    (await api.call('GET', `/orgs/${acme.id}/audit?limit=100`, { key: acme.key }))
      .json<{ action: string; target: { id: string } }[]>()
      .map(({ action, target }) => `${action} ${target.id}`);

  test('exchanges a key for a cookie that is HttpOnly, SameSite and does not contain it', async () => {
    const { id, key } = await keyWith({ scopes: ['write'] });
    const answer = await signIn({ key });
    const [cookie, ...attributes] = String(answer.headers['set-cookie']).split('; ');
    expect(cookie).toMatch(/^plumbline_session=[0-9A-Za-z]{43}$/);
    expect(attributes).toEqual([
      'Path=/',
      expect.stringMatching(/^Max-Age=28(800|7\d\d)$/),
      'HttpOnly',
      'SameSite=Strict',
    ]);
    expect(answer.body).not.toContain(cookie?.slice(-43));
    const described = {
      signed_in: true,
      ways: { github: false },
      session: { kind: 'key', name: 'person', scopes: ['write'] },
      organizations: [{ id: acme.id, name: 'acme', scopes: ['write'] }],
    };
    expect(answer.json()).toMatchObject(described);
    const again = await api.call('GET', '/session', on({ cookie: cookie ?? '' }));
    expect(again.json()).toEqual(answer.json());
    const rows = JSON.stringify(await store.db.selectFrom('sessions').selectAll().where('key_id', '=', id).execute());
    expect(rows).not.toContain(cookie?.slice(-43));
  });

  test('limits the cookie to this host by https', async () => {
    const https = await testApi(store, [], { http: { publicUrl: 'https://plumbline.example.com' } });
    const answer = await https.call('POST', '/session', { body: { key: acme.key } });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-plumbline_session=.*; Path=\/; .*; Secure$/);
    const cookie = cookieOf(answer.headers['set-cookie']);
    expect((await https.call('GET', '/session', { headers: { cookie } })).json()).toMatchObject({ signed_in: true });
    await https.close();
  });

  test('allows a session its scopes, and never more than its key', async () => {
    const { key } = await keyWith({ scopes: ['admin'] });
    const narrow = await signedIn({ key, scopes: ['read'] });
    expect(await statusOf(narrow)).toBe(200);
    const keys = await api.call('GET', `/orgs/${acme.id}/keys`, on(narrow));
    expect(keys.statusCode).toBe(403);
    const wide = await signIn({ key: (await keyWith()).key, scopes: ['write'] });
    expect([wide.statusCode, wide.json<{ code: string }>().code]).toEqual([403, 'forbidden']);
    const operator = await signIn({ key: api.operatorKey, scopes: ['read'] });
    expect(operator.statusCode).toBe(422);
    const theirs = await api.call('GET', `/orgs/${rival.id}`, on(narrow));
    expect(theirs.statusCode).toBe(404);
  });

  test('rejects anything but a key with the same answer', async () => {
    const revoked = await keyWith();
    await api.call('DELETE', `/orgs/${acme.id}/keys/${revoked.id}`, { key: acme.key });
    const answers = await Promise.all(
      [newKey(), 'garbage', revoked.key].map(async (key) => {
        const { request_id: _, ...said } = (await signIn({ key })).json<Record<string, unknown>>();
        return said;
      }),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('ends with its key: revoked, expired or rotated', async () => {
    const [revoked, expired, rotated] = [await keyWith(), await keyWith(), await keyWith()];
    const [a, b, c] = [await signedIn(revoked), await signedIn(expired), await signedIn(rotated)];
    for (const one of [a, b, c]) expect(await statusOf(one)).toBe(200);
    await api.call('DELETE', `/orgs/${acme.id}/keys/${revoked.id}`, { key: acme.key });
    await within(store.db, 'instance')
      .updateTable('api_keys')
      .set({ expires_at: new Date() })
      .where('id', '=', expired.id)
      .execute();
    const body = { grace_seconds: 0 };
    await api.call('POST', `/orgs/${acme.id}/keys/${rotated.id}/rotate`, { key: acme.key, body });
    for (const one of [a, b, c]) expect(await statusOf(one)).toBe(401);
    const listed = await api.call('GET', `/orgs/${acme.id}/sessions?limit=100`, { key: acme.key });
    const ids = listed.json<{ id: string }[]>().map(({ id }) => id);
    for (const { id } of [a, b, c]) expect(ids).not.toContain(id);
  });

  test('ends no later than its key', async () => {
    const expires_at = new Date(Date.now() + 3600_000).toISOString();
    const { key } = await keyWith({ expires_at });
    const answer = await signIn({ key });
    expect(answer.json()).toMatchObject({ session: { expires_at } });
    expect(answer.headers['set-cookie']).toMatch(/Max-Age=3(600|5\d\d);/);
  });

  test("lets the operator's session see the instance, and ends it with the operator key", async () => {
    const signed = await signedIn({ key: api.operatorKey });
    const described = await api.call('GET', '/session', on(signed));
    expect(described.json()).toMatchObject({ session: { kind: 'operator' } });
    expect(described.json<{ organizations: object[] }>().organizations).toHaveLength(2);
    expect((await api.call('GET', '/orgs', on(signed))).statusCode).toBe(200);
    const other = { operator_hash: hashKey(newKey()) };
    await store.db.updateTable('sessions').set(other).where('id', '=', signed.id).execute();
    expect((await api.call('GET', '/orgs', on(signed))).statusCode).toBe(401);
  });

  test("lists and ends the operator's own sessions, for the operator alone", async () => {
    const [one, asking] = [await signedIn({ key: api.operatorKey }), await signedIn({ key: api.operatorKey })];
    const theirs = await signedIn({ key: acme.key });
    const list = async (query = '') =>
      (await api.call('GET', `/operator/sessions${query}`, on(asking))).json<{ id: string; current: boolean }[]>();
    expect((await list('?limit=2')).map(({ id, current }) => [id, current])).toEqual([
      [asking.id, true],
      [one.id, false],
    ]);
    expect(await list('?limit=1')).toEqual([
      {
        id: asking.id,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        last_used_at: expect.any(String),
        current: true,
      },
    ]);
    const remove = (id: string) => api.call('DELETE', `/operator/sessions/${id}`, on(asking, OWN));
    const foreign = await signedIn({ key: api.operatorKey });
    const other = { operator_hash: hashKey(newKey()) };
    await store.db.updateTable('sessions').set(other).where('id', '=', foreign.id).execute();
    expect((await list('?limit=100')).map(({ id }) => id)).not.toContain(foreign.id);
    for (const { id } of [theirs, foreign]) expect((await remove(id)).statusCode).toBe(404);
    expect([(await remove(one.id)).statusCode, (await remove(one.id)).statusCode]).toEqual([204, 404]);
    expect((await api.call('GET', '/orgs', on(one))).statusCode).toBe(401);
    expect([await statusOf(theirs), await statusOf(asking)]).toEqual([200, 200]);
    for (const { key } of [acme, rival])
      expect((await api.call('GET', '/operator/sessions', { key })).statusCode).toBe(403);
  });

  test('expires after eight hours, however much it is used, and is erased', async () => {
    const signed = await signedIn({ key: acme.key });
    const { expires_at, created_at } = await store.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', signed.id)
      .executeTakeFirstOrThrow();
    expect(Math.round((expires_at.getTime() - created_at.getTime()) / 60_000)).toBe(8 * 60);
    await store.db.updateTable('sessions').set({ expires_at: new Date() }).where('id', '=', signed.id).execute();
    expect(await statusOf(signed)).toBe(401);
    const response = await api.call('GET', '/session', on(signed));
    expect(response.json()).toEqual({ signed_in: false, ways: { github: false } });
    expect(response.headers['set-cookie']).toMatch(/^plumbline_session=; .*Max-Age=0/);
    await expireSessions({ store });
    const left = await store.db.selectFrom('sessions').select('id').where('id', '=', signed.id).execute();
    expect(left).toEqual([]);
  });

  test('ends on signing out, and clears the cookie', async () => {
    const signed = await signedIn({ key: acme.key });
    // On any process with the same database.
    const other = await testApi(store);
    const out = await other.call('DELETE', '/session', on(signed, OWN));
    await other.close();
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect(await statusOf(signed)).toBe(401);
    expect((await api.call('DELETE', '/session', on(signed))).statusCode).toBe(204);
    expect(await actions()).toEqual(expect.arrayContaining([`session.start ${signed.id}`, `session.end ${signed.id}`]));
  });

  test('lets an administrator list and end the sessions of their own organization', async () => {
    const signed = await signedIn(await keyWith());
    const theirs = await signedIn({ key: rival.key });
    const listed = (await api.call('GET', `/orgs/${acme.id}/sessions?limit=100`, { key: acme.key })).json<Signed[]>();
    expect(listed.find(({ id }) => id === signed.id)).toMatchObject({ kind: 'key', name: 'person', current: false });
    expect(listed.map(({ id }) => id)).not.toContain(theirs.id);
    const remove = (id: string) => api.call('DELETE', `/orgs/${acme.id}/sessions/${id}`, { key: acme.key });
    expect((await remove(theirs.id)).statusCode).toBe(404);
    expect((await remove(signed.id)).statusCode).toBe(204);
    expect((await remove(signed.id)).statusCode).toBe(404);
    expect([await statusOf(signed), await statusOf(theirs)]).toEqual([401, 200]);
    expect(await actions()).toContain(`session.revoke ${signed.id}`);
  });

  test('refuses changes from a page of another origin', async () => {
    const signed = await signedIn({ key: acme.key });
    const cancel = (headers: Record<string, string>) =>
      api.call('POST', '/analyses/an_0000000000000000000000/cancel', on(signed, headers));
    const host = { host: 'plumbline.test' };
    const refused = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://plumbline.test', ...host },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://plumbline.test:81', ...host },
      { origin: 'null', ...host },
    ];
    for (const headers of refused) {
      const { statusCode, body } = await cancel(headers as Record<string, string>);
      expect([headers, statusCode, JSON.parse(body)]).toMatchObject([headers, 403, { code: 'cross_site_request' }]);
    }
    for (const headers of [OWN, { origin: 'http://plumbline.test', ...host }])
      expect((await cancel(headers as Record<string, string>)).statusCode).toBe(404);
    // A key in the header is sufficient, whatever else the browser sends.
    const withKey = await api.call('POST', '/analyses/an_0000000000000000000000/cancel', {
      key: acme.key,
      ...on(signed, { 'sec-fetch-site': 'cross-site' }),
    });
    expect(withKey.statusCode).toBe(404);
    // Such a page cannot sign anybody in either.
    const lured = await signIn({ key: acme.key }, { 'sec-fetch-site': 'cross-site' });
    expect([lured.statusCode, lured.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await api.call('DELETE', '/session', on(signed))).statusCode).toBe(403);
    expect(await statusOf(signed)).toBe(200);
  });

  async function linkFrom(how: { key?: string; headers?: Record<string, string> }): Promise<string> {
    const made = await api.call('POST', '/session/links', how);
    const [, link = ''] =
      /^http:\/\/[^/]+\/sign-in#link=([0-9A-Za-z]{43})$/.exec(made.json<{ url: string }>().url) ?? [];
    return link;
  }

  test('signs in once by a link, also when many follow it at the same time', async () => {
    const link = await linkFrom({ key: acme.key });
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn({ link })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 401),
    ]);
    const cookie = cookieOf(answers.find(({ statusCode }) => statusCode === 201)?.headers['set-cookie']);
    expect(await statusOf({ cookie })).toBe(200);
    expect((await signIn({ link: link.replace(/.$/, '!') })).statusCode).toBe(401);
    const rows = await store.db.selectFrom('session_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(link);
  });

  test('rejects a link after five minutes, or once its key has ended', async () => {
    const late = await linkFrom({ key: acme.key });
    await store.db.updateTable('session_links').set({ expires_at: new Date() }).execute();
    const { id, key } = await keyWith();
    const dead = await linkFrom({ key });
    await api.call('DELETE', `/orgs/${acme.id}/keys/${id}`, { key: acme.key });
    for (const link of [late, dead]) expect((await signIn({ link })).statusCode).toBe(401);
  });

  test('ends a session from a link with the session that created the link', async () => {
    const first = await signedIn({ key: acme.key, scopes: ['read'] });
    const expires_at = new Date(Date.now() + 60_000);
    await store.db.updateTable('sessions').set({ expires_at }).where('id', '=', first.id).execute();
    const link = await linkFrom(on(first, OWN));
    const second = await signIn({ link });
    expect(second.json()).toMatchObject({ session: { expires_at: expires_at.toISOString(), scopes: ['read'] } });
    const cookie = cookieOf(second.headers['set-cookie']);
    const open = await linkFrom(on({ cookie }, OWN));
    await api.call('DELETE', '/session', on(first, OWN));
    expect(await statusOf({ cookie })).toBe(401);
    expect((await signIn({ link: open })).statusCode).toBe(401);
  });

  test('bounds the sessions of one holder, and ends the oldest', async () => {
    const { id, key } = await keyWith();
    const [first, other] = [await signedIn({ key }), await signedIn({ key: acme.key })];
    const more = { key_id: id, scopes: ['read'], expires_at: new Date(Date.now() + 60_000) };
    const rows = Array.from({ length: 49 }, (_, n) => ({ ...more, id: newId('ses'), hash: Buffer.from(`${id}${n}`) }));
    await store.db.insertInto('sessions').values(rows).execute();
    expect(await statusOf(first)).toBe(200);
    const last = await signedIn({ key });
    expect([await statusOf(first), await statusOf(last), await statusOf(other)]).toEqual([401, 200, 200]);
    const left = await store.db.selectFrom('sessions').select('id').where('key_id', '=', id).execute();
    expect(left).toHaveLength(50);
  });

  test('draws on the limit of the address for sign-ins, and on its own limits for sessions', async () => {
    const tight = await testApi(store, [], { limits: { key: 3, org: 5 } });
    const attempt = () => tight.call('POST', '/session', { body: { key: acme.key }, remoteAddress: '203.0.113.7' });
    const answers = [await attempt(), await attempt(), await attempt(), await attempt()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 429]);
    const used = async (answer: (typeof answers)[number] | undefined) => {
      const cookie = cookieOf(answer?.headers['set-cookie']);
      return (await tight.call('GET', '/analyses', { headers: { cookie } })).statusCode;
    };
    const [a, b] = answers;
    const seen = [];
    for (const one of [a, a, a, a, b, b, b]) seen.push(await used(one));
    expect(seen).toEqual([200, 200, 200, 429, 200, 200, 429]);
    await tight.close();
  });

  test('ends when its organization is removed', async () => {
    const gone = await api.organization('gone', 'admin');
    const signed = await signedIn({ key: gone.key });
    await api.call('DELETE', `/orgs/${gone.id}?confirm=gone`, { key: gone.key });
    expect(await statusOf(signed)).toBe(401);
  });
});
