import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { listOperations, listPages, type Method, type Operation } from '../../testkit/operations.ts';
import {
  bodyFor,
  fillPath,
  queryFor,
  makeOrganization,
  thingsIn,
  typeFor,
  WALKED_CLOUD,
  type Organization,
} from '../../testkit/walk.ts';
import { billingOf } from '../../testkit/stripe/provider.ts';
import { startStripe, type StripeEmulator } from '../../testkit/stripe/start.ts';
import { newKey } from '../services/keys/format.ts';
import type { Store } from '../store/database.ts';
import type { Access } from './http/types.ts';
import { within } from '../store/scope.ts';

/** The required access of every operation. An operation that is missing or differs fails the test. */
const ACCESS: Readonly<Record<string, Access>> = {
  'GET /api/v1/health': 'public',
  'GET /api/v1/ready': 'public',
  'GET /api/v1/openapi.json': 'public',
  'GET /api/v1/metrics': 'read',
  'GET /api/v1/operator/sessions': 'operator',
  'DELETE /api/v1/operator/sessions/:session_id': 'operator',
  'GET /api/v1/operator/status': 'operator',
  'POST /api/v1/orgs': 'operator',
  'GET /api/v1/orgs': 'operator',
  'GET /api/v1/orgs/:org_id': 'read',
  'GET /api/v1/orgs/:org_id/overview': 'read',
  'GET /api/v1/orgs/:org_id/drift-map': 'read',
  'PATCH /api/v1/orgs/:org_id': 'admin',
  'DELETE /api/v1/orgs/:org_id': 'admin',
  'GET /api/v1/orgs/:org_id/quotas': 'read',
  'PATCH /api/v1/orgs/:org_id/quotas': 'operator',
  'GET /api/v1/orgs/deletions': 'operator',
  'GET /api/v1/orgs/by-installation/:id': 'read',
  'GET /api/v1/orgs/:org_id/repos': 'read',
  'GET /api/v1/repos': 'read',
  'PATCH /api/v1/orgs/:org_id/repos/:repo_id': 'admin',
  'POST /api/v1/orgs/:org_id/keys': 'admin',
  'GET /api/v1/orgs/:org_id/keys': 'admin',
  'DELETE /api/v1/orgs/:org_id/keys/:key_id': 'admin',
  'POST /api/v1/orgs/:org_id/keys/:key_id/rotate': 'admin',
  'GET /api/v1/session': 'public',
  'GET /api/v1/session/:codehost': 'public',
  'GET /api/v1/session/:codehost/callback': 'public',
  'POST /api/v1/session': 'public',
  'DELETE /api/v1/session': 'public',
  'POST /api/v1/session/links': 'read',
  'GET /api/v1/orgs/:org_id/sessions': 'admin',
  'DELETE /api/v1/orgs/:org_id/sessions/:session_id': 'admin',
  'GET /api/v1/orgs/:org_id/audit': 'admin',
  'GET /api/v1/orgs/:org_id/audit/verification': 'admin',
  'GET /api/v1/operator/audit': 'operator',
  'GET /api/v1/operator/audit/verification': 'operator',
  'POST /api/v1/memory/recall': 'read',
  'POST /api/v1/memory/incidents': 'write',
  'DELETE /api/v1/memory/incidents/:id': 'write',
  'DELETE /api/v1/memory/incidents': 'admin',
  'GET /api/v1/orgs/:org_id/incidents': 'read',
  'GET /api/v1/orgs/:org_id/incidents/export': 'read',
  'GET /api/v1/orgs/:org_id/incidents/expiring': 'read',
  'POST /api/v1/orgs/:org_id/incidents/import': 'write',
  'GET /api/v1/orgs/:org_id/incidents/counts': 'read',
  'GET /api/v1/orgs/:org_id/incidents/csv': 'read',
  'GET /api/v1/incidents/:id': 'read',
  'GET /api/v1/incidents/:id/timeline': 'read',
  'GET /api/v1/incidents/:id/finding': 'read',
  'GET /api/v1/orgs/:org_id/states': 'read',
  'GET /api/v1/orgs/:org_id/states/counts': 'read',
  'GET /api/v1/state-source-kinds': 'public',
  'GET /api/v1/orgs/:org_id/state-sources': 'read',
  'PUT /api/v1/orgs/:org_id/state-sources/:source': 'admin',
  'GET /api/v1/orgs/:org_id/state-sources/:source': 'read',
  'PATCH /api/v1/orgs/:org_id/state-sources/:source': 'admin',
  'DELETE /api/v1/orgs/:org_id/state-sources/:source': 'admin',
  'GET /api/v1/orgs/:org_id/state-sources/:source/verify': 'read',
  'GET /api/v1/orgs/:org_id/provider-settings': 'read',
  'PUT /api/v1/orgs/:org_id/provider-settings/:settings': 'admin',
  'DELETE /api/v1/orgs/:org_id/provider-settings/:settings': 'admin',
  'GET /api/v1/orgs/:org_id/provider-settings/:settings/verify': 'read',
  'GET /api/v1/orgs/:org_id/state-claims': 'read',
  'POST /api/v1/orgs/:org_id/state-claims/accept': 'admin',
  'GET /api/v1/orgs/:org_id/state-mappings': 'read',
  'POST /api/v1/orgs/:org_id/state-mappings/preview': 'read',
  'PUT /api/v1/orgs/:org_id/state-mappings': 'write',
  'GET /api/v1/orgs/:org_id/ignore-rules': 'read',
  'PUT /api/v1/orgs/:org_id/ignore-rules': 'write',
  'POST /api/v1/orgs/:org_id/ignore-rules/preview': 'read',
  'GET /api/v1/orgs/:org_id/inventory': 'read',
  'GET /api/v1/orgs/:org_id/inventory/listings': 'read',
  'GET /api/v1/orgs/:org_id/inventory/objects': 'read',
  'GET /api/v1/orgs/:org_id/inventory/csv': 'read',
  'GET /api/v1/orgs/:org_id/inventory/objects/:object_id': 'read',
  'POST /api/v1/orgs/:org_id/inventory/import': 'read',
  'GET /api/v1/orgs/:org_id/inventory/settings': 'read',
  'PATCH /api/v1/orgs/:org_id/inventory/settings': 'write',
  'PATCH /api/v1/orgs/:org_id/:cloud': 'write',
  'GET /api/v1/orgs/:org_id/:cloud': 'read',
  'GET /api/v1/orgs/:org_id/:cloud/policy': 'read',
  'GET /api/v1/orgs/:org_id/:cloud/setup': 'read',
  'GET /api/v1/:cloud/verify': 'read',
  'POST /api/v1/orgs/:org_id/analyses': 'write',
  'GET /api/v1/orgs/:org_id/analyses': 'read',
  'GET /api/v1/analyses': 'read',
  'GET /api/v1/analyses/:id': 'read',
  'GET /api/v1/analyses/:id/overview': 'read',
  'GET /api/v1/analyses/:id/findings': 'read',
  'GET /api/v1/analyses/:id/findings/:fingerprint': 'read',
  'GET /api/v1/analyses/:id/csv': 'read',
  'GET /api/v1/analyses/:id/groups': 'read',
  'GET /api/v1/analyses/:id/coverage': 'read',
  'GET /api/v1/analyses/:id/report': 'read',
  'GET /api/v1/analyses/:id/calls': 'read',
  'POST /api/v1/analyses/:id/cancel': 'write',
  'POST /api/v1/billing/checkout': 'admin',
  'POST /api/v1/billing/portal': 'admin',
  'POST /api/v1/orgs/:org_id/webhooks': 'admin',
  'GET /api/v1/orgs/:org_id/webhooks': 'admin',
  'GET /api/v1/orgs/:org_id/webhooks/:hook_id': 'admin',
  'PATCH /api/v1/orgs/:org_id/webhooks/:hook_id': 'admin',
  'DELETE /api/v1/orgs/:org_id/webhooks/:hook_id': 'admin',
  'POST /api/v1/orgs/:org_id/webhooks/:hook_id/rotate': 'admin',
  'POST /api/v1/orgs/:org_id/webhooks/:hook_id/test': 'admin',
  'GET /api/v1/orgs/:org_id/webhooks/:hook_id/deliveries': 'admin',
  'POST /api/v1/orgs/:org_id/webhooks/:hook_id/deliveries/:delivery_id/replay': 'admin',
  'POST /api/v1/webhooks/stripe': 'public',
  'POST /api/v1/webhooks/:codehost': 'public',
  'GET /api/v1/webhooks/deliveries': 'operator',
  'POST /api/v1/webhooks/deliveries/:id/replay': 'operator',
};

