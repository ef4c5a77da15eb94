import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { databases } from '../../../testkit/database.ts';
import type { Store } from '../../store/database.ts';
import { expireIncidents } from './expire.ts';
import { within } from '../../store/scope.ts';

const DAY_MS = 24 * 3600_000;
const NOW = new Date('2026-03-15T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString().slice(0, 10);

describe.each(await databases())('retention on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;

  withApi(open, (made) => ({ store, api } = made));

  async function keep(org: { id: string; key: string }, days: unknown) {
    const body = { incident_retention_days: days };
    return api.call('PATCH', `/orgs/${org.id}`, { key: org.key, body });
  }

  /** Creates incidents of an organization, one for each age in days. */
  async function write(org: { id: string; key: string }, ages: readonly number[]) {
    for (const age of ages) {
      const body = { project: org.id, id: `d${age}`, resource: 'x', summary: 'It fell over', date: daysAgo(age) };
      expect((await api.call('POST', '/memory/incidents', { key: org.key, body })).statusCode).toBe(201);
    }
  }
  async function ids(org: { id: string; key: string }) {
    const listed = await api.call('GET', `/orgs/${org.id}/incidents?limit=100`, { key: org.key });
    return listed.json<{ id: string }[]>().map(({ id }) => id);
  }

  test('deletes incidents after the retention of their organization, also from recall', async () => {
    const org = await api.organization('keeps-a-month', 'admin');
    const other = await api.organization('keeps-all', 'admin');
    for (const one of [org, other]) await write(one, [0, 29, 30, 31, 400]);
    await expireIncidents(api.services, { now: NOW });
    expect(await ids(org)).toHaveLength(5);

    expect((await keep(org, 30)).json()).toMatchObject({ incident_retention_days: 30 });
    await Promise.all([expireIncidents(api.services, { now: NOW }), expireIncidents(api.services, { now: NOW })]);
    expect(await ids(org)).toEqual(['d0', 'd29', 'd30']);
    expect(await ids(other)).toHaveLength(5);
    const body = { project: org.id, intent: 'it fell over', top_k: 50 };
    const found = await api.call('POST', '/memory/recall', { key: org.key, body });
    expect(found.json<{ matches: unknown[] }>().matches).toHaveLength(3);

    const log = await api.call('GET', `/orgs/${org.id}/audit`, { key: org.key });
    expect(log.json<object[]>()[0]).toMatchObject({
      action: 'incident.expire',
      actor: { kind: 'system', name: 'retention' },
      detail: { before: daysAgo(30), incidents: 2 },
    });
    await expireIncidents(api.services, { now: NOW });
    const after = await api.call('GET', `/orgs/${org.id}/audit`, { key: org.key });
    expect(after.json()).toEqual(log.json());
  });

  test('keeps open incidents of any age, and deletes many in batches', async () => {
    const org = await api.organization('busy', 'admin');
    await keep(org, 1);
    const old = {
      org_id: org.id,
      resource: 'x',
      summary: 'It fell over',
      date: '2020-01-01',
      source: 'manual',
    } as const;
    const rows = Array.from({ length: 1001 }, (_, at) => ({ ...old, id: `i${at}`, status: 'resolved' }) as const);
    await within(store.db, 'instance')
      .insertInto('incidents')
      .values(rows.map((row) => ({ ...row, repo_id: null, type: null, details: null })))
      .execute();
    await within(store.db, 'instance')
      .updateTable('incidents')
      .set({ status: 'open' })
      .where('id', '=', 'i7')
      .where('org_id', '=', org.id)
      .execute();
    const stopped = AbortSignal.abort();
    await expireIncidents(api.services, { now: NOW, signal: stopped });
    expect(await ids(org)).toHaveLength(100);
    await expireIncidents(api.services, { now: NOW });
    expect(await ids(org)).toEqual(['i7']);
  });

  test('counts drift from the day of its resolution, however long it lasted', async () => {
    const org = await api.organization('long', 'admin');
    await keep(org, 10);
    const drift = {
      org_id: org.id,
      resource: 'x',
      summary: 'It fell over',
      date: '2020-01-01',
      source: 'drift',
    } as const;
    const ended = (id: string, daysBefore: number) => ({
      ...drift,
      id,
      repo_id: null,
      type: null,
      details: null,
      status: 'resolved' as const,
      resolved_at: new Date(NOW.getTime() - daysBefore * DAY_MS),
    });
    await within(store.db, 'instance')
      .insertInto('incidents')
      .values([ended('lately', 9), ended('just', 10), ended('long-ago', 11)])
      .execute();
    await expireIncidents(api.services, { now: NOW });
    expect(await ids(org)).toEqual(['lately', 'just']);
  });

  test('lets admins set days, or null for ever, but not login and installation', async () => {
    const org = await api.organization('chooses', 'admin');
    const [writer, stranger] = [await api.organization('writes', 'write'), await api.organization('rules', 'admin')];
    const shown = async () => (await api.call('GET', `/orgs/${org.id}`, { key: org.key })).json<object>();
    expect(await shown()).toMatchObject({ id: org.id, login: 'chooses', incident_retention_days: null });
    for (const days of [0, -1, 1.5, '30', 36_501])
      expect([days, (await keep(org, days)).statusCode]).toEqual([days, 422]);
    for (const days of [1, 36_500, null]) {
      expect((await keep(org, days)).statusCode).toBe(200);
      expect(await shown()).toMatchObject({ incident_retention_days: days });
    }
    const log = await api.call('GET', `/orgs/${org.id}/audit`, { key: org.key });
    expect(log.json<object[]>()[0]).toMatchObject({
      action: 'organization.update',
      detail: { incident_retention_days: { before: 36_500, after: null } },
    });
    expect((await api.call('PATCH', `/orgs/${org.id}`, { key: org.key, body: {} })).statusCode).toBe(200);
    expect((await keep(writer, 3)).statusCode).toBe(403);
    for (const body of [
      { login: 'other' },
      { installation_id: 7 },
      { installation_id: null, incident_retention_days: 3 },
    ])
      expect((await api.call('PATCH', `/orgs/${org.id}`, { key: org.key, body })).statusCode).toBe(403);
    expect(await shown()).toMatchObject({ login: 'chooses', incident_retention_days: null });
    expect((await keep({ id: org.id, key: stranger.key }, 3)).statusCode).toBe(404);
  });
});
