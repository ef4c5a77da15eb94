import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { withApi } from '../../testkit/with-api.ts';
import { removeRepositories, saveRepository } from '../../testkit/repositories.ts';
import { newId } from '../base/ids.ts';
import { emptyCounts } from '../engine/model/analysis.ts';
import { insertAnalysis } from '../store/queries/analyses.ts';
import { insertIncident } from '../store/queries/incidents.ts';
import type { Store } from '../store/database.ts';
import { scoped } from '../store/scope.ts';

type Listed = { id: string; full_name: string; org_id: string; last_analysis: { id: string } | null };

describe.each(await databases())('repositories on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: { id: string; key: string };
  let rival: { id: string; key: string };

  withApi(open, (made) => ({ store, api } = made));
  beforeAll(async () => {
    acme = await api.organization('acme', 'read');
    rival = await api.organization('rival', 'read');
    for (const [at, name] of ['acme/web', 'Acme/Api', 'acme/infra', 'old/infra', 'acme/docs'].entries())
      await save(acme.id, at + 1, name);
    await save(rival.id, 1, 'rival/infra');
  });

  const save = (orgId: string, externalId: number, fullName: string, archived?: boolean) =>
    saveRepository(
      scoped(store.db, { org_id: orgId }),
      { codehost: 'github', external_id: externalId },
      { full_name: fullName, private: true, ...(archived === undefined ? {} : { archived }) },
    );

  async function walk(path: string, key: string): Promise<Listed[]> {
    const seen: Listed[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const answer = await api.call('GET', next, { key });
      expect(answer.statusCode).toBe(200);
      seen.push(...answer.json<Listed[]>());
      next = /<\/api\/v1(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    return seen;
  }

  test('lists repositories by name, case-insensitively, with stable pages', async () => {
    const names = (await walk(`/orgs/${acme.id}/repos?limit=2`, acme.key)).map((each) => each.full_name);
    expect(names).toEqual(['Acme/Api', 'acme/docs', 'acme/infra', 'acme/web', 'old/infra']);
    expect(await walk(`/orgs/${acme.id}/repos?q=/INFRA&limit=1`, acme.key)).toMatchObject([
      { full_name: 'acme/infra', web_url: null },
      { full_name: 'old/infra' },
    ]);
    expect(await walk('/repos?limit=100', acme.key)).toHaveLength(5);
    expect(await walk('/repos?limit=1', api.operatorKey)).toHaveLength(6);
  });

  test("hides another organization's repositories, and refuses cursors that are made up or of another list", async () => {
    const all = await walk('/repos', rival.key);
    expect(all.map((each) => [each.org_id, each.full_name])).toEqual([[rival.id, 'rival/infra']]);
    expect((await api.call('GET', `/orgs/${acme.id}/repos`, { key: rival.key })).statusCode).toBe(404);
    for (const text of ['x', newId('repo'), `${newId('repo')}:a\0b`, `${newId('an')}:name`]) {
      const cursor = encodeURIComponent(text);
      expect((await api.call('GET', `/repos?cursor=${cursor}`, { key: acme.key })).statusCode).toBe(422);
    }
  });

  test("keeps a repository's id through renames, shows its newest analysis, and removes it when it is removed", async () => {
    const before = await save(acme.id, 77, 'acme/zeta');
    const after = await save(acme.id, 77, 'acme/alpha', true);
    expect(after).toMatchObject({ id: before.id, full_name: 'acme/alpha', archived: true, private: true });
    for (const status of ['completed', 'queued'] as const)
      await insertAnalysis(store.db, {
        id: newId('an', Date.now() + (status === 'queued' ? 5 : 0)),
        org_id: acme.id,
        repo_id: after.id,
        trigger: '{"kind":"api"}',
        status,
        severity: 'none',
        counts: JSON.stringify(emptyCounts()),
        states: '[]',
      });
    for (const [at, status] of (['open', 'resolved', 'open'] as const).entries())
      await insertIncident(store.db, {
        id: `incident-${at}`,
        org_id: acme.id,
        repo_id: after.id,
        resource: 'aws_instance.web',
        type: 'aws_instance',
        summary: 'It was stopped by hand',
        date: '2026-01-02',
        status,
        source: 'manual',
      });
    const shown = (await walk('/repos', acme.key)).find(({ id }) => id === before.id);
    expect(shown).toMatchObject({
      full_name: 'acme/alpha',
      open_incidents: 2,
      last_analysis: { status: 'queued', finished_at: null },
    });
    await removeRepositories(scoped(store.db, { org_id: rival.id }), 'github', [77], new Date());
    expect((await walk('/repos', acme.key)).map(({ id }) => id)).toContain(before.id);
    await removeRepositories(scoped(store.db, { org_id: acme.id }), 'github', [77], new Date());
    expect((await walk('/repos', acme.key)).map(({ id }) => id)).not.toContain(before.id);
    expect(await save(acme.id, 77, 'acme/alpha')).toMatchObject({ id: before.id, removed_at: null, archived: true });
    await removeRepositories(scoped(store.db, { org_id: acme.id }), 'github', [77], new Date());
  });

  test('finds an organization by its installation, for its own keys and the operator only', async () => {
    const body = { login: 'installed', installation_id: 9_007_199_254_740_991 };
    const made = await api.call('POST', '/orgs', { key: api.operatorKey, body });
    expect(made.statusCode).toBe(201);
    const { id } = made.json<{ id: string }>();
    const own = await api.call('POST', `/orgs/${id}/keys`, {
      key: api.operatorKey,
      body: { name: 'x', scopes: ['read'] },
    });
    const ask = (installation: string, key: string) =>
      api.call('GET', `/orgs/by-installation/${installation}`, { key });
    for (const key of [own.json<{ key: string }>().key, api.operatorKey])
      expect((await ask('9007199254740991', key)).json()).toEqual(made.json());
    const foreign = await ask('9007199254740991', acme.key);
    const none = await ask('9007199254740990', acme.key);
    expect([foreign.statusCode, foreign.json<{ detail: string }>().detail]).toEqual([
      404,
      none.json<{ detail: string }>().detail,
    ]);
    for (const odd of ['0', '-1', 'x', '9007199254740993', '1e3', '1.5'])
      expect((await ask(odd, api.operatorKey)).statusCode).toBe(404);
  });
});
