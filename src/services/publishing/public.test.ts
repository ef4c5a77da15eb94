import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testApi, WEBHOOK_SECRETS, type TestApi } from '../../../testkit/api.ts';
import { databases } from '../../../testkit/database.ts';
import { deliveryHeaders } from '../../../testkit/github-deliveries.ts';
import { appAt } from '../../../testkit/github/app.ts';
import { startGitHub, type GitHub } from '../../../testkit/github/start.ts';
import { attributeOf, findingOf, stateOf, storeAnalysis } from '../../../testkit/stored-analysis.ts';
import { newId } from '../../base/ids.ts';
import type { Store } from '../../store/database.ts';
import { scoped } from '../../store/scope.ts';
import { lockStateMappings, saveStateMappings } from '../../store/queries/state-mappings.ts';
import type { CodeHostApp, InstallationClient } from '../codehosts/port.ts';
import type { Jobs } from '../base/jobs.ts';
import { processDelivery } from '../webhooks/process.ts';
import { publish } from './publish.ts';

const REPOSITORY = 'acme/infra';
const KEY = 'canary-state-key/net.tfstate';
const OTHER = 'canary-other-key/app.tfstate';
const SECRET = /canary|arn:aws|10\.66\.|aws_security_group|aws_iam/;
/** The calls that write texts into a repository. */
const WRITES = [
  'createCheckRun',
  'updateCheckRun',
  'createComment',
  'updateComment',
  'createIssue',
  'updateIssue',
] as const;

const drift = (state_key = KEY, name = 'canary-address') =>
  findingOf(`aws_security_group.${name}`, {
    severity: 'high',
    state_key,
    cloud_id: 'arn:aws:ec2:eu-west-1:123456789012:security-group/canary-arn',
    message: 'canary-message',
    attributes: [
      attributeOf('tags["canary-tag"]', 'canary-before', 'canary-after'),
      attributeOf('cidr', '10.66.0.0/16', '10.66.1.0/24'),
    ],
  });