/** The sentence of a description that names the required scope. */
const SAID: Readonly<Record<string, RegExp>> = {
  public: /No key is needed\.$/,
  read: /scope `read`\.$/,
  write: /scope `write`\.$/,
  admin: /scope `admin`\.$/,
  operator: /Needs the operator key\.$/,
};

/** Scopes in ascending order. */
const RANKS = ['read', 'write', 'admin', 'operator'] as const;
type Rank = (typeof RANKS)[number];

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

describe.each(await databases())('access on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let stripe: StripeEmulator;
  let acme: Organization;
  let rival: Organization;
  let operations: Operation[];
  const keys = {} as Record<Rank | 'rival', string>;
  /** Invalid credentials, by their fault. */
  const refused: Record<string, string | undefined> = {};

  beforeAll(async () => {
    store = await open();
    stripe = await startStripe([{ id: 'price_team' }]);
    api = await testApi(store, [WALKED_CLOUD], { billing: billingOf(stripe) });
    acme = await makeOrganization(store, 'acme');
    rival = await makeOrganization(store, 'rival');
    operations = await listOperations(api.app);
    for (const scope of ['read', 'write', 'admin'] as const) keys[scope] = (await makeKey(acme, scope)).key;
    keys.operator = api.operatorKey;
    keys.rival = (await makeKey(rival, 'admin')).key;

    const [revoked, expired] = [await makeKey(acme, 'admin'), await makeKey(acme, 'admin')];
    await api.call('DELETE', `/orgs/${acme.id}/keys/${revoked.id}`, { key: api.operatorKey });
    const past = { expires_at: new Date(Date.now() - 1) };
    await within(store.db, 'instance').updateTable('api_keys').set(past).where('id', '=', expired.id).execute();
    const wrongSum = keys.admin.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    Object.assign(refused, {
      'no key': undefined,
      garbage: 'garbage',
      'a wrong checksum': wrongSum,
      'an unknown key': newKey(),
      'a revoked key': revoked.key,
      'an expired key': expired.key,
      'half an operator key': api.operatorKey.slice(0, -1),
    });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
    await stripe[Symbol.asyncDispose]();
  });

  async function makeKey(org: Organization, scope: Rank): Promise<{ id: string; key: string }> {
    const body = { name: scope, scopes: [scope] };
    return (await api.call('POST', `/orgs/${org.id}/keys`, { key: api.operatorKey, body })).json();
  }

  async function send(operation: Operation, path: string, key: string | undefined, method: Method = operation.method) {
    const body = bodyFor({ ...operation, method }, acme);
    const query = queryFor({ ...operation, method }, acme, key === api.operatorKey);
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...typeFor(operation, body),
    };
    const answer = await api.app.inject({
      method,
      url: `${path}${query}`,
      headers,
      ...(body === undefined ? {} : { body: body as object }),
    });
    const text = answer.headers['content-type']?.toString().startsWith('application/json') ? answer.body : '';
    const { request_id: _, ...content } = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: answer.statusCode, headers: answer.headers, body: answer.body, content };
  }

  /** Sends GET and HEAD, which must have the same result; HEAD without a body. */
  async function ask(operation: Operation, path: string, key: string | undefined) {
    const answer = await send(operation, path, key);
    if (operation.method !== 'GET') return answer;
    const head = await send(operation, path, key, 'HEAD');
    expect({ name: `HEAD ${operation.path}`, status: head.status, body: head.body }).toEqual({
      name: `HEAD ${operation.path}`,
      status: answer.status,
      body: '',
    });
    return answer;
  }

  const guarded = () => operations.filter((operation) => ACCESS[nameOf(operation)] !== 'public');

  test('covers every route, and each one declares its access', () => {
    const said = operations.map((operation) => {
      const { description = '', security } = operation.described ?? {};
      const access = Object.keys(SAID).find((one) => SAID[one]?.test(description)) ?? 'nothing';
      expect([nameOf(operation), security?.length === 0]).toEqual([nameOf(operation), access === 'public']);
      return [nameOf(operation), access];
    });
    expect(Object.fromEntries(said)).toEqual(ACCESS);
  });

  test('serves pages beside the API to anybody', async () => {
    const pages = await listPages(api.app);
    expect(pages.map(nameOf).toSorted()).toEqual([
      'GET /',
      'GET /.well-known/jwks.json',
      'GET /.well-known/openid-configuration',
      'GET /docs',
      'GET /docs/:name',
      'GET /docs/pages.css',
      'GET /docs/start.js',
      'GET /docs/swagger-ui-bundle.js',
      'GET /docs/swagger-ui.css',
    ]);
    for (const { path } of pages)
      for (const headers of [{}, { authorization: 'x' }]) {
        const { statusCode } = await api.app.inject({ url: path, headers });
        // No dashboard is built here, and there is no public address to issue tokens from.
        const expected = path === '/' ? 503 : path.startsWith('/.well-known/') || path.includes(':') ? 404 : 200;
        expect([path, statusCode]).toEqual([path, expected]);
      }
  });

  test('rejects a request without a valid key on every route but the public ones, with the same answer', async () => {
    const bodies = new Set<string>();
    for (const operation of guarded()) {
      const path = await fillPath(api, operation, acme);
      for (const [what, key] of Object.entries(refused)) {
        const { status, headers, content } = await ask(operation, path, key);
        const response = { name: nameOf(operation), what, status, asks: headers['www-authenticate'] };
        expect(response).toEqual({ name: nameOf(operation), what, status: 401, asks: 'Bearer' });
        bodies.add(JSON.stringify(content));
      }
    }
    expect([...bodies]).toHaveLength(1);
  });

  test('serves public routes with any key', async () => {
    for (const operation of operations.filter((one) => ACCESS[nameOf(one)] === 'public')) {
      const path = await fillPath(api, operation, acme);
      const { status } = await ask(operation, path, undefined);
      for (const [what, key] of Object.entries({ ...refused, ...keys })) {
        const answer = await ask(operation, path, key);
        expect([nameOf(operation), what, answer.status]).toEqual([nameOf(operation), what, status]);
      }
    }
  });

  test('allows a key its scopes and no more, and the operator everything', async () => {
    for (const operation of guarded()) {
      const name = nameOf(operation);
      const needed = RANKS.indexOf(ACCESS[name] as Rank);
      for (const [rank, holder] of RANKS.entries()) {
        const { status, body } = await ask(operation, await fillPath(api, operation, acme), keys[holder]);
        const outcome = status === 403 ? 'forbidden' : 'let in';
        expect([name, holder, outcome]).toEqual([name, holder, rank < needed ? 'forbidden' : 'let in']);
        // An admitted request must also be valid: otherwise the result would say little about access.
        if (rank >= needed) expect([name, holder, status, body]).not.toSatisfy(isInvalid);
      }
    }
  });

  const isInvalid = ([, , status]: [string, string, number, string]) =>
    [400, 401, 404, 405, 415, 422, 500].includes(status);

  test("answers for another organization's ids as for unknown ones", async () => {
    for (const operation of guarded().filter((one) => thingsIn(one).length > 0)) {
      const name = nameOf(operation);
      const expected = ACCESS[name] === 'operator' ? 403 : 404;
      const things = thingsIn(operation);
      const theirs = await ask(operation, await fillPath(api, operation, acme), keys.rival);
      const nothing = await ask(operation, await fillPath(api, operation, acme, things), keys.rival);
      expect([name, theirs.status, theirs.content]).toEqual([name, expected, nothing.content]);
      expect([name, nothing.status]).toEqual([name, expected]);
      const inner = things.at(-1) ?? '';
      if (things[0] !== 'org_id' || inner === 'org_id') continue;
      // The caller chooses this name, so the request creates a thing of the caller's own.
      if (operation.method === 'PUT' && ['source', 'settings'].includes(inner)) continue;
      // A thing of acme's, requested within the caller's own organization.
      const own = (path: string) => path.replace(acme.id, rival.id);
      const mixed = await ask(operation, own(await fillPath(api, operation, acme)), keys.rival);
      const absent = await ask(operation, own(await fillPath(api, operation, acme, [inner])), keys.rival);
      expect([name, mixed.status, mixed.content]).toEqual([name, expected, absent.content]);
    }
  });

  test('lists nothing of another organization', async () => {
    for (const path of ['/analyses', '/repos']) {
      const answer = await api.call('GET', path, { key: keys.rival });
      expect([path, answer.json()]).toEqual([path, []]);
    }
    const named = await api.call('GET', `/aws/verify?org_id=${acme.id}`, { key: keys.rival });
    expect(named.statusCode).toBe(404);
  });

  test('rejects an expired key', async () => {
    const { id, key } = await makeKey(acme, 'read');
    const expire = (expires_at: Date) =>
      within(store.db, 'instance').updateTable('api_keys').set({ expires_at }).where('id', '=', id).execute();
    await expire(new Date(Date.now() + 60_000));
    expect((await api.call('GET', '/analyses', { key })).statusCode).toBe(200);
    await expire(new Date());
    expect((await api.call('GET', '/analyses', { key })).statusCode).toBe(401);
  });

  test('shows a key once and stores only its hash', async () => {
    const rows = await within(store.db, 'instance').selectFrom('api_keys').selectAll().execute();
    const listed = await api.call('GET', `/orgs/${acme.id}/keys?limit=100`, { key: keys.admin });
    for (const text of [JSON.stringify(rows), listed.body]) expect(text).not.toContain(keys.admin.slice(4, 40));
    expect(listed.json<{ hint: string }[]>().some(({ hint }) => hint === keys.admin.slice(-4))).toBe(true);
  });
});
