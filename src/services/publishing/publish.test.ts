import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { acceptClaims } from '../../../testkit/accept-claims.ts';
import { databases } from '../../../testkit/database.ts';
import { appAt } from '../../../testkit/github/app.ts';
import { startGitHub, type GitHub } from '../../../testkit/github/start.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import { attributeOf, findingOf, stateOf, storeAnalysis } from '../../../testkit/stored-analysis.ts';
import type { Finding } from '../../engine/model/analysis.ts';
import type { Store } from '../../store/database.ts';
import { saveCloudConfig } from '../../store/queries/cloud-configs.ts';
import { updateOrganization } from '../../store/queries/organizations.ts';
import { takePublicationLease } from '../../store/queries/publications.ts';
import { saveReading } from '../../store/queries/repository-readings.ts';
import { saveStates } from '../../store/queries/states.ts';
import { scoped } from '../../store/scope.ts';
import { lockStateMappings, saveStateMappings } from '../../store/queries/state-mappings.ts';
import type { CodeHostApp, CodeHostProblem } from '../codehosts/port.ts';
import { publish } from './publish.ts';

const REPOSITORY = 'acme/infra';
const KEY = 'net.tfstate';
const OTHER = 'app.tfstate';
const drift = (more: Partial<Finding> = {}) =>
  findingOf('aws_security_group.web', {
    severity: 'high',
    state_key: KEY,
    attributes: [attributeOf('description', 'as wanted', 'changed by hand')],
    ...more,
  });

