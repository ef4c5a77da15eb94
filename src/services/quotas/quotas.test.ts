import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { withApi } from '../../../testkit/with-api.ts';
import type { Store } from '../../store/database.ts';
import type { ImportReport } from '../memory/import.ts';
import { DEFAULT_QUOTAS } from './limits.ts';
import { amountOf, createQuotas, withinStates } from './quotas.ts';
import { scoped } from '../../store/scope.ts';

type Refusal = { code: string; detail: string };

describe.each(await databases())('quotas of an organization on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let count = 0;

  withApi(open, (made) => ({ store, api } = made), [], { quotas: { keys: 3, incidents: 5 } });
  const tenant = () => api.organization(`quota-${++count}`, 'admin');
  const set = (id: string, body: object, key = api.operatorKey) =>
    api.call('PATCH', `/orgs/${id}/quotas`, { key, body });
  const makeKey = ({ id, key }: { id: string; key: string }) =>
    api.call('POST', `/orgs/${id}/keys`, { key, body: { name: 'ci', scopes: ['read'] } });
  const makeIncident = ({ key, id }: { id: string; key: string }) =>
    api.call('POST', '/memory/incidents', { key, body: { project: id, resource: 'aws_a.b', summary: 'It fell' } });
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `{"id":"i${from + at}","resource":"a","summary":"It fell"}\n`).join(
      '',
    );
  const bring = ({ id, key }: { id: string; key: string }, payload: string) =>
    api.call('POST', `/orgs/${id}/incidents/import`, {
      key,
      payload,
      headers: { 'content-type': 'application/x-ndjson' },
    });

  test('refuses a key beyond the quota with 409, until one is revoked', async () => {
    const one = await tenant();
    const made = [await makeKey(one), await makeKey(one)];
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const refused = await makeKey(one);
    expect([refused.statusCode, refused.json<Refusal>().code]).toEqual([409, 'quota_exceeded']);
    expect(refused.json<Refusal>().detail).toContain('3 keys');
    await api.call('DELETE', `/orgs/${one.id}/keys/${made[0]!.json<{ id: string }>().id}`, { key: one.key });
    expect((await makeKey(one)).statusCode).toBe(201);
    expect((await makeKey(await tenant())).statusCode).toBe(201);
    // A rotated key has expired and no longer counts.
    const [last] = (await api.call('GET', `/orgs/${one.id}/keys`, { key: one.key })).json<{ id: string }[]>();
    await set(one.id, { keys: 4 });
    const rotated = await api.call('POST', `/orgs/${one.id}/keys/${last!.id}/rotate`, {
      key: one.key,
      body: { grace_seconds: 0 },
    });
    expect(rotated.statusCode).toBe(201);
    expect((await makeKey(one)).statusCode).toBe(201);
  });

  test('refuses incidents beyond the quota, written or imported, and stores those within it', async () => {
    const one = await tenant();
    expect((await makeIncident(one)).statusCode).toBe(201);
    const report = (await bring(one, lines(0, 6))).json<ImportReport>();
    expect(report).toMatchObject({ written: 4, unchanged: 0, conflicts: 0, refused: 2 });
    expect(report.problems.map(({ line }) => line)).toEqual([5, 6]);
    expect(report.problems[0]?.message).toContain('5 incidents');
    expect((await makeIncident(one)).json<Refusal>().code).toBe('quota_exceeded');
    expect((await bring(one, lines(10, 12))).json<Refusal>().code).toBe('quota_exceeded');
    // Existing incidents need no room.
    expect((await bring(one, lines(0, 4))).json()).toMatchObject({ unchanged: 4, refused: 0 });
    await set(one.id, { incidents: 7 });
    expect((await bring(one, lines(0, 6))).json()).toMatchObject({ written: 2, unchanged: 4 });
  });

  test('lets only the operator set a quota, reports its use, and logs the change', async () => {
    const one = await tenant();
    expect((await set(one.id, { keys: 9 }, one.key)).statusCode).toBe(403);
    expect((await set(one.id, { keys: -1 })).statusCode).toBe(422);
    expect((await set('org_nobody', { keys: 9 })).statusCode).toBe(404);
    const answer = await set(one.id, { keys: 9, incidents: 6 });
    const keys = { resource: 'keys', used: 1, limit: 9, is_default: false };
    expect(answer.json()).toEqual([
      keys,
      { resource: 'incidents', used: 0, limit: 6, is_default: false },
      { resource: 'states', used: 0, limit: DEFAULT_QUOTAS.states, is_default: true },
      { resource: 'bytes', used: 0, limit: DEFAULT_QUOTAS.bytes, is_default: true },
    ]);
    expect((await set(one.id, { incidents: null })).json<object[]>()[1]).toMatchObject({ limit: 5, is_default: true });
    expect((await api.call('GET', `/orgs/${one.id}/quotas`, { key: one.key })).json<object[]>()[0]).toEqual(keys);
    const other = await tenant();
    expect((await api.call('GET', `/orgs/${one.id}/quotas`, { key: other.key })).statusCode).toBe(404);
    const log = await api.call('GET', `/orgs/${one.id}/audit?action=quota.update`, { key: one.key });
    expect(log.json<{ detail: object }[]>().map(({ detail }) => detail)).toEqual([
      { incidents: { before: 6, after: null } },
      { keys: { before: null, after: 9 }, incidents: { before: null, after: 6 } },
    ]);
  });

  test('lists organizations near a quota to the operator, the fullest first', async () => {
    const one = await tenant();
    await bring(one, lines(0, 4));
    const { quotas } = (await api.call('GET', '/operator/status', { key: api.operatorKey })).json<{
      quotas: { org_id: string; resource: string; used: number; limit: number }[];
    }>();
    expect(quotas.find(({ org_id: id }) => id === one.id)).toMatchObject({ resource: 'incidents', used: 4, limit: 5 });
    const shares = quotas.map(({ used, limit }) => used / limit);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  });

  test('exceeds a quota by no more than is added at the same moment', async () => {
    const one = await tenant();
    const answers = await Promise.all(Array.from({ length: 12 }, () => makeIncident(one)));
    const made = answers.filter(({ statusCode }) => statusCode === 201).length;
    expect(made).toBeGreaterThanOrEqual(5);
    expect((await makeIncident(one)).statusCode).toBe(409);
  });

  test('counts no more than once a minute while an organization is far from its quota', async () => {
    const one = await tenant();
    let ms = 0;
    const quotas = createQuotas({ ...DEFAULT_QUOTAS, incidents: 5_000 }, () => ms);
    const scope = { org_id: one.id };
    expect(await quotas.take(scoped(store.db, scope), 'incidents', 900)).toBe(900);
    const gone = store.db.withSchema('nowhere');
    expect(await quotas.take(scoped(gone, scope), 'incidents', 100)).toBe(100);
    await expect(quotas.take(scoped(gone, scope), 'incidents', 1)).rejects.toThrow('nowhere');
    expect(await quotas.take(scoped(store.db, scope), 'incidents', 1)).toBe(1);
    ms = 60_000;
    await expect(quotas.take(scoped(gone, scope), 'incidents', 1)).rejects.toThrow('nowhere');
  });
});

test('lists all states, reads those within the quota, and reports why it reads no more', async () => {
  const source = withinStates(
    {
      async *list() {
        for (const key of ['a', 'b', 'c']) yield { key, size: 1, etag: 'e' };
      },
      read: (key) => Promise.resolve({ bytes: Buffer.from(key), etag: 'e' }),
      etag: () => Promise.resolve('e'),
    },
    2,
  );
  const keys: string[] = [];
  for await (const { key } of source.list()) keys.push(key);
  expect(keys).toEqual(['a', 'b', 'c']);
  expect(Buffer.from((await source.read('b')).bytes).toString()).toBe('b');
  await expect(source.read('c')).rejects.toMatchObject({ code: 'quota_exceeded', message: /2 states/ });
});

test('writes amounts of a quota in words', () => {
  expect(amountOf('keys', 1)).toBe('1 key');
  expect(amountOf('incidents', 100_000)).toBe('100,000 incidents');
  expect(amountOf('bytes', 2 * 1024 ** 3)).toBe('2,048 MiB of stored findings');
});
