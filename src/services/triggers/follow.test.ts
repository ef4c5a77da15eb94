import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApi, WEBHOOK_SECRETS, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { deliveryHeaders } from '../../../testkit/github-deliveries.ts';
import { personJson } from '../../../testkit/github/shapes.ts';
import { startGitHub, type GitHub } from '../../../testkit/github/start.ts';
import { WALKED_CLOUD } from '../../../testkit/walk.ts';
import { githubApp } from '../../integrations/github/app.ts';
import type { AnalysisOverview, Trigger } from '../../engine/model/analysis.ts';
import type { Store } from '../../store/database.ts';
import { lockStateMappings, saveStateMappings } from '../../store/queries/state-mappings.ts';
import { asDatabaseUser, scoped } from '../../store/scope.ts';
import type { Jobs } from '../base/jobs.ts';
import { processDelivery } from '../webhooks/process.ts';
import { mapRepository, followTrigger, putOff } from './follow.ts';

const INFRA = 'acme/infra';
const FILES = { 'net/main.tf': '# net\n', 'app/main.tf': '# app\n', 'README.md': '# infra\n' };

describe.each(await databases())('triggers from GitHub on $kind', ({ open }) => {
  let github: GitHub;
  let store: Store;
  let api: TestApi;
  let org: string;
  let repo: string;

  /** Delivers an event, with a new id each time. */
  function deliver(event: string, payload: unknown): Promise<number> {
    const body = JSON.stringify(payload);
    const headers = deliveryHeaders(WEBHOOK_SECRETS[0]!, event, body);
    return api.call('POST', '/webhooks/github', { headers, payload: body }).then(({ statusCode }) => statusCode);
  }
  const twice = async (event: string, payload: unknown) => {
    await deliver(event, payload);
    return deliver(event, payload);
  };

  beforeAll(async () => {
    github = await startGitHub({ repositories: { [INFRA]: FILES, 'acme/old': FILES } });
    store = await open();
    const { app } = github;
    const host = githubApp({ appId: String(app.id), privateKey: app.privateKey, apiUrl: github.url });
    api = await testApi(store, [WALKED_CLOUD], { apps: [host] });
    const { services } = api;
    await services.queue.work('delivery', {}, (job, run) => processDelivery(services, job, run));
    await services.queue.work('trigger', {}, (job, { signal }) => followTrigger(services, job, signal));
    await services.queue.work('map', {}, (job, run) => mapRepository(services, job, run));
    github.webhooks.to(({ headers, body }) => twice(headers['x-github-event'] ?? '', JSON.parse(body)));
    await github.install('acme');
    await quiet();
    org = (await api.call('GET', '/orgs', { key: api.operatorKey })).json<{ id: string }[]>()[0]!.id;
    const repos = (await api.call('GET', `/orgs/${org}/repos`, { key: api.operatorKey })).json();
    repo = (repos as { id: string; full_name: string }[]).find((one) => one.full_name === INFRA)!.id;
    await lockStateMappings(scoped(store.db, { org_id: org }));
    await saveStateMappings(scoped(store.db, { org_id: org }), {
      version: 1,
      mappings: [{ state: 'net/*', repo_id: repo, path: 'net' }],
    });
    await configure('acme-states');
  });
  afterEach(async () => {
    await quiet();
    await scoped(store.db, { org_id: org }).delete('analyses').execute();
    await sql`delete from pgboss.job where name = 'publish'`.execute(asDatabaseUser(store.db));
  });
  afterAll(async () => {
    await api.close();
    await store.close();
    await github.stop();
  });

  async function configure(state_bucket: string | null): Promise<void> {
    const body = { role_arn: 'arn:aws:iam::123456789012:role/plumbline', state_bucket, schedule: 'off' };
    await api.call('PATCH', `/orgs/${org}/aws`, { key: api.operatorKey, body });
  }
  /** Waits until all deliveries have been handled. */
  async function quiet(): Promise<void> {
    const busy = async (name: keyof Jobs) => {
      const { waiting, active } = await api.services.queue.depth(name);
      return waiting + active;
    };
    while ((await busy('delivery')) + (await busy('map')) + (await busy('trigger')) > 0) await sleep(20);
  }
  async function analyses(): Promise<{ status: string; trigger: Trigger; repo_id: string | null }[]> {
    await quiet();
    const listed = await api.call('GET', `/orgs/${org}/analyses`, { key: api.operatorKey });
    return listed.json<AnalysisOverview[]>().map(({ status, trigger, repo_id }) => ({ status, trigger, repo_id }));
  }
  const push = (files: Record<string, string>, branch = 'main') =>
    github.push(INFRA, { files, branch, message: 'plumbline scan' });
  async function published(): Promise<Jobs['publish'][]> {
    await quiet();
    const { rows } = await sql<{ data: Jobs['publish'] }>`
      select data from pgboss.job where name = 'publish' order by created_on, id`.execute(asDatabaseUser(store.db));
    return rows.map(({ data }) => data);
  }
  const queued = (trigger: Trigger) => ({ status: 'queued', repo_id: repo, trigger });
  let branches = 0;
  async function branch(files: Record<string, string> = { 'net/main.tf': `# pull ${++branches}\n` }): Promise<string> {
    const name = `change-${++branches}`;
    await github.put(INFRA, files, name);
    return name;
  }
  const pull = async (more: { draft?: boolean; foreign?: string; files?: Record<string, string> } = {}) => {
    const { files, ...rest } = more;
    return github.openPullRequest(INFRA, { branch: await branch(files), title: 'plumbline scan', ...rest });
  };

  test('analyses a push to the default branch that touches a state once, and no other push', async () => {
    await push({ 'README.md': '# other\n' });
    await push({ 'app/main.tf': '# other\n' });
    await push({ 'net/main.tf': '# a branch\n' }, 'side');
    expect(await analyses()).toEqual([]);
    const sha = await push({ 'net/main.tf': '# changed\n' });
    expect(await analyses()).toEqual([queued({ kind: 'push', ref: 'main', sha, actor: 'ada' })]);
    expect(await published()).toMatchObject([{ repo_id: repo, trigger: { kind: 'push', sha } }]);
  });

  test('analyses a push and a pull request that add a root module, also while states of others are known', async () => {
    const root = (key: string) =>
      `terraform {\n  backend "s3" {\n    bucket = "acme-states"\n    key    = "${key}"\n  }\n}\n`;
    const known = { lineage: null, serial: 1, terraform_version: null, code: null, detail: null, analysis_id: 'an_1' };
    await scoped(store.db, { org_id: org })
      .insert('states', { ...known, key: 'net/a', status: 'read', analysed_at: new Date() })
      .execute();
    const sha = await push({ 'pay/main.tf': root('pay.tfstate') });
    expect(await analyses()).toEqual([queued({ kind: 'push', ref: 'main', sha, actor: 'ada' })]);
    await scoped(store.db, { org_id: org }).delete('analyses').execute();
    const other = await pull({ files: { 'docs/b.md': 'prose\n', 'docs/c.tf': '# no root module\n' } });
    expect(await analyses()).toEqual([]);
    const adding = await pull({ files: { 'shop/main.tf': root('shop.tfstate') } });
    expect(await analyses()).toMatchObject([{ trigger: { kind: 'pull_request', pull_request: adding } }]);
    await github.closePullRequest(INFRA, adding);
    const keyless = await pull({ files: { 'shop/main.tf': 'terraform {\n  backend "s3" {}\n}\n' } });
    expect((await analyses())[0]).toMatchObject({ status: 'queued', trigger: { pull_request: keyless } });
    await github.closePullRequest(INFRA, keyless);
    const calling = { 'net/calls.tf': 'module "m" {\n  source = "../lib"\n}\n', 'lib/main.tf': '# lib\n' };
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`any/${i}.tf`, `# ${i}\n`]));
    for (const files of [calling, many]) {
      const number = await pull({ files });
      expect((await analyses())[0]).toMatchObject({ status: 'queued', trigger: { pull_request: number } });
      await github.closePullRequest(INFRA, number);
    }
    await github.closePullRequest(INFRA, other);
    await push({ 'pay/main.tf': '# gone again\n' });
    await scoped(store.db, { org_id: org }).delete('analyses').execute();
    await push({ 'pay/main.tf': '# and once more\n', 'README.md': '# pay\n' });
    expect(await analyses()).toEqual([]);
    await scoped(store.db, { org_id: org }).delete('states').execute();
  });

  test('analyses unowned states that a proposal names by key, but not by a pattern, and none of others', async () => {
    const known = { lineage: null, serial: 1, terraform_version: null, code: null, detail: null, analysis_id: 'an_1' };
    const rows = ['net/a', 'theirs', 'free'].map((key) => ({ ...known, key, status: 'read' as const }));
    await scoped(store.db, { org_id: org })
      .insert(
        'states',
        rows.map((row) => ({ ...row, analysed_at: new Date() })),
      )
      .execute();
    await saveStateMappings(scoped(store.db, { org_id: org }), {
      version: 1,
      mappings: [
        { state: 'net/*', repo_id: repo, path: 'net' },
        { state: 'theirs', repo_id: null },
      ],
    });
    const states = (...keys: string[]) =>
      `version: 1\nstates:\n${keys.map((key) => `  - key: "${key}"\n    path: app\n`).join('')}`;
    await push({ '.plumbline.yml': states('*', 'theirs'), 'app/main.tf': '# all of it\n' });
    expect(await analyses()).toEqual([]);
    const sha = await push({ '.plumbline.yml': states('*', 'theirs', 'free'), 'app/main.tf': '# one of them\n' });
    expect(await analyses()).toEqual([queued({ kind: 'push', ref: 'main', sha, actor: 'ada' })]);
    await push({ '.plumbline.yml': 'version: 1\n' });
    await scoped(store.db, { org_id: org }).delete('states').execute();
    await saveStateMappings(scoped(store.db, { org_id: org }), {
      version: 1,
      mappings: [{ state: 'net/*', repo_id: repo, path: 'net' }],
    });
  });

  test('analyses the head once for pushes that arrive late, twice and out of order', async () => {
    github.webhooks.mode('hold');
    const from = github.webhooks.made.length;
    for (const n of [1, 2, 3]) await push({ 'net/main.tf': `# ${n}\n`, 'README.md': `# ${n}\n` });
    github.webhooks.mode('send');
    const sha = await github.head(INFRA);
    for (const one of github.webhooks.made.slice(from).toReversed()) await twice(one.event, one.payload);
    expect(await analyses()).toEqual([queued({ kind: 'push', ref: 'main', sha, actor: 'ada' })]);
    expect(await published()).toHaveLength(1);
  });

  test('analyses a pull request when it is ready, pushed to or reopened, and not while it is closed', async () => {
    const number = await pull({ draft: true });
    expect(await analyses()).toEqual([]);
    await github.readyForReview(INFRA, number);
    expect(await analyses()).toMatchObject([
      { status: 'queued', trigger: { kind: 'pull_request', pull_request: number } },
    ]);
    const sha = await github.push(INFRA, { files: { 'net/more.tf': '# more\n' }, branch: `change-${branches}` });
    expect(await analyses()).toMatchObject([{ status: 'queued', trigger: { pull_request: number, sha } }]);
    await github.closePullRequest(INFRA, number);
    expect(await analyses()).toMatchObject([{ status: 'canceled' }]);
    // Repeats all events in reverse order: only the current state counts.
    for (const one of github.webhooks.made.slice(-6).toReversed()) await deliver(one.event, one.payload);
    expect(await analyses()).toMatchObject([{ status: 'canceled' }]);
    await github.reopenPullRequest(INFRA, number);
    expect(await analyses()).toMatchObject([{ status: 'queued', trigger: { sha } }, { status: 'canceled' }]);
    await github.closePullRequest(INFRA, number);
  });

  test('holds the pull request of a stranger until a writer asks, again after each push, and reads nothing of it', async () => {
    github.grant('mallory', 'read');
    const from = github.seen.length;
    const foreign = await pull({ foreign: 'mallory/infra' });
    const name = `change-${branches}`;
    const sha = await github.head(INFRA, name);
    expect(await analyses()).toEqual([]);
    expect(await published()).toMatchObject([
      { held: true, analysis_id: null, trigger: { pull_request: foreign, sha } },
    ]);
    const opened = github.webhooks.made.at(-1)!.payload;
    for (const action of ['edited', 'labeled', 'assigned', 'review_requested', 'synchronize'])
      await twice('pull_request', { ...opened, action });
    await github.comment(INFRA, foreign, 'plumbline scan', { by: 'mallory', association: 'CONTRIBUTOR' });
    expect(await analyses()).toEqual([]);
    const asked = github.seen.slice(from).map(({ request }) => request);
    expect(asked.filter((one) => /\/files|\/git\/blobs|\/git\/trees|\/contents/.test(one))).toEqual([]);
    await github.comment(INFRA, foreign, 'plumbline scan');
    const approved = { kind: 'comment', pull_request: foreign, sha, actor: 'ada' };
    expect(await analyses()).toMatchObject([{ status: 'queued', trigger: approved }]);
    // The event of the approved commit arrives again: the commit stays approved.
    await deliver('pull_request', { ...opened, action: 'synchronize' });
    expect(await analyses()).toMatchObject([{ status: 'queued', trigger: approved }]);
    const next = await github.push(INFRA, { files: { 'net/more.tf': '# more\n' }, branch: name, by: 'mallory' });
    expect(await analyses()).toMatchObject([{ status: 'canceled', trigger: approved }]);
    const held = (await published()).filter((one) => one.held).map(({ trigger }) => trigger.sha);
    expect(held).toEqual([sha, next]);
    await github.comment(INFRA, foreign, 'plumbline scan');
    expect((await analyses())[0]).toMatchObject({ status: 'queued', trigger: { ...approved, sha: next } });
    await github.closePullRequest(INFRA, foreign);
  });

  test('holds authors without write access also in branches of the repository, but not programs', async () => {
    github.grant('mallory', 'read');
    const open = async (by: string) =>
      github.openPullRequest(INFRA, { branch: await branch(), title: 'Mine', by: 'ada', as: by });
    const hers = await open('mallory');
    expect(await analyses()).toEqual([]);
    expect(await published()).toMatchObject([{ held: true, trigger: { pull_request: hers } }]);
    const robots = await open('dependabot[bot]');
    expect(await analyses()).toMatchObject([{ trigger: { kind: 'pull_request', pull_request: robots } }]);
    for (const number of [hers, robots]) await github.closePullRequest(INFRA, number);
  });

  test('reports that a pull request touches no state, without an analysis', async () => {
    const number = await pull({ files: { 'docs/a.md': 'plumbline scan\n' } });
    expect(await analyses()).toEqual([]);
    const expected = { analysis_id: null, request_id: null, trigger: { pull_request: number } };
    expect(await published()).toMatchObject([expected]);
  });

  test('analyses on the comment of a writer, but not of others, programs or in quotations', async () => {
    const number = await pull({ draft: true });
    for (const role of ['read', 'triage', 'none'] as const) {
      github.grant('mallory', role);
      await github.comment(INFRA, number, 'plumbline scan', { by: 'mallory', association: 'MEMBER' });
    }
    await github.comment(INFRA, number, '> plumbline scan');
    const last = github.webhooks.made.at(-1)!.payload as { comment: object };
    const robot = { ...last.comment, body: 'plumbline scan', user: { id: 1, login: 'plumbline[bot]', type: 'Bot' } };
    await deliver('issue_comment', { ...last, comment: robot });
    // Another account had the login "grace" before.
    const former = { ...last.comment, body: 'plumbline scan', user: { id: 1, login: 'grace', type: 'User' } };
    await deliver('issue_comment', { ...last, comment: former });
    expect(await analyses()).toEqual([]);
    expect(await published()).toEqual([]);
    github.grant('grace', 'maintain');
    await github.comment(INFRA, number, 'Again:\n\nplumbline scan\n', { by: 'grace', association: 'NONE' });
    expect(await analyses()).toMatchObject([
      queued({
        kind: 'comment',
        pull_request: number,
        ref: expect.any(String),
        sha: expect.any(String),
        actor: 'grace',
      }),
    ]);
    const issue = await github.openIssue(INFRA, { title: 'Drift', body: '' });
    await github.comment(INFRA, issue, 'plumbline scan');
    const triggers = (await published()).map(({ trigger }) => trigger);
    const sha = await github.head(INFRA);
    expect(triggers).toMatchObject([{ pull_request: number }, { kind: 'comment', ref: 'main', sha, actor: 'ada' }]);
  });

  test('repeats a check for its own commit, also of a fork’s pull request, and ignores Plumbline’s own writes', async () => {
    const number = await pull({ foreign: 'mallory/infra' });
    await github.comment(INFRA, number, 'plumbline scan');
    const sha = (await analyses())[0]?.trigger.sha ?? '';
    const check = { id: 77, head_sha: sha, external_id: 'an_1', pull_requests: [], check_suite: { head_branch: null } };
    const { repository, installation } = github.webhooks.made.at(-1)!.payload;
    const senderOf = (login: string) => ({ repository, installation, sender: personJson(login) });
    const around = senderOf('ada');
    for (const action of ['created', 'completed']) await twice('check_run', { action, check_run: check, ...around });
    expect(await published()).toHaveLength(2);
    github.grant('mallory', 'read');
    await twice('check_run', { action: 'rerequested', check_run: check, ...senderOf('mallory') });
    expect(await published()).toHaveLength(2);
    const again = { ...check, external_id: 'an_2' };
    await twice('check_run', { action: 'rerequested', check_run: again, ...around });
    expect(await published()).toMatchObject([
      { held: true },
      { trigger: { kind: 'comment' } },
      { trigger: { kind: 'rerequest', sha, pull_request: number, actor: 'ada' } },
    ]);
  });

  test('postpones an event after all tries failed, for a day at most', async () => {
    const { services } = api;
    const event = { kind: 'pull_request', number: 1 } as const;
    const job = { org_id: org, repo_id: repo, actor: null, event };
    expect(await putOff(services, job)).toBe(true);
    const { rows } = await sql<{ data: Jobs['trigger']; wait: number }>`
      select data, extract(epoch from start_after - created_on)::int as wait
      from pgboss.job where name = 'trigger' and state = 'created'`.execute(asDatabaseUser(store.db));
    expect(rows).toEqual([{ data: { ...job, put_off: 1 }, wait: expect.any(Number) }]);
    expect(rows[0]?.wait).toBeGreaterThan(1_700);
    await sql`delete from pgboss.job where name = 'trigger' and state = 'created'`.execute(asDatabaseUser(store.db));
    expect(await putOff(services, { ...job, put_off: 46 })).toBe(false);
  });

  test('starts no analysis without a cloud, and reports why on a pull request', async () => {
    await configure(null);
    const number = await pull();
    expect(await analyses()).toEqual([]);
    expect(await published()).toMatchObject([{ analysis_id: null, trigger: { pull_request: number } }]);
    await configure('acme-states');
  });

  test('starts nothing for an archived repository or a suspended installation, and stores a refusal as the repository’s status', async () => {
    github.fail({ request: /GET .*heads\/main|GET .*branches\/main/, how: { status: 403, body: {} } });
    await push({ 'net/main.tf': '# refused\n' });
    expect(await analyses()).toEqual([]);
    github.heal();
    await github.suspend('acme', true);
    await push({ 'net/main.tf': '# suspended\n' });
    expect(await analyses()).toEqual([]);
    await github.suspend('acme', false);
    await push({ 'net/main.tf': '# again\n' });
    expect(await analyses()).toHaveLength(1);
  });
});