describe.each(await databases())('reports in public repositories on $kind', ({ open }) => {
  let store: Store;
  let github: GitHub;
  let api: TestApi;
  let org: string;
  let repo: string;
  let branches = 0;
  /** Everything that the App wrote into a repository. */
  const written: { how: (typeof WRITES)[number]; text: string }[] = [];

  /** The App, with its writes recorded. */
  function overheard(app: CodeHostApp): CodeHostApp {
    const as = (id: number): InstallationClient => {
      const client = app.as(id);
      const heard = Object.fromEntries(
        WRITES.map((how) => {
          const call = client[how] as (...given: unknown[]) => Promise<unknown>;
          return [how, (...given: unknown[]) => (written.push({ how, text: JSON.stringify(given) }), call(...given))];
        }),
      );
      return { ...client, ...heard };
    };
    return { ...app, as };
  }

  beforeAll(async () => {
    store = await open();
    github = await startGitHub({
      repositories: { [REPOSITORY]: { 'net/main.tf': '#\n', 'app/main.tf': '#\n', 'canary-root/main.tf': '#\n' } },
    });
    api = await testApi(store, [], { apps: [overheard(appAt(github))] });
    await api.services.queue.work('delivery', {}, (job, run) => processDelivery(api.services, job, run));
    github.webhooks.to(async ({ headers, body }) => {
      const event = headers['x-github-event'] ?? '';
      const signed = deliveryHeaders(WEBHOOK_SECRETS[0]!, event, body);
      return (await api.call('POST', '/webhooks/github', { headers: signed, payload: body })).statusCode;
    });
    await github.install('acme');
    await quiet();
    org = (await api.call('GET', '/orgs', { key: api.operatorKey })).json<{ id: string }[]>()[0]!.id;
    repo = (await api.call('GET', `/orgs/${org}/repos`, { key: api.operatorKey })).json<{ id: string }[]>()[0]!.id;
    await store.db.transaction().execute(async (trx) => {
      await lockStateMappings(scoped(trx, { org_id: org }));
      const mapped = (state: string, path: string) => ({ state, repo_id: repo, path });
      await saveStateMappings(scoped(trx, { org_id: org }), {
        version: 1,
        mappings: [mapped(KEY, 'net'), mapped(OTHER, 'app')],
      });
    });
    await settings({ drift_issues: true });
  });
  beforeEach(async () => {
    await visible(false);
    written.length = 0;
  });
  afterAll(async () => {
    await api.close();
    await github.stop();
    await store.close();
  });

  async function quiet(): Promise<void> {
    await github.settled();
    const { queue } = api.services;
    for (let busy = 1; busy > 0; await sleep(10)) {
      const { waiting, active } = await queue.depth('delivery');
      busy = waiting + active;
    }
  }
  const settings = (body: object) => api.call('PATCH', `/orgs/${org}`, { key: api.operatorKey, body });
  const decide = (public_details: boolean) =>
    api.call('PATCH', `/orgs/${org}/repos/${repo}`, { key: api.operatorKey, body: { public_details } });
  async function visible(isPublic: boolean): Promise<void> {
    await github.setPrivate(REPOSITORY, !isPublic);
    await quiet();
  }
  async function pullRequest(file = 'net/main.tf') {
    const branch = `change-${++branches}`;
    const sha = await github.put(REPOSITORY, { [file]: `# ${branch}\n` }, branch);
    const number = await github.openPullRequest(REPOSITORY, { branch, title: 'A change' });
    return { branch, number, sha };
  }
  const analysis = (more: Partial<Parameters<typeof storeAnalysis>[2]> = {}) =>
    storeAnalysis(store.db, org, { repo_id: repo, states: [stateOf(KEY), stateOf(OTHER)], ...more });
  const drifted = () =>
    analysis({
      findings: [[drift()], [drift(OTHER, 'canary-elsewhere')]],
      gaps: [{ resource: 'aws_iam_role.canary-gap', verdict: 'unreadable', reason: 'denied', detail: 'canary-detail' }],
      states: [stateOf(KEY), stateOf(OTHER, { status: 'unreadable', code: 'denied', detail: 'canary-denied' })],
    });
  const deps = () => ({
    ...api.services,
    publicUrl: 'https://plumbline.example.com',
    onProblem: () => undefined,
  });
  type About = { number?: number; sha?: string; held?: boolean };
  const publishOne = (analysis_id: string | null, { number, sha, held }: About = {}) =>
    publish(deps(), {
      org_id: org,
      repo_id: repo,
      analysis_id,
      request_id: null,
      trigger: {
        kind: number === undefined ? 'schedule' : 'pull_request',
        ...(number !== undefined && { pull_request: number }),
        ...(sha !== undefined && { sha }),
      },
      ...(held !== undefined && { held }),
    });
  /** Publishes the queued messages. */
  async function publishQueued(): Promise<number> {
    const { rows } = await sql<{ id: string; data: Jobs['publish'] }>`
      delete from pgboss.job where name = 'publish' and state = 'created' returning id, data`.execute(store.db);
    for (const { data } of rows) await publish(deps(), data);
    return rows.length;
  }
  const texts = async (pull: { number: number; sha: string }) =>
    JSON.stringify([await github.checks(REPOSITORY, pull.sha), await github.comments(REPOSITORY, pull.number)]);

  /** Writes texts of every kind. */
  async function writeAll() {
    const one = await pullRequest();
    await publishOne(await analysis({ status: 'queued' }), one);
    const first = await drifted();
    await publishOne(first, one);
    await publishOne(await analysis({ findings: [[drift(), drift(KEY, 'canary-second')]] }), one);
    await publishOne(await analysis({ status: 'failed', error: { code: 'x', detail: 'canary-error' } }), one);
    await publishOne(await analysis({ status: 'canceled' }), one);
    await publishOne(null, await pullRequest('canary-root/main.tf'));
    await publishOne(await drifted(), await pullRequest('README.md'));
    await publishOne(null, { ...(await pullRequest()), held: true });
    await publishOne(await drifted(), await pullRequest());
    await publishOne(await drifted());
    await publishOne(await analysis({ findings: [[drift(KEY, 'canary-issue')]] }));
    await publishOne(await analysis());
    return one;
  }

  test('writes verdicts, counts and links into a public repository, and no details', async () => {
    await visible(true);
    const one = await writeAll();
    expect(new Set(written.map(({ how }) => how))).toEqual(new Set(WRITES));
    expect(written.filter(({ text }) => SECRET.test(text))).toEqual([]);
    const [comment] = await github.comments(REPOSITORY, one.number);
    expect(comment?.body).toContain('Merging would overwrite live changes of 2 resources');
    expect(comment?.body).toContain('2 high');
    expect(comment?.body).toMatch(/\]\(https:\/\/plumbline\.example\.com\/o\/org_\w+\/analyses\/an_\w+\)/);
  });

  test('writes details into a private repository, and into a public one where an administrator allows it', async () => {
    await writeAll();
    const inPrivate = written.filter(({ text }) => SECRET.test(text)).map(({ how }) => how);
    const hold = new Set(WRITES.filter((how) => how !== 'createIssue'));
    expect(new Set(inPrivate)).toEqual(hold);
    await visible(true);
    expect((await decide(true)).statusCode).toBe(200);
    const pull = await pullRequest();
    await publishOne(await drifted(), pull);
    expect(await texts(pull)).toMatch(SECRET);
    expect((await decide(false)).statusCode).toBe(200);
    await publishQueued();
    expect(await texts(pull)).not.toMatch(SECRET);
  });

  test('asks GitHub whether a repository is public, since the event may be late', async () => {
    github.webhooks.mode('hold');
    await github.setPrivate(REPOSITORY, false);
    const pull = await pullRequest();
    await publishOne(await drifted(), pull);
    expect(await texts(pull)).not.toMatch(SECRET);
    github.fail({ request: /^GET \/repos\/acme\/infra$/, how: { status: 403, body: {} } });
    await github.setPrivate(REPOSITORY, true);
    const other = await pullRequest();
    await publishOne(await drifted(), other);
    github.heal();
    expect(await texts(other)).not.toMatch(SECRET);
    github.webhooks.mode('send');
    await quiet();
  });

  test('withdraws details when a repository becomes public, and recreates comments, since edited ones keep their history', async () => {
    const open = await pullRequest();
    const closed = await pullRequest();
    const done = await drifted();
    for (const pull of [open, closed]) await publishOne(done, pull);
    const older = open.sha;
    const sha = await github.put(REPOSITORY, { 'net/main.tf': '# again\n' }, open.branch);
    await publishOne(await drifted(), { number: open.number, sha });
    // The comment shows the last analysis that did not fail.
    await publishOne(await analysis({ status: 'failed' }), { number: open.number, sha });
    await publishOne(await drifted());
    await github.closePullRequest(REPOSITORY, closed.number);
    const [before] = await github.comments(REPOSITORY, open.number);
    expect(before?.body).toMatch(SECRET);
    await settings({ drift_issues: false });
    await visible(true);
    expect(await publishQueued()).toBeGreaterThanOrEqual(3);
    const [after, ...more] = await github.comments(REPOSITORY, open.number);
    expect(more).toEqual([]);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.body).toContain('Merging would overwrite');
    expect(await github.comments(REPOSITORY, closed.number)).toEqual([]);
    for (const [number, commit] of [
      [open.number, older],
      [open.number, sha],
      [closed.number, closed.sha],
    ] as const)
      expect(await texts({ number, sha: commit })).not.toMatch(SECRET);
    expect(JSON.stringify(await github.issues(REPOSITORY))).not.toMatch(SECRET);
    const left = scoped(store.db, { org_id: org }).select('publications').selectAll().where('details', '=', true);
    expect(await left.execute()).toEqual([]);
    await settings({ drift_issues: true });
  });

  test('explains how to check a held pull request, and never replaces a requested report', async () => {
    const pull = await pullRequest();
    await publishOne(null, { ...pull, held: true });
    const [check] = await github.checks(REPOSITORY, pull.sha);
    expect(check).toMatchObject({ conclusion: 'neutral', output: { title: 'Not checked: waits for a maintainer' } });
    expect(check?.output.summary).toContain('`plumbline scan`');
    await publishOne(await drifted(), pull);
    await publishOne(null, { ...pull, held: true });
    expect(await github.checks(REPOSITORY, pull.sha)).toMatchObject([
      { id: check?.id, output: { title: 'Merging would overwrite live changes of 1 resource' } },
    ]);
  });

  test('lets only an administrator allow details, and logs it', async () => {
    const keyWith = async (scope: string) => {
      const made = await api.call('POST', `/orgs/${org}/keys`, {
        key: api.operatorKey,
        body: { name: scope, scopes: [scope] },
      });
      return made.json<{ key: string }>().key;
    };
    const path = `/orgs/${org}/repos/${repo}`;
    const body = { public_details: true };
    expect((await api.call('PATCH', path, { key: await keyWith('write'), body })).statusCode).toBe(403);
    const admin = await keyWith('admin');
    expect((await api.call('PATCH', path, { key: admin, body: {} })).statusCode).toBe(422);
    const unknown = `/orgs/${org}/repos/${newId('repo')}`;
    expect((await api.call('PATCH', unknown, { key: admin, body })).statusCode).toBe(404);
    const changed = await api.call('PATCH', path, { key: admin, body });
    expect(changed.json()).toMatchObject({ id: repo, public_details: true });
    await api.call('PATCH', path, { key: admin, body });
    type Line = { action: string; actor: { kind: string } };
    const lines = (await api.call('GET', `/orgs/${org}/audit`, { key: admin })).json<Line[]>();
    expect(lines.filter(({ action, actor }) => action === 'repository.update' && actor.kind === 'key')).toMatchObject([
      { target: { kind: 'repository', id: repo }, detail: { public_details: { before: false, after: true } } },
    ]);
    await decide(false);
  });
});
