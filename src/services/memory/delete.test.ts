import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { incidentTenants, type Tenant } from '../../../testkit/incident-tenants.ts';
import { withApi } from '../../../testkit/with-api.ts';
import type { Store } from '../../store/database.ts';

const INCIDENT = { resource: 'aws_security_group.web', summary: 'SSH was opened to the internet' };

describe.each(await databases())('deleting all incidents of a project on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  const { tenant, exported, bring, recalled } = incidentTenants(() => ({ store, api }));

  withApi(open, (made) => ({ store, api } = made));

  test('deletes all incidents of a repository, or of the whole organization', async () => {
    const one = await tenant('a/one', 'a/two');
    const other = await tenant('a/one');
    const fill = async (to: Tenant, project: string, count: number) =>
      bring(
        to,
        Array.from({ length: count }, (_, at) => ({ ...INCIDENT, id: `${project.replace('/', '-')}-${at}`, project })),
      );
    for (const [project, count] of [
      ['a/one', 3],
      ['a/two', 2],
      [one.login, 1],
    ] as const)
      await fill(one, project, count);
    await fill(other, 'a/one', 1);
    const forget = (query: string, key = one.key) => api.call('DELETE', `/memory/incidents${query}`, { key });
    expect((await forget('')).statusCode).toBe(422);
    expect((await forget('?project=nothing')).statusCode).toBe(404);
    expect((await forget(`?project=${other.login}`)).statusCode).toBe(404);
    expect((await forget('?project=a/one')).json()).toEqual({ deleted: 3 });
    expect((await recalled(one, 'a/one', 'ssh')).map(({ id }) => id)).toEqual([`${one.login}-0`]);
    expect((await forget('?project=a/one')).json()).toEqual({ deleted: 0 });
    await fill(one, 'a/one', 600);
    expect((await forget(`?project=${one.id}`)).json()).toEqual({ deleted: 603 });
    expect(await recalled(one, one.login, 'ssh')).toEqual([]);
    expect(await exported(one)).toEqual([]);
    expect(await exported(other)).toHaveLength(1);
    const log = await api.call('GET', `/orgs/${one.id}/audit?action=incident.delete_all`, { key: one.key });
    expect(log.json<{ target: object; detail: object }[]>().map(({ target, detail }) => [target, detail])).toEqual([
      [{ kind: 'organization', id: one.id }, { incidents: 103 }],
      [{ kind: 'organization', id: one.id }, { incidents: 500 }],
      [{ kind: 'repository', id: expect.stringMatching(/^repo_/) }, { incidents: 3 }],
    ]);
    const writer = await api.call('POST', `/orgs/${one.id}/keys`, {
      key: one.key,
      body: { name: 'w', scopes: ['write'] },
    });
    expect((await forget(`?project=${one.id}`, writer.json<{ key: string }>().key)).statusCode).toBe(403);
  });

  test('counts each incident once in concurrent deletions, and in the audit log', async () => {
    const one = await tenant();
    const bodies = [0, 1].map((half) =>
      Array.from({ length: 700 }, (_, at) => ({ ...INCIDENT, id: `h${half}-${at}` })),
    );
    for (const lines of bodies) await bring(one, lines);
    const forget = () => api.call('DELETE', `/memory/incidents?project=${one.id}`, { key: one.key });
    const answers = await Promise.all([forget(), forget(), forget()]);
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    expect(sum(answers.map((answer) => answer.json<{ deleted: number }>().deleted))).toBe(1400);
    const log = await api.call('GET', `/orgs/${one.id}/audit?action=incident.delete_all`, { key: one.key });
    const logged = log.json<{ detail: { incidents: number } }[]>().map(({ detail }) => detail.incidents);
    expect(sum(logged)).toBe(1400);
  });
});
