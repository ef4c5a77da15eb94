import { afterAll, beforeAll, expect, test } from 'vitest';
import { primaryLimit, secondaryLimit } from '../../../testkit/github/faults.ts';
import { personJson } from '../../../testkit/github/shapes.ts';
import { startGitHub, type GitHub } from '../../../testkit/github/start.ts';
import { githubApp } from './app.ts';

const MARKER = '<!-- plumbline -->';
let github: GitHub;
let app: ReturnType<typeof githubApp>;
let client: ReturnType<typeof app.as>;
let installation: number;

/** A client with an empty cache and without tokens; it does not wait between tries. */
function open() {
  let ahead = 0;
  return githubApp({
    appId: String(github.app.id),
    privateKey: github.app.privateKey,
    apiUrl: github.url,
    timeoutMs: 20_000,
    clock: { now: () => Date.now() + ahead, sleep: async (ms) => void (ahead += ms) },
  });
}

beforeAll(async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`acme/r${i}`, {}]));
  github = await startGitHub({
    accounts: ['acme', 'beta'],
    repositories: { 'acme/infra': { 'net/main.tf': '# net\n', 'app/main.tf': '# app\n' }, 'beta/web': {}, ...many },
  });
  ({ id: installation } = await github.install('acme'));
  await github.install('beta');
  app = open();
  client = app.as(installation);
});
afterAll(() => github.stop());

test('reads the App, its installations and all their repositories', async () => {
  expect(await app.getApp()).toMatchObject({ id: github.app.id, slug: 'plumbline', permissions: { checks: 'write' } });
  expect((await app.listInstallations()).map(({ account }) => account.login)).toEqual(['acme', 'beta']);
  expect(await app.getInstallation(installation)).toMatchObject({ id: installation, suspended_at: null });
  expect(await app.getInstallation(1)).toBeUndefined();
  const repositories = await client.listRepositories();
  expect(new Set(repositories.map(({ id }) => id)).size).toBe(121);
  expect(repositories.every(({ owner }) => owner.login === 'acme')).toBe(true);
});

test('reads files at a branch, and revalidates without a limit', async () => {
  const tree = await client.readTree('acme/infra', 'main');
  const file = tree.entries.find(({ path }) => path === 'net/main.tf');
  expect(tree.truncated).toBe(false);
  const bytes = await client.readBlob('acme/infra', file?.sha ?? '', 100);
  expect(Buffer.from(bytes).toString()).toBe('# net\n');
  expect(await client.readTree('acme/infra', 'main')).toEqual(tree);
  expect(github.seen.at(-1)?.status).toBe(304);
  await github.put('acme/infra', { 'net/more.tf': '# more\n' });
  expect((await client.readTree('acme/infra', 'main')).entries).toHaveLength(tree.entries.length + 1);
  expect(await client.headOf('acme/infra', 'main')).toBe(await github.head('acme/infra'));
  await expect(client.headOf('acme/infra', 'none')).rejects.toMatchObject({ code: 'gone' });
  await expect(client.readTree('beta/web', 'main')).rejects.toMatchObject({ code: 'gone' });
});

test('reads a pull request and its files, and writes to it', async () => {
  const before = await github.head('acme/infra');
  const sha = await github.push('acme/infra', { branch: 'change', files: { 'net/main.tf': '# other\n' } });
  const number = await github.openPullRequest('acme/infra', { branch: 'change', title: 'Other' });
  const found = await client.getPullRequest('acme/infra', number);
  expect(found).toMatchObject({ number, title: 'Other', state: 'open', merged: false, head: { sha, foreign: false } });
  const [blob] = (await client.readTree('acme/infra', sha)).entries.filter(({ path }) => path === 'net/main.tf');
  const files = { files: [{ path: 'net/main.tf', sha: blob?.sha }], truncated: false };
  expect(await client.listPullRequestFiles('acme/infra', number)).toEqual(files);
  expect(await client.compareCommits('acme/infra', before, sha)).toEqual(files);

  expect(await client.findCheckRun('acme/infra', sha, 'Plumbline')).toBeUndefined();
  const check = { name: 'Plumbline', head_sha: sha, status: 'in_progress' as const, external_id: 'an_1' };
  const id = await client.createCheckRun('acme/infra', check);
  const output = { title: 'Drift', summary: 'some' };
  await client.updateCheckRun('acme/infra', id, { ...check, status: 'completed', conclusion: 'neutral', output });
  expect(await client.findCheckRun('acme/infra', sha, 'Plumbline')).toEqual({ id, external_id: 'an_1' });
  expect(await github.checks('acme/infra', sha)).toMatchObject([{ id, conclusion: 'neutral', output }]);

  await github.comment('acme/infra', number, `${MARKER} not the App's`);
  expect(await client.findComment('acme/infra', number, MARKER)).toBeUndefined();
  const comment = await client.createComment('acme/infra', number, `${MARKER} drift`);
  expect(await client.findComment('acme/infra', number, MARKER)).toBe(comment);
  await client.updateComment('acme/infra', comment, `${MARKER} none`);
  expect((await github.comments('acme/infra', number)).map(({ body }) => body)).toContain(`${MARKER} none`);
  await client.deleteComment('acme/infra', comment);
  expect(await client.findComment('acme/infra', number, MARKER)).toBeUndefined();
});

