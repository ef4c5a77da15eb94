import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, WEBHOOK_SECRETS, type TestApi } from '../testkit/api.ts';
import { databases } from '../testkit/database.ts';
import { appAt } from '../testkit/github/app.ts';
import { startGitHub, type GitHub } from '../testkit/github/start.ts';
import { CodeHostProblem } from '../src/base/code-host.ts';
import { reconcile, sendDueSyncs } from '../src/services/webhooks/reconcile.ts';
import { syncInstallation } from '../src/services/installations/sync.ts';
import { saveHostError } from '../src/services/codehosts/status.ts';
import type { CodeHostApp } from '../src/services/codehosts/port.ts';
import type { Organization } from '../src/services/access/organization.ts';
import type { Repository } from '../src/services/repositories/list.ts';
import { createBackground, type Background } from '../src/server/background.ts';
import { startDeliveries } from '../src/server/jobs.ts';
import { getOrganizationByAccount } from '../testkit/organizations.ts';
import type { Store } from '../src/store/database.ts';
import { within, scoped } from '../src/store/scope.ts';

const HOUR_MS = 3600_000;
/** A time at which GitHub no longer lists the failed deliveries. */
const LATER = () => new Date(Date.now() + 100 * HOUR_MS);

describe.each(await databases())('installations on $kind', ({ open }) => {
  let store: Store;
  let github: GitHub;
  let app: CodeHostApp;
  let api: TestApi;
  let background: Background;
  let accounts = 0;
  const told: unknown[] = [];

  beforeAll(async () => {
    store = await open();
    github = await startGitHub({ accounts: [] });
    github.app.webhookSecret = WEBHOOK_SECRETS[0]!;
    app = appAt(github);
    api = await testApi(store, [], { apps: [app] });
    const log = pino({ level: 'silent' });
    background = createBackground(log);
    await startDeliveries({ services: api.services, log, background });
    await api.services.queue.work('sync', {}, (job) => syncInstallation(api.services, job));
    github.webhooks.to(async ({ headers, body }) => {
      const answer = await api.call('POST', '/webhooks/github', { payload: body, headers });
      return answer.statusCode;
    });
  });
  beforeEach(() => {
    github.heal();
    github.webhooks.mode('send');
    told.length = 0;
  });
  afterAll(async () => {
    await background.stop();
    await api.close();
    await github.stop();
    await store.close();
  });

  /** Creates an account with two repositories, without a delivery about it. */
  async function newAccount() {
    const login = `account-${++accounts}`;
    const account = github.account(login);
    for (const name of ['infra', 'web']) {
      const repository = await github.createRepository(`${login}/${name}`);
      // The repositories were last updated long before the installation of the App.
      repository.updated_at = '2026-01-01T00:00:00Z';
    }
    return account;
  }
  const onError = (error: unknown) => void told.push(error);
  const lookAround = (now?: Date) => reconcile(api.services, { codehost: 'github' }, { onError, ...(now && { now }) });
  const byInstallation = (id: number, key = api.operatorKey) => api.call('GET', `/orgs/by-installation/${id}`, { key });
  const organizationOf = async ({ id }: { id: number }) => (await getOrganizationByAccount(store.db, id))!;
  async function repositoriesOf(account: { id: number }): Promise<Repository[]> {
    const { id } = await organizationOf(account);
    return (await api.call('GET', `/orgs/${id}/repos?limit=100`, { key: api.operatorKey })).json();
  }
  const namesOf = async (account: { id: number }) => (await repositoriesOf(account)).map((one) => one.full_name);
  async function keyOf({ id }: { id: string }): Promise<string> {
    const made = await api.call('POST', `/orgs/${id}/keys`, {
      key: api.operatorKey,
      body: { name: 'test', scopes: ['read'] },
    });
    return made.json<{ key: string }>().key;
  }
  const auditLines = async ({ id }: { id: string }) =>
    (await within(store.db, 'instance').selectFrom('audit_events').select('id').where('org_id', '=', id).execute())
      .length;

  test('finds an installation that no delivery announced, with all its repositories', async () => {
    const account = await newAccount();
    github.webhooks.mode('drop');
    const { id } = await github.install(account.login);
    const stranger = await api.organization(`stranger-${accounts}`, 'admin');
    expect((await byInstallation(id, stranger.key)).statusCode).toBe(404);
    expect(await getOrganizationByAccount(store.db, account.id)).toBeUndefined();
    const met = await byInstallation(id);
    expect([met.statusCode, met.json<Organization>()]).toMatchObject([
      200,
      { login: account.login, installation_id: id },
    ]);
    await expect.poll(() => namesOf(account)).toEqual([`${account.login}/infra`, `${account.login}/web`]);
    expect((await repositoriesOf(account))[0]).toMatchObject({ default_branch: 'main', status: 'ok' });
    expect((await byInstallation(1)).statusCode).toBe(404);
  });

  test('finds a new installation for a key of its account, and requests no others', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const first = await github.install(account.login);
    await expect.poll(async () => (await byInstallation(first.id)).statusCode).toBe(200);
    const org = await organizationOf(account);
    const key = await keyOf(org);
    github.webhooks.mode('drop');
    const theirs = await github.install(other.login);
    await github.uninstall(account.login);
    const second = await github.install(account.login);
    expect((await byInstallation(theirs.id, key)).statusCode).toBe(404);
    expect(await getOrganizationByAccount(store.db, other.id)).toBeUndefined();
    // The server has just asked GitHub and would wait before it asks again: this resets the wait.
    await store.db.updateTable('organizations').set({ installation_asked_at: null }).where('id', '=', org.id).execute();
    const met = await byInstallation(second.id, key);
    expect([met.statusCode, met.json<Organization>().id]).toEqual([200, org.id]);
    expect((await byInstallation(first.id, key)).statusCode).toBe(404);
  });

  test('reports that GitHub is unreachable, and takes no installation for removed', async () => {
    const account = await newAccount();
    github.webhooks.mode('drop');
    const { id } = await github.install(account.login);
    github.fail({ request: 'GET /app/installations', how: { status: 500 } });
    const answer = await byInstallation(id);
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
  });

  test('catches up with missed changes in one sync, notifies once, and changes nothing in the next sync', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    await github.install(account.login);
    await github.install(other.login);
    await expect.poll(() => getOrganizationByAccount(store.db, other.id)).toBeTruthy();
    const branches = async () => (await repositoriesOf(account)).map((one) => one.default_branch);
    await expect.poll(branches).toEqual(['main', 'main']);
    const [org, rival] = [await organizationOf(account), await organizationOf(other)];
    github.webhooks.mode('drop');
    await github.renameAccount(account.login, `${account.login}-inc`);
    await github.renameRepository(`${account.login}/infra`, 'platform');
    await github.archive(`${account.login}/platform`);
    await github.createRepository(`${account.login}/new`);
    await github.transfer(`${account.login}/web`, other.login).catch(() => undefined);
    const names = () =>
      github.world.repositories
        .filter((one) => one.account.id === account.id)
        .map((one) => `${account.login}/${one.name}`);
    await github.suspend(other.login, true);
    await lookAround(LATER());
    expect(told).toEqual([]);
    expect(await organizationOf(account)).toMatchObject({ id: org.id, login: account.login });
    expect((await namesOf(account)).toSorted()).toEqual(names().toSorted());
    expect((await repositoriesOf(account)).find((one) => one.full_name.endsWith('/platform'))).toMatchObject({
      archived: true,
    });
    expect((await organizationOf(other)).suspended_at).not.toBeNull();
    const lines = [await auditLines(org), await auditLines(rival)];
    const stored = await within(store.db, 'instance').selectFrom('repositories').selectAll().orderBy('id').execute();
    await lookAround(LATER());
    expect([await auditLines(org), await auditLines(rival)]).toEqual(lines);
    expect(await within(store.db, 'instance').selectFrom('repositories').selectAll().orderBy('id').execute()).toEqual(
      stored,
    );
  });

  test('removes an App’s installation that was deleted unnoticed, and keeps those of another App', async () => {
    const account = await newAccount();
    const { id } = await github.install(account.login);
    await expect.poll(async () => (await byInstallation(id)).statusCode).toBe(200);
    await lookAround();
    const other: CodeHostApp = {
      ...app,
      getApp: async () => ({ ...(await app.getApp()), id: 1 }),
      listInstallations: () => Promise.resolve([]),
      getInstallation: () => Promise.resolve(undefined),
      listDeliveries: () => Promise.resolve([]),
    };
    await reconcile({ ...api.services, apps: new Map([['github', other]]) }, { codehost: 'github' }, { onError });
    expect(await organizationOf(account)).toMatchObject({ installation_id: id, uninstalled_at: null });
    github.webhooks.mode('drop');
    await github.uninstall(account.login);
    await lookAround(LATER());
    expect(await organizationOf(account)).toMatchObject({ installation_id: null, uninstalled_at: expect.any(Date) });
    expect(await namesOf(account)).toEqual([]);
    github.webhooks.mode('send');
    const again = await github.install(account.login);
    await expect.poll(async () => (await byInstallation(again.id)).statusCode).toBe(200);
    await expect.poll(async () => (await namesOf(account)).length).toBe(2);
    expect((await organizationOf(account)).uninstalled_at).toBeNull();
  });

  test('requests lost deliveries again, without received ones and without repetition', async () => {
    const account = await newAccount();
    const { id } = await github.install(account.login);
    await expect.poll(async () => (await byInstallation(id)).statusCode).toBe(200);
    const minutes = (n: number) => new Date(Date.now() + n * 60_000);
    const withoutPlan = async () => {
      github.webhooks.tries.length = 0;
      await store.db.deleteFrom('code_hosts').execute();
    };
    await withoutPlan();
    github.webhooks.mode('drop');
    const from = github.webhooks.made.length;
    for (let n = 0; n < 50; n += 1) await github.archive(`${account.login}/infra`, n % 2 === 0);
    const lost = github.webhooks.made.slice(from);
    github.webhooks.mode('send');
    const [late, ...rest] = lost;
    await github.webhooks.send(late!);
    const asks = () => github.webhooks.tries.filter((one) => one.redelivery).map((one) => one.of.guid);
    const earlier = asks().length;
    expect(await lookAround(minutes(3))).toMatchObject({ asked: 49 });
    await expect.poll(() => asks().slice(earlier).toSorted()).toEqual(rest.map((one) => one.guid).toSorted());
    expect(await lookAround(minutes(6))).toMatchObject({ asked: 0 });
    // It requests a delivery again that keeps failing, at growing intervals.
    await withoutPlan();
    github.webhooks.mode('drop');
    await github.archive(`${account.login}/web`);
    github.webhooks.to(() => Promise.resolve(500));
    const hours: number[] = [];
    for (let hour = 1; hour < 12; hour += 1)
      if ((await lookAround(new Date(Date.now() + hour * HOUR_MS))).asked > 0) hours.push(hour);
    expect(hours).toEqual([1, 2, 4, 8]);
    github.webhooks.to(
      async ({ headers, body }) => (await api.call('POST', '/webhooks/github', { payload: body, headers })).statusCode,
    );
  });

  test('syncs once an hour on any instance, and sooner after a failure', async () => {
    const { queue } = api.services;
    const waiting = async () => (await queue.depth('reconcile')).waiting;
    const now = LATER();
    const at = (ms: number) => new Date(now.getTime() + ms);
    await Promise.all([0, 1, 2].map(() => sendDueSyncs(api.services, now)));
    expect(await waiting()).toBe(1);
    await store.db.deleteFrom('code_hosts').execute();
    await sendDueSyncs(api.services, now);
    github.fail({ request: 'GET /app/hook/deliveries', how: { status: 500 } });
    await lookAround(now);
    expect(told).toHaveLength(1);
    const due = async () => (await store.db.selectFrom('code_hosts').select('due_at').executeTakeFirstOrThrow()).due_at;
    expect(await due()).toEqual(at(5 * 60_000));
    github.heal();
    await sendDueSyncs(api.services, at(10 * 60_000));
    expect(await due()).toEqual(at(HOUR_MS + 10 * 60_000));
  });

  test('shows a problem of the App in the status of the repositories until it is solved', async () => {
    const account = await newAccount();
    await github.install(account.login);
    await expect
      .poll(async () => (await getOrganizationByAccount(store.db, account.id)) && (await namesOf(account)).length)
      .toBe(2);
    const statuses = async () => (await repositoriesOf(account)).map(({ status }) => status);
    const [first] = await repositoriesOf(account);
    await github.permit(account.login, { checks: null });
    await expect.poll(statuses).toEqual(['missing_permissions', 'missing_permissions']);
    expect((await repositoriesOf(account))[0]?.status_detail).toContain('checks: write');
    await github.permit(account.login, { checks: 'write' });
    await expect.poll(statuses).toEqual(['ok', 'ok']);

    const scope = { org_id: first!.org_id };
    const note = (problem: CodeHostProblem | null) => saveHostError(scoped(store.db, scope), first!.id, problem);
    await note(new CodeHostProblem('gone', 'Not Found'));
    expect(await statuses()).toEqual(['not_visible', 'ok']);
    await note(new CodeHostProblem('unavailable', 'later'));
    expect(await statuses()).toEqual(['not_visible', 'ok']);
    await note(null);
    expect(await statuses()).toEqual(['ok', 'ok']);
    // Success of another request does not clear a missing permission; a sync of the installation does.
    await note(new CodeHostProblem('forbidden', 'no', { permission: 'checks=write' }));
    await note(null);
    expect(await statuses()).toEqual(['missing_permissions', 'ok']);
    await lookAround();
    expect(await statuses()).toEqual(['ok', 'ok']);

    github.fail({
      request: /POST \/app\/installations\/\d+\/access_tokens/,
      how: { status: 401, body: { message: 'Bad credentials' } },
    });
    github.revokeTokens();
    await lookAround();
    expect(await statuses()).toEqual(['unauthorized', 'unauthorized']);
    github.heal();
    await lookAround();
    expect(await statuses()).toEqual(['ok', 'ok']);
    await github.suspend(account.login, true);
    await expect.poll(statuses).toEqual(['suspended', 'suspended']);
  });
});
