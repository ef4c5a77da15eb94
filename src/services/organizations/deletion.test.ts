import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { databases } from '../../../testkit/database.ts';
import { githubAccount } from '../../../testkit/github-account.ts';
import { seedEveryTable } from '../../../testkit/seed.ts';
import { newId } from '../../base/ids.ts';
import type { Store } from '../../store/database.ts';
import { insertAnalysis } from '../../store/queries/analyses.ts';
import { getOrganizationByAccount } from '../../../testkit/organizations.ts';
import { readCatalogue } from '../../store/transfer/catalogue.ts';
import { handlerOf } from '../webhooks/events/index.ts';
import { expireUninstalled, type Deletion } from './delete.ts';
import { eraseOrganization } from './erase.ts';
import { asDatabaseUser } from '../../store/scope.ts';

const DAY_MS = 24 * 3600_000;

describe.each(await databases())('removing organizations on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  withApi(open, (made) => ({ store, api } = made));

  const remove = (id: string, query: string, key = api.operatorKey) =>
    api.call('DELETE', `/orgs/${id}?${query}`, { key });
  const get = async (path: string, key = api.operatorKey) => (await api.call('GET', path, { key })).statusCode;
  const deletions = async () =>
    (await api.call('GET', '/orgs/deletions?limit=100', { key: api.operatorKey })).json<Deletion[]>();

  async function deliver(host: ReturnType<typeof githubAccount>) {
    for (const { event, payload, sent_at } of host.made.splice(0))
      await store.db.transaction().execute(async (trx) => {
        const delivery = {
          codehost: 'github',
          event,
          action: String(payload.action),
          sent_at,
          payload: payload as never,
        };
        await handlerOf('github', event, delivery.action)?.apply(trx, delivery, api.services.queue);
      });
  }
  async function install(host: ReturnType<typeof githubAccount>) {
    host.create('infra');
    host.install();
    await deliver(host);
    return (await getOrganizationByAccount(store.db, host.account.id))!;
  }

  test('requires an admin, the login and no unfinished analysis, then hides the organization and records who deleted it', async () => {
    const acme = await api.organization('acme', 'admin');
    const writer = await api.call('POST', `/orgs/${acme.id}/keys`, {
      key: api.operatorKey,
      body: { name: 'ci', scopes: ['write'] },
    });
    const statuses = [
      await remove(acme.id, 'confirm=acme', writer.json<{ key: string }>().key),
      await remove(acme.id, '', acme.key),
      await remove(acme.id, 'confirm=Acme', acme.key),
    ].map((answer) => answer.statusCode);
    expect(statuses).toEqual([403, 422, 409]);
    await insertAnalysis(store.db, {
      id: newId('an'),
      org_id: acme.id,
      status: 'running',
      severity: 'none',
      trigger: '{"kind":"api"}',
      counts: '{}',
      states: '[]',
    });
    const busy = await remove(acme.id, 'confirm=acme', acme.key);
    expect([busy.statusCode, busy.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('cancel_analyses=true'),
    ]);
    const done = await remove(acme.id, 'confirm=acme&cancel_analyses=true', acme.key);
    expect([done.statusCode, done.json<Deletion>()]).toMatchObject([
      202,
      { organization_id: acme.id, login: 'acme', finished_at: null },
    ]);
    expect([await get(`/orgs/${acme.id}`), await get(`/orgs/${acme.id}`, acme.key)]).toEqual([404, 401]);
    expect((await api.call('GET', '/orgs?limit=100', { key: api.operatorKey })).body).not.toContain(acme.id);
    // The login is free before the rows are erased.
    const next = await api.organization('acme', 'read');
    expect(await get(`/orgs/${next.id}`, next.key)).toBe(200);

    await eraseOrganization(api.services, { org_id: acme.id });
    expect(await store.db.selectFrom('organizations').select('id').where('id', '=', acme.id).execute()).toEqual([]);
    expect(await get(`/orgs/${next.id}`, next.key)).toBe(200);
    const [line] = await deletions();
    expect(line).toMatchObject({
      organization_id: acme.id,
      actor: { kind: 'key', name: 'test' },
      finished_at: expect.any(String),
    });
    expect((await remove(acme.id, 'confirm=acme')).statusCode).toBe(404);
  });

  test('drops waiting work, and creates a new organization for later events of the account', async () => {
    const host = githubAccount({ id: 71, login: 'octo' });
    const org = await install(host);
    const waiting = {
      codehost: 'github',
      event: 'repository',
      action: 'renamed',
      installation_id: host.installation.id,
    };
    await store.db
      .insertInto('webhook_deliveries')
      .values({
        id: 'dlv_1',
        delivery_id: 'x',
        ...waiting,
        status: 'received',
        sent_at: new Date(),
        processed_at: null,
        payload: new Uint8Array(1),
        last_error: null,
      })
      .execute();
    expect((await remove(org.id, 'confirm=octo')).statusCode).toBe(202);
    const delivery = await store.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('id', '=', 'dlv_1')
      .executeTakeFirst();
    expect(delivery).toMatchObject({ status: 'ignored', payload: null });
    await eraseOrganization(api.services, { org_id: org.id });
    const { rows } = await sql`select 1 from pgboss.job where data->>'org_id' = ${org.id} and name <> 'erase'`.execute(
      asDatabaseUser(store.db),
    );
    expect(rows).toEqual([]);
    host.create('more');
    const again = await install(host);
    expect([again.login, again.id === org.id]).toEqual(['octo', false]);
  });

  test('keeps an organization for a time after its App was uninstalled, and longer while it is in use', async () => {
    const [left, back, kept] = [81, 82, 83].map((id) => githubAccount({ id, login: `gone-${id}` }));
    const hosts = [left!, back!, kept!];
    const orgs = await Promise.all(hosts.map(install));
    for (const host of hosts) {
      host.uninstall();
      await deliver(host);
    }
    await install(back!);
    const ids = async () => {
      const rows = store.db.selectFrom('organizations').select('id').where('deleting_at', 'is', null);
      return (await rows.execute()).map((row) => row.id);
    };
    await api.call('PATCH', `/orgs/${orgs[2]!.id}`, { key: api.operatorKey, body: { installation_id: null } });
    await expireUninstalled(api.services, 90, new Date(Date.now() + 89 * DAY_MS));
    expect(await ids()).toEqual(expect.arrayContaining(orgs.map((org) => org.id)));
    await expireUninstalled(api.services, 90, new Date(Date.now() + 91 * DAY_MS));
    const now = await ids();
    expect(orgs.map((org) => now.includes(org.id))).toEqual([false, true, true]);
    expect((await deletions())[0]).toMatchObject({ login: 'gone-81', actor: { kind: 'system', name: 'retention' } });
  });

  test('removes its rows from every table, and no others', async () => {
    await seedEveryTable(store.db);
    // Seeded sessions were opened from sessions of other organizations. No real one is: it has the same key as the
    // session that it was opened from.
    await store.db.updateTable('sessions').set({ opened_by: null }).execute();
    const seeded = store.db.selectFrom('organizations').select('id').where('id', 'like', 'organizations.id%');
    const { id } = await seeded.orderBy('id').executeTakeFirstOrThrow();
    await store.db.updateTable('organizations').set({ deleting_at: new Date() }).where('id', '=', id).execute();
    const deletion = { id: 'del_1', organization_id: id, login: 'seeded', actor_kind: 'operator' } as const;
    await store.db.insertInto('organization_deletions').values(deletion).execute();
    const tables = await readCatalogue(store.db);
    const isTenant = ({ columns }: (typeof tables)[number]) => columns.some(({ name }) => name === 'org_id');
    const isOfKeys = ({ columns }: (typeof tables)[number]) => columns.some(({ name }) => name === 'key_id');
    const count = async (name: string, where = sql<boolean>`true`) =>
      (
        await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where ${where}`.execute(
          asDatabaseUser(store.db),
        )
      ).rows[0]!.n;
    const before = new Map<string, { all: number; own: number }>();
    for (const table of tables) {
      const own = isTenant(table)
        ? await count(table.name, sql<boolean>`org_id = ${id}`)
        : isOfKeys(table)
          ? await count(table.name, sql<boolean>`key_id in (select id from api_keys where org_id = ${id})`)
          : 0;
      if (isTenant(table) || isOfKeys(table)) expect([table.name, own]).not.toEqual([table.name, 0]);
      before.set(table.name, { all: await count(table.name), own: table.name === 'organizations' ? 1 : own });
    }
    await eraseOrganization(api.services, { org_id: id });
    for (const [name, { all, own }] of before) expect([name, await count(name)]).toEqual([name, all - own]);
    // Rows that are written meanwhile are deleted as well: every table has a cascading foreign key.
    const { rows: loose } = await sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and not exists (
        select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'c'
          and a.attnum = any (f.conkey))`.execute(asDatabaseUser(store.db));
    expect(loose).toEqual([]);
  });
});