test('finds, updates and closes an issue of the App', async () => {
  await github.openIssue('acme/infra', { title: 'x', body: MARKER });
  expect(await client.findIssue('acme/infra', MARKER)).toBeUndefined();
  const made = await client.createIssue('acme/infra', { title: 'Drift', body: `${MARKER} 1` });
  expect(await client.findIssue('acme/infra', MARKER)).toEqual(made);
  await client.updateIssue('acme/infra', made.number, { state: 'closed' });
  expect(await client.getIssue('acme/infra', made.number)).toEqual({ ...made, state: 'closed' });
  expect(await client.findIssue('acme/infra', MARKER)).toBeUndefined();
  expect(await client.getIssue('acme/infra', 4711)).toBeUndefined();
});

test('decides who may write by role, and by number rather than name', async () => {
  const grace = personJson('grace');
  for (const [role, may] of Object.entries({ admin: true, maintain: true, write: true, triage: false, read: false })) {
    github.grant('grace', role as 'admin');
    expect([role, await client.mayWrite('acme/infra', grace)]).toEqual([role, may]);
  }
  github.grant('grace', 'admin');
  expect(await client.mayWrite('acme/infra', { ...grace, id: 1 })).toBe(false);
  expect(await client.mayWrite('acme/nothing', grace)).toBe(false);
  expect(await client.mayWrite('acme/infra', { ...grace, login: '../../..' })).toBe(false);
});

test('writes to a renamed repository by its old name', async () => {
  await github.renameRepository('acme/r1', 'renamed');
  const made = await client.createIssue('acme/r1', { title: 'Here', body: 'x' });
  expect(await client.getIssue('acme/renamed', made.number)).toEqual(made);
});

test('replaces revoked tokens', async () => {
  await client.listRepositories();
  github.revokeTokens();
  expect((await client.listRepositories()).length).toBe(121);
});

test('waits for faults and limits, and reports lasting ones', async () => {
  github.fail({ request: 'GET /installation', how: { status: 503 }, times: 2 });
  expect((await client.listRepositories()).length).toBe(121);
  github.fail({ request: 'GET /installation', how: { cut: true }, times: 3 });
  await expect(client.listRepositories()).rejects.toMatchObject({ code: 'unavailable' });
  github.fail({ request: 'GET /installation', how: secondaryLimit(2), times: 1 });
  expect((await client.listRepositories()).length).toBe(121);
  github.fail({ request: 'GET /installation', how: primaryLimit(new Date(Date.now() + 600_000)), times: 1 });
  const limited = open().as(installation);
  await expect(limited.listRepositories()).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(limited.readTree('acme/infra', 'main')).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await client.listRepositories()).length).toBe(121);
});

test('lists lost deliveries, and redelivers them', async () => {
  github.webhooks.mode('drop');
  await github.push('acme/infra', { files: { 'a.tf': '#' } });
  github.webhooks.mode('send');
  const lost = (await app.listDeliveries(new Date(Date.now() - 60_000))).filter(({ status_code: code }) => code === 0);
  expect(lost[0]).toMatchObject({ installation_id: installation, redelivery: false });
  const got: unknown[] = [];
  github.webhooks.to(({ headers }) => {
    got.push(headers['x-github-delivery']);
    return Promise.resolve(202);
  });
  await app.redeliver(lost[0]?.id ?? '');
  await expect.poll(() => got).toEqual([lost[0]?.delivery_id]);
});

test('reports a revoked permission, a suspension and an uninstallation by code', async () => {
  await github.permit('acme', { checks: 'read' });
  const check = { name: 'x', head_sha: await github.head('acme/infra'), status: 'queued' as const };
  const fresh = open().as(installation);
  await expect(fresh.createCheckRun('acme/infra', check)).rejects.toMatchObject({
    code: 'forbidden',
    permission: 'checks: write',
  });
  await github.suspend('acme', true);
  await expect(client.listRepositories()).rejects.toMatchObject({ code: 'suspended' });
  await expect(open().as(installation).listRepositories()).rejects.toMatchObject({ code: 'suspended' });
  await github.uninstall('acme');
  await expect(client.listRepositories()).rejects.toMatchObject({ code: 'gone' });
});
