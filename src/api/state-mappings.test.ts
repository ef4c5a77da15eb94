import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { saveRepository } from '../../testkit/repositories.ts';
import type { ShownAuditEvent } from '../services/audit/list.ts';
import type { StateMappings, MappingPreview } from '../services/state-mapping/hand-mappings.ts';
import type { State } from '../services/state-mapping/list-states.ts';
import { saveStates } from '../store/queries/states.ts';
import type { Store } from '../store/database.ts';
import { scoped } from '../store/scope.ts';

describe.each(await databases())('states and their mappings on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: { id: string; key: string };
  let own: string;
  let foreign: string;

  beforeAll(async () => {
    store = await open();
    api = await testApi(store);
    acme = await api.organization('acme', 'write');
    const rival = await api.organization('rival', 'write');
    const facts = { full_name: 'x/infra', private: true };
    own = (await saveRepository(scoped(store.db, { org_id: acme.id }), { codehost: 'github', external_id: 1 }, facts))
      .id;
    foreign = (
      await saveRepository(scoped(store.db, { org_id: rival.id }), { codehost: 'github', external_id: 2 }, facts)
    ).id;
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const path = () => `/orgs/${acme.id}/state-mappings`;
  async function put(body: object) {
    const answer = await api.call('PUT', path(), { key: acme.key, body });
    return { status: answer.statusCode, body: answer.json<StateMappings & { errors?: { path: string }[] }>() };
  }
  const get = async () => (await api.call('GET', path(), { key: acme.key })).json<StateMappings>();

  test('begins without mappings, replaces them as a whole by version, and logs that', async () => {
    expect(await get()).toEqual({ version: 0, mappings: [] });
    const mappings = [
      { state: 'prod/*', repo_id: own, path: 'infra', reason: 'because' },
      { state: '*', repo_id: null },
    ];
    expect(await put({ version: 0, mappings })).toEqual({ status: 200, body: { version: 1, mappings } });
    expect(await get()).toEqual({ version: 1, mappings });
    expect((await put({ version: 1, mappings })).body.version).toBe(1);
    expect((await put({ version: 0, mappings: [] })).status).toBe(409);
    const log = await api.call('GET', `/orgs/${acme.id}/audit?action=state_mappings.replace`, { key: api.operatorKey });
    expect(log.json<ShownAuditEvent[]>().map(({ detail }) => detail)).toEqual([{ before: [], after: mappings }]);
  });

  test.each<[string, (ids: { foreign: string }) => object, string]>([
    ["for another organization's repository", (ids) => ({ state: 'a', repo_id: ids.foreign }), '/mappings/0/repo_id'],
    ['for a repository that there is not', () => ({ state: 'a', repo_id: 'repo_x' }), '/mappings/0/repo_id'],
    ['without a pattern', () => ({ state: '', repo_id: null }), '/mappings/0/state'],
    ['to a directory outside', () => ({ state: 'a', repo_id: null, path: '../x' }), '/mappings/0/path'],
    ['with a secret', () => ({ state: 'ghp_abcdefghijklmnopqrstuvwxyz0123', repo_id: null }), '/mappings/0/state'],
    ['with another field', () => ({ state: 'a', repo_id: null, bucket: 'b' }), '/mappings/0/bucket'],
  ])('rejects a mapping %s', async (_, mapping, where) => {
    const answer = await put({ mappings: [mapping({ foreign })] });
    expect([answer.status, ...new Set(answer.body.errors?.map((one) => one.path))]).toEqual([422, where]);
  });

  test('lists states by key, with pages, whatever their keys', async () => {
    const keys = ['a b', 'a/ü', 'env:/x/y', 'prod/1', 'prod/2', 'z"%&?'];
    const at = new Date();
    const rows = keys.map((key) => ({ key, status: 'read' as const, analysis_id: 'an_x', analysed_at: at }));
    const nothing = { serial: 1, lineage: null, terraform_version: null, code: null, detail: null };
    const named = rows.map((row) => ({ ...nothing, ...row }));
    await saveStates(scoped(store.db, { org_id: acme.id }), named, { all: true, analysis_id: 'an_x' });
    const seen: string[] = [];
    for (let next: string | undefined = `/orgs/${acme.id}/states?limit=2`; next !== undefined;) {
      const answer = await api.call('GET', next, { key: acme.key });
      seen.push(...answer.json<State[]>().map(({ key }) => key));
      next = /<\/api\/v1(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(keys);
    const mine = await api.call('GET', `/orgs/${acme.id}/states?repo_id=${own}&limit=1`, { key: acme.key });
    expect(mine.json<State[]>()).toMatchObject([
      { key: 'prod/1', repo_id: own, path: 'infra', why: 'set by hand: because' },
    ]);
    expect(mine.headers.link).toContain('rel="next"');
    const listed = async (query: string) =>
      (await api.call('GET', `/orgs/${acme.id}/states?${query}`, { key: acme.key }))
        .json<State[]>()
        .map(({ key, severity, counts }) => ({ key, severity, counts }));
    const none = { severity: null, counts: null };
    expect(await listed('q=PROD/1')).toEqual([{ key: 'prod/1', ...none }]);
    expect(await listed('source=none')).toEqual([]);
    expect(await listed('severity=high')).toEqual([]);
    expect(await listed('source=api&status=unreadable')).toEqual([]);
    for (const cursor of ['_-_-', 'AAAA', 'w'])
      expect((await api.call('GET', `/orgs/${acme.id}/states?cursor=${cursor}`, { key: acme.key })).statusCode).toBe(
        200,
      );
  });

  test('previews the changes of a list of mappings, with counts of states', async () => {
    const of = (path: string) => api.call('GET', `/orgs/${acme.id}${path}`, { key: acme.key });
    const { version } = await get();
    const mappings = [
      { state: 'prod/1', repo_id: own, path: 'other' },
      { state: 'a*', repo_id: own },
    ];
    const preview = (body: object) => api.call('POST', `${path()}/preview`, { key: acme.key, body });
    const asked = await preview({ mappings });
    const organization = { repo_id: null, repo_full_name: null, path: null };
    expect(asked.json<MappingPreview>()).toEqual({
      changed: 4,
      changes: [
        ...['a b', 'a/ü'].map((key) => ({
          key,
          before: { ...organization, why: 'set by hand' },
          after: { repo_id: own, repo_full_name: 'x/infra', path: '.', why: 'set by hand' },
        })),
        {
          key: 'prod/1',
          before: { repo_id: own, repo_full_name: 'x/infra', path: 'infra', why: 'set by hand: because' },
          after: { repo_id: own, repo_full_name: 'x/infra', path: 'other', why: 'set by hand' },
        },
        {
          key: 'prod/2',
          before: { repo_id: own, repo_full_name: 'x/infra', path: 'infra', why: 'set by hand: because' },
          after: { ...organization, why: null },
        },
      ],
      decides: [1, 2],
      complete: true,
    });
    expect((await preview({ mappings: [{ state: 'a', repo_id: foreign }] })).statusCode).toBe(422);
    expect((await get()).version).toBe(version);
    const severities = { critical: 0, high: 0, medium: 0, low: 0, none: 0 };
    expect((await of('/states/counts')).json()).toEqual({
      states: 6,
      unmapped: 0,
      proposed: 0,
      contested: 0,
      unreadable: 0,
      severities,
    });
    await put({ mappings: mappings.slice(0, 1) });
    expect((await of('/states/counts')).json()).toMatchObject({ unmapped: 5 });
    expect((await of('/states?source=none&limit=100')).json<State[]>()).toHaveLength(5);
  });
});