describe.each(await databases())('publishing on $kind', ({ open }) => {
  let store: Store;
  let github: GitHub;
  let api: TestApi;
  let app: CodeHostApp;
  let org: { id: string; key: string };
  let repo: string;
  let pulls = 0;
  const refused: CodeHostProblem[] = [];

  beforeAll(async () => {
    store = await open();
    github = await startGitHub({ repositories: { [REPOSITORY]: { 'net/main.tf': '#\n', 'app/main.tf': '#\n' } } });
    const { id: installation } = await github.install('acme');
    app = appAt(github);
    api = await testApi(store, [], { apps: [app] });
    org = await api.organization('acme', 'admin');
    await updateOrganization(store.db, org.id, { installation_id: installation });
    const [found] = await app.as(installation).listRepositories();
    const identity = { codehost: 'github', external_id: found!.id };
    repo = (
      await saveRepository(scoped(store.db, { org_id: org.id }), identity, { full_name: REPOSITORY, private: true })
    ).id;
    await store.db.transaction().execute(async (trx) => {
      await lockStateMappings(scoped(trx, { org_id: org.id }));
      const mapped = (state: string, path: string) => ({ state, repo_id: repo, path });
      await saveStateMappings(scoped(trx, { org_id: org.id }), {
        version: 1,
        mappings: [mapped(KEY, 'net'), mapped(OTHER, 'app')],
      });
    });
  });
  beforeEach(() => {
    github.heal();
    refused.length = 0;
  });
  afterAll(async () => {
    await api.close();
    await github.stop();
    await store.close();
  });

  async function pullRequest(file = 'net/main.tf') {
    const branch = `change-${++pulls}`;
    const sha = await github.put(REPOSITORY, { [file]: `# ${branch}\n` }, branch);
    const number = await github.openPullRequest(REPOSITORY, { branch, title: 'A change' });
    return { branch, number, sha };
  }
  const analysis = (more: Partial<Parameters<typeof storeAnalysis>[2]> = {}) =>
    storeAnalysis(store.db, org.id, { repo_id: repo, states: [stateOf(KEY), stateOf(OTHER)], ...more });
  const deps = (apps = api.services.apps) => ({
    ...api.services,
    apps,
    publicUrl: 'https://plumbline.example.com',
    onProblem: (problem: CodeHostProblem) => void refused.push(problem),
  });
  const publishOne = (analysis_id: string | null, about: { number?: number; sha?: string }, apps = api.services.apps) =>
    publish(deps(apps), {
      org_id: org.id,
      repo_id: repo,
      analysis_id,
      request_id: null,
      trigger: {
        kind: about.number === undefined ? 'schedule' : 'pull_request',
        ...(about.number !== undefined && { pull_request: about.number }),
        ...(about.sha !== undefined && { sha: about.sha }),
      },
    });
  const checks = (sha: string) => github.checks(REPOSITORY, sha);
  const comments = (number: number) => github.comments(REPOSITORY, number);
  const settings = (body: object) => api.call('PATCH', `/orgs/${org.id}`, { key: org.key, body });

  test('reports in a check and one comment what merging would overwrite, and when that is resolved', async () => {
    const pull = await pullRequest();
    const waiting = await analysis({ status: 'queued' });
    await publishOne(waiting, pull);
    expect(await checks(pull.sha)).toMatchObject([{ name: 'Plumbline', status: 'in_progress' }]);
    expect(await comments(pull.number)).toEqual([]);
    const drifted = await analysis({ findings: [[drift()]] });
    await publishOne(drifted, pull);
    await publishOne(drifted, pull);
    const [check, ...more] = await checks(pull.sha);
    expect(more).toEqual([]);
    expect(check).toMatchObject({
      status: 'completed',
      conclusion: 'neutral',
      external_id: drifted,
      details_url: `https://plumbline.example.com/api/v1/analyses/${drifted}`,
      output: { title: 'Merging would overwrite live changes of 1 resource' },
    });
    expect(check?.output.text).toContain('description: "changed by hand" → "as wanted"');
    const [comment, ...others] = await comments(pull.number);
    expect(others).toEqual([]);
    expect(comment?.body).toContain('### Overwritten by merging');
    const clean = await analysis();
    await publishOne(clean, pull);
    // A late report of an earlier analysis changes nothing.
    await publishOne(drifted, pull);
    expect(await comments(pull.number)).toMatchObject([
      { id: comment?.id, body: expect.stringContaining('## No drift in the state that') as string },
    ]);
    expect(await checks(pull.sha)).toMatchObject([{ id: check?.id, conclusion: 'success', external_id: clean }]);
  });

  test('reports drift that a pull request does not touch in one line, without a comment', async () => {
    const pull = await pullRequest('app/main.tf');
    await publishOne(await analysis({ findings: [[drift()]] }), pull);
    const [check] = await checks(pull.sha);
    expect(check).toMatchObject({
      conclusion: 'neutral',
      output: { title: expect.stringContaining('in other states') as string },
    });
    expect(check?.output.summary).not.toContain('aws_security_group');
    expect(await comments(pull.number)).toEqual([]);
    const untouched = await pullRequest('README.md');
    await publishOne(null, untouched);
    expect(await checks(untouched.sha)).toMatchObject([
      { conclusion: 'success', output: { title: 'This pull request touches no state that Plumbline knows' } },
    ]);
  });

  test('names new root modules of a pull request, and assigns no state by them', async () => {
    const root = (key: string) => `terraform {\n  backend "s3" {\n    key = "${key}"\n  }\n}\n`;
    const branch = `change-${++pulls}`;
    const files = { 'pay/main.tf': root('secret.tfstate'), 'moved/main.tf': root(OTHER) };
    const sha = await github.put(REPOSITORY, files, branch);
    const number = await github.openPullRequest(REPOSITORY, { branch, title: 'Mine' });
    const findings = [[drift({ state_key: 'secret.tfstate', resource: 'aws_iam_role.secret' })]];
    await publishOne(await analysis({ states: [stateOf(KEY), stateOf('secret.tfstate')], findings }), {
      number,
      sha,
    });
    const [check] = await checks(sha);
    expect(check?.output.summary).toContain("not known as this repository's");
    expect(check?.output.summary).toContain('`pay`');
    expect(JSON.stringify([check?.output, await comments(number)])).not.toContain('aws_iam_role.secret');
    await publishOne(null, { number, sha });
    expect((await checks(sha)).at(-1)?.output.summary).toContain('`pay`');
  });

  test('fails a check from the severity that the organization chose', async () => {
    const outcome = async (check_fails_at: string | null) => {
      expect((await settings({ check_fails_at })).statusCode).toBe(200);
      const pull = await pullRequest();
      await publishOne(await analysis({ findings: [[drift()]] }), pull);
      return (await checks(pull.sha)).map(({ conclusion }) => conclusion);
    };
    expect(await outcome('critical')).toEqual(['neutral']);
    expect(await outcome('high')).toEqual(['failure']);
    expect(await outcome('low')).toEqual(['failure']);
    expect(await outcome(null)).toEqual(['neutral']);
  });

  test('ends the waiting check of an older commit, and ignores its late report', async () => {
    const pull = await pullRequest();
    const first = await analysis({ status: 'queued' });
    await publishOne(first, pull);
    const sha = await github.put(REPOSITORY, { 'net/main.tf': '# again\n' }, pull.branch);
    const second = await analysis({ findings: [[drift()]] });
    await publishOne(second, { number: pull.number, sha });
    expect(await checks(pull.sha)).toMatchObject([
      { conclusion: 'neutral', output: { title: 'Replaced by a newer commit' } },
    ]);
    expect(await checks(sha)).toMatchObject([{ conclusion: 'neutral', external_id: second }]);
    await publishOne(first, pull);
    expect(await checks(pull.sha)).toHaveLength(1);
  });

  test('finds what GitHub created and nobody stored, and writes nothing twice', async () => {
    const pull = await pullRequest();
    const done = await analysis({ findings: [[drift()]] });
    const as = (id: number): ReturnType<CodeHostApp['as']> => {
      const client = app.as(id);
      const lose = (made: number): never => {
        throw new Error(`killed after ${made}`);
      };
      return {
        ...client,
        createCheckRun: async (...call) => lose(await client.createCheckRun(...call)),
        createComment: async (...call) => lose(await client.createComment(...call)),
      };
    };
    const forgetful = new Map([['github', { ...app, as }]]);
    await expect(publishOne(done, pull, forgetful)).rejects.toThrow('killed');
    await expect(publishOne(done, pull, forgetful)).rejects.toThrow('killed');
    await publishOne(done, pull);
    expect(await checks(pull.sha)).toHaveLength(1);
    expect(await comments(pull.number)).toHaveLength(1);
  });

  test('lets one of several processes write to a pull request, and retries the others later', async () => {
    const pull = await pullRequest();
    const done = await analysis({ findings: [[drift()]] });
    const before = (await api.services.queue.depth('publish')).waiting;
    await Promise.all([1, 2, 3].map(() => publishOne(done, pull)));
    expect(await checks(pull.sha)).toHaveLength(1);
    expect(await comments(pull.number)).toHaveLength(1);
    const held = { repo_id: repo, thread: `pull/${pull.number}` };
    expect(await takePublicationLease(scoped(store.db, { org_id: org.id }), held, 'another', 60)).toBe(true);
    await publishOne(await analysis(), pull);
    expect((await api.services.queue.depth('publish')).waiting).toBeGreaterThan(before);
    expect(await checks(pull.sha)).toMatchObject([{ external_id: done }]);
  });

  test('writes no second comment after a lost lease', async () => {
    for (const still of ['findComment', 'createComment'] as const) {
      const pull = await pullRequest();
      const done = await analysis({ findings: [[drift()]] });
      const later = await analysis({ findings: [[drift({ severity: 'critical' })]] });
      const takeOver = async () => {
        const leases = scoped(store.db, { org_id: org.id }).update('publication_leases');
        await leases
          .set({ leased_until: new Date(0) })
          .where('thread', '=', `pull/${pull.number}`)
          .execute();
        await publishOne(later, pull);
      };
      let overtaken = false;
      const as = (id: number): ReturnType<CodeHostApp['as']> => {
        const client = app.as(id);
        const before = async (step: string) => {
          if (overtaken || step !== still) return;
          overtaken = true;
          await takeOver();
        };
        return {
          ...client,
          findComment: async (...call) => {
            const found = await client.findComment(...call);
            await before('findComment');
            return found;
          },
          createComment: async (...call) => {
            await before('createComment');
            return client.createComment(...call);
          },
        };
      };
      await publishOne(done, pull, new Map([['github', { ...app, as }]]));
      expect(overtaken).toBe(true);
      const [comment, ...more] = await comments(pull.number);
      expect(more).toEqual([]);
      await publishOne(done, pull);
      expect(await comments(pull.number)).toEqual([comment]);
      expect(comment?.body).toContain('critical');
    }
  });

  test('stores lasting refusals and writes the rest, and retries temporary errors', async () => {
    const pull = await pullRequest();
    const done = await analysis({ findings: [[drift()]] });
    await github.permit('acme', { checks: 'read' });
    github.revokeTokens();
    await publishOne(done, pull);
    await github.permit('acme', { checks: 'write' });
    github.revokeTokens();
    expect(refused).toMatchObject([{ code: 'forbidden' }]);
    expect(await comments(pull.number)).toHaveLength(1);
    const [repository] = (await api.call('GET', `/orgs/${org.id}/repos`, { key: org.key })).json<
      { status: string }[]
    >();
    expect(repository?.status).not.toBe('ok');
    github.fail({ request: 'GET /repos', how: { status: 503 } });
    await expect(publishOne(done, pull)).rejects.toMatchObject({ code: 'unavailable' });
    github.heal();
    await publishOne(done, pull);
    expect(await checks(pull.sha)).toMatchObject([{ conclusion: 'neutral' }]);
  });

  test('creates the issue of a repository, closes it when drift is resolved, and reopens it when drift returns', async () => {
    const issues = async () => (await github.issues(REPOSITORY)).filter(({ body }) => body.includes('plumbline:drift'));
    await publishOne(await analysis({ findings: [[drift()]] }), {});
    expect(await issues()).toEqual([]);
    await settings({ drift_issues: true });
    await publishOne(await analysis({ findings: [[drift()]] }), {});
    const [issue] = await issues();
    expect(issue).toMatchObject({ state: 'open', body: expect.stringContaining('aws_security_group.web') as string });
    const late = await analysis({ findings: [[drift()]] });
    await publishOne(await analysis(), {});
    await publishOne(late, {});
    expect(await issues()).toMatchObject([{ number: issue?.number, state: 'closed' }]);
    await publishOne(await analysis({ findings: [[drift({ severity: 'critical' })]] }), {});
    expect(await issues()).toMatchObject([
      { number: issue?.number, state: 'open', body: expect.stringContaining('**critical**') as string },
    ]);
    await settings({ drift_issues: false });
  });

  describe('a repository whose claims are not accepted', () => {
    const states = [{ key: KEY, path: 'net', source: 'config', why: 'states in .plumbline.yml' }];
    beforeAll(async () => {
      await saveCloudConfig(scoped(store.db, { org_id: org.id }), 'aws', { state_bucket: 'states' });
      await saveReading(store.db, {
        repo_id: repo,
        org_id: org.id,
        sha: 'a',
        branch: 'main',
        read_at: new Date(),
        problems: '[]',
        claims: JSON.stringify(states),
        layout: '{"roots":["net"],"modules":{}}',
        ignore: '[]',
      });
      const facts = { serial: 1, lineage: null, terraform_version: null, code: null, detail: null };
      const row = { ...facts, key: KEY, status: 'read' as const, analysis_id: 'an_x', analysed_at: new Date() };
      await saveStates(scoped(store.db, { org_id: org.id }), [row], { all: true, analysis_id: 'an_x' });
      await saveStateMappings(scoped(store.db, { org_id: org.id }), { version: 2, mappings: [] });
    });

    test('reports no findings on a pull request, even where an analysis recorded the state as its own', async () => {
      const pull = await pullRequest();
      const noted = { ...stateOf(KEY), repo_id: repo };
      await publishOne(await analysis({ states: [noted], findings: [[drift()]] }), pull);
      const [check] = await checks(pull.sha);
      expect(check).toMatchObject({
        conclusion: 'neutral',
        output: { title: "1 state not accepted as this repository's yet", text: null },
      });
      expect(check?.output.summary).toContain('plumbline states accept');
      expect(JSON.stringify(check)).not.toMatch(/aws_security_group|changed by hand|net\.tfstate/);
      expect(await comments(pull.number)).toEqual([]);
    });

    test('creates no issue, and leaves an existing one alone', async () => {
      await settings({ drift_issues: true });
      const before = await github.issues(REPOSITORY);
      const noted = { ...stateOf(KEY), repo_id: repo };
      await publishOne(await analysis({ states: [noted], findings: [[drift()]] }), {});
      expect(await github.issues(REPOSITORY)).toEqual(before);
      await settings({ drift_issues: false });
    });

    test('reports everything after the acceptance', async () => {
      await acceptClaims(scoped(store.db, { org_id: org.id }));
      const pull = await pullRequest();
      await publishOne(await analysis({ states: [stateOf(KEY)], findings: [[drift()]] }), pull);
      const [check] = await checks(pull.sha);
      expect(check?.output.title).toBe('Merging would overwrite live changes of 1 resource');
    });
  });
});
