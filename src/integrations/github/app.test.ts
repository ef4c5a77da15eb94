import { createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CodeHostProblem } from '../../base/code-host.ts';
import { githubApp } from './app.ts';
import type { GithubProblem } from './caller.ts';

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang up' | 'silence';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' });
const NOW = Date.UTC(2026, 0, 1);
const APP = {
  id: 42,
  slug: 'plumb',
  name: 'Plumb',
  html_url: 'https://github.test/apps/plumb',
  permissions: {},
  events: [],
};

let asked: Asked[] = [];
/** The replies to a request, by its method and address, in order; the last one is repeated. */
let script: Record<string, Reply[]> = {};
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, body });
    const queue = script[`${method} ${url}`];
    const reply = (queue && queue.length > 1 ? queue.shift() : queue?.[0]) ?? {
      status: 404,
      body: { message: 'Not Found' },
    };
    if (reply === 'hang up') return request.socket.destroy();
    if (reply === 'silence') return undefined;
    const type = { 'content-type': 'application/json; charset=utf-8', date: new Date(NOW).toUTCString() };
    response.writeHead(reply.status ?? 200, { ...type, ...reply.headers });
    return response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
  });
});
let apiUrl: string;
let now = NOW;
let slept: number[] = [];
let problems: GithubProblem[] = [];

const TOKEN = 'POST /app/installations/7/access_tokens';
const tokenReply = (token: string) => ({
  status: 201,
  body: { token, expires_at: new Date(now + 3600_000).toISOString() },
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  [asked, slept, problems, now] = [[], [], [], NOW];
  script = { [TOKEN]: [tokenReply('ghs_first'), tokenReply('ghs_second')] };
});

/** The default timeout is long enough for a busy machine; tests of silence use a short one. */
function open({ timeoutMs = 20_000 } = {}) {
  return githubApp({
    appId: '42',
    privateKey: String(pem),
    apiUrl,
    timeoutMs,
    onProblem: (problem) => problems.push(problem),
    clock: {
      now: () => now,
      sleep: async (ms) => {
        slept.push(Math.round(ms));
        now += ms;
      },
    },
  });
}

const installation = (id: number, login: string) => ({
  id,
  account: { id: id * 10, login, type: 'Organization' },
  suspended_at: null,
  updated_at: '2026-01-01T00:00:00Z',
  permissions: { checks: 'write' },
  events: ['push'],
});
const repository = (id: number) => ({
  id,
  full_name: `acme/r${id}`,
  private: true,
  archived: false,
  default_branch: 'main',
  updated_at: '2026-01-01T00:00:00Z',
  owner: { id: 70, login: 'acme' },
});
const urls = () => asked.map(({ method, url }) => `${method} ${url}`);

async function problemOf(work: Promise<unknown>): Promise<CodeHostProblem> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CodeHostProblem);
  const problem = error as CodeHostProblem;
  const all = JSON.stringify([problem, problem.message, problem.stack, problem.cause, problems]);
  expect(all).not.toMatch(/ghs_|eyJ|PRIVATE KEY/);
  return problem;
}

test('authenticates the App with a signed token that lasts less than ten minutes', async () => {
  script['GET /app'] = [{ body: APP }];
  expect(await open().getApp()).toEqual(APP);
  const [, token = ''] = /^Bearer (.+)$/.exec(asked[0]?.headers.authorization ?? '') ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`);
  expect(verify.verify(publicKey, signature, 'base64url')).toBe(true);
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
    iss: '42',
    iat: NOW / 1000 - 60,
    exp: NOW / 1000 + 540,
  });
  expect(asked[0]?.headers).toMatchObject({ 'user-agent': 'plumbline', 'x-github-api-version': '2022-11-28' });
});

test('reads lists to their last page, by queries alone', async () => {
  const next = `<https://elsewhere.example/app/installations?per_page=100&page=2>; rel="next", <x?page=2>; rel="last"`;
  script['GET /app/installations?per_page=100'] = [{ body: [installation(1, 'acme')], headers: { link: next } }];
  script['GET /app/installations?per_page=100&page=2'] = [
    { body: [installation(2, 'beta'), { ...installation(3, ''), account: { id: 9, slug: 'enterprise' } }] },
  ];
  const found = await open().listInstallations();
  expect(found.map(({ id, account }) => [id, account.login])).toEqual([
    [1, 'acme'],
    [2, 'beta'],
  ]);
});

test('reports an unknown App instead of a missing installation', async () => {
  const app = open();
  const asks = [
    () => app.getApp(),
    () => app.getInstallation(5),
    () => app.listInstallations(),
    () => app.as(9).listRepositories(),
  ];
  for (const ask of asks) expect((await problemOf(ask())).code).toBe('unauthorized');
});

test('returns undefined for a missing installation', async () => {
  script['GET /app'] = [{ body: APP }];
  expect(await open().getInstallation(5)).toBeUndefined();
});

test('lists deliveries up to an age, with exact large numbers', async () => {
  const delivery = (id: string, at: string) =>
    `{"id":${id},"guid":"g-${id}","delivered_at":"${at}","redelivery":false,"duration":0.3,"status":"x","status_code":502,"event":"push","action":null,"installation_id":7}`;
  const link = { link: '<https://x.example/?cursor=v1_2>; rel="next"' };
  script['GET /app/hook/deliveries?per_page=100'] = [
    { body: `[${delivery('3804004623172239366', '2026-01-03T00:00:00Z')}]`, headers: link },
  ];
  script['GET /app/hook/deliveries?cursor=v1_2'] = [
    { body: `[${delivery('12', '2026-01-02T00:00:00Z')},${delivery('11', '2025-12-31T00:00:00Z')}]`, headers: link },
  ];
  script['POST /app/hook/deliveries/3804004623172239366/attempts'] = [{ status: 202 }];
  const app = open();
  const found = await app.listDeliveries(new Date('2026-01-01T00:00:00Z'));
  expect(found.map(({ id }) => id)).toEqual(['3804004623172239366', '12']);
  expect(found[0]).toMatchObject({ delivery_id: 'g-3804004623172239366', status_code: 502, installation_id: 7 });
  await app.redeliver(found[0]?.id ?? '');
});

test('shares one token per installation, until shortly before its end', async () => {
  const list = 'GET /installation/repositories?per_page=100';
  script[list] = [{ body: { total_count: 1, repositories: [repository(1)] } }];
  const app = open();
  const results = await Promise.all(Array.from({ length: 5 }, () => app.as(7).listRepositories()));
  expect(results[0]?.[0]).toMatchObject({ id: 1, full_name: 'acme/r1', owner: { id: 70, login: 'acme' } });
  expect(urls().filter((one) => one === TOKEN)).toHaveLength(1);
  now += 59 * 60_000;
  await app.as(7).listRepositories();
  expect(urls().filter((one) => one === TOKEN)).toHaveLength(2);
  expect(asked.at(-1)?.headers.authorization).toBe('Bearer ghs_second');
});

test('replaces a refused token once, then reports the refusal', async () => {
  const list = 'GET /installation/repositories?per_page=100';
  const no = { status: 401, body: { message: 'Bad credentials' } };
  const yes = { body: { repositories: [] } };
  script[list] = [yes, no, yes];
  const app = open();
  await app.as(7).listRepositories();
  now += 60_000;
  await app.as(7).listRepositories();
  expect(asked.at(-1)?.headers.authorization).toBe('Bearer ghs_second');
  script[list] = [no];
  now += 60_000;
  expect((await problemOf(app.as(7).listRepositories())).code).toBe('unauthorized');
});

test('retries shortly with a new token', async () => {
  script['GET /installation/repositories?per_page=100'] = [
    { status: 401, body: { message: 'Bad credentials' } },
    { body: { repositories: [] } },
  ];
  await open().as(7).listRepositories();
  expect([slept, urls().filter((one) => one === TOKEN).length]).toEqual([[1000], 1]);
});

test("uses GitHub's clock where it differs", async () => {
  now = NOW - 600_000;
  script['GET /app'] = [
    { status: 401, body: { message: "'Expiration time' claim ('exp') is too far in the future" } },
    { body: APP },
  ];
  await open().getApp();
  const [, payload = ''] = (asked[1]?.headers.authorization ?? '').split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ iat: NOW / 1000 - 60 });
});

test('revalidates unchanged resources', async () => {
  const url = 'GET /repos/acme/r1/pulls/3';
  const side = { sha: 'a'.repeat(40), ref: 'x', repo: { id: 1 } };
  const body = { number: 3, title: 't', state: 'open', merged: false, draft: true, head: side, base: side };
  script[url] = [
    { body, headers: { etag: '"one"' } },
    { status: 304, body: '' },
  ];
  const app = open();
  const first = await app.as(7).getPullRequest('acme/r1', 3);
  expect(await app.as(7).getPullRequest('acme/r1', 3)).toEqual(first);
  expect(asked.at(-1)?.headers['if-none-match']).toBe('"one"');
  script['POST /app/installations/8/access_tokens'] = [tokenReply('ghs_other')];
  script[url] = [{ body, headers: { etag: '"one"' } }];
  await app.as(8).getPullRequest('acme/r1', 3);
  expect(asked.at(-1)?.headers['if-none-match'], "another installation's answers").toBeUndefined();
});

test('retries server errors and timeouts twice, then reports them', async () => {
  script['GET /app'] = [{ status: 502, body: '<html>' }, 'hang up', { body: APP }];
  await open().getApp();
  expect(slept).toHaveLength(2);
  script['GET /app'] = ['silence'];
  asked = [];
  const problem = await problemOf(open({ timeoutMs: 300 }).getApp());
  expect([problem.code, asked.length, problems.at(-1)]).toMatchObject([
    'unavailable',
    3,
    { code: 'unavailable', operation: 'GET /app' },
  ]);
});

test('repeats no creation that may have succeeded', async () => {
  const create = 'POST /repos/acme/r1/issues/3/comments';
  for (const fault of [{ status: 502 }, 'hang up', 'silence'] as const) {
    asked = [];
    script[create] = [fault];
    const app = open(fault === 'silence' ? { timeoutMs: 1_000 } : {});
    expect((await problemOf(app.as(7).createComment('acme/r1', 3, 'hello'))).code).toBe('unavailable');
    expect(urls().filter((one) => one === create)).toHaveLength(1);
  }
  script[create] = [
    { status: 429, headers: { 'retry-after': '2' } },
    { status: 201, body: { id: 9 } },
  ];
  expect(await open().as(7).createComment('acme/r1', 3, 'hello')).toBe(9);
  expect(slept.at(-1)).toBe(2000);
});

test('waits for a short limit, and reports a long one at once to all callers until it ends', async () => {
  const list = 'GET /installation/repositories?per_page=100';
  const secondary = { message: 'You have exceeded a secondary rate limit.' };
  script[list] = [
    { status: 403, headers: { 'retry-after': '3' }, body: secondary },
    { body: { repositories: [] } },
    { status: 403, headers: { 'retry-after': '30' }, body: secondary },
  ];
  const app = open();
  await app.as(7).listRepositories();
  expect(slept).toEqual([3000]);
  const problem = await problemOf(app.as(7).listRepositories());
  expect([problem.code, problem.retry_at]).toEqual(['rate_limited', new Date(now + 30_000)]);
  asked = [];
  expect((await problemOf(app.as(7).getIssue('acme/r1', 1))).code).toBe('rate_limited');
  expect([asked, problems]).toMatchObject([[], [{ code: 'rate_limited' }]]);
});

test("holds the primary limit until its reset, by GitHub's clock, for one installation", async () => {
  const list = 'GET /installation/repositories?per_page=100';
  const reset = String(NOW / 1000 + 1200);
  const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  script[list] = [{ body: { repositories: [] }, headers: spent }];
  script['POST /app/installations/8/access_tokens'] = [tokenReply('ghs_other')];
  now = NOW + 5_000;
  const app = open();
  await app.as(7).listRepositories();
  const problem = await problemOf(app.as(7).listRepositories());
  expect([problem.code, problem.retry_at]).toEqual(['rate_limited', new Date(now + 1200_000)]);
  await app.as(8).listRepositories();
});

test.each([
  ['unauthorized', 401, 'Bad credentials', undefined],
  ['forbidden', 403, 'Resource not accessible by integration', 'checks: write'],
  ['forbidden', 403, 'The organization has an IP allow list enabled', undefined],
  ['suspended', 403, 'This installation has been suspended', undefined],
  ['gone', 404, 'Not Found', undefined],
  ['gone', 410, 'Issues are disabled', undefined],
  ['conflict', 422, 'Validation Failed', undefined],
])('reports %s for %i "%s"', async (code, status, message, permission) => {
  script['POST /repos/acme/r1/check-runs'] = [{ status, body: { message } }];
  now += 10_000;
  const app = open();
  const check = { name: 'Plumbline', head_sha: 'a'.repeat(40), status: 'queued' as const };
  const problem = await problemOf(app.as(7).createCheckRun('acme/r1', check));
  expect([problem.code, problem.permission]).toEqual([code, permission]);
});

test.each([
  ['issues=write; pull_requests=write', 'pull_requests: write'],
  ['issues=write,metadata=read; discussions=write', 'issues: write, metadata: read'],
])('names the permission that the App requests, of those that GitHub accepts (%s)', async (accepted, permission) => {
  script['POST /repos/acme/r1/issues/3/comments'] = [
    {
      status: 403,
      body: { message: 'Resource not accessible by integration' },
      headers: { 'x-accepted-github-permissions': accepted },
    },
  ];
  const problem = await problemOf(open().as(7).createComment('acme/r1', 3, 'x'));
  expect(problem.permission).toBe(permission);
});

test('reports a deleted or suspended installation when its token is requested', async () => {
  script['GET /app'] = [{ body: APP }];
  script[TOKEN] = [{ status: 404, body: { message: 'Not Found' } }];
  expect((await problemOf(open().as(7).listRepositories())).code).toBe('gone');
  script[TOKEN] = [{ status: 403, body: { message: 'This installation has been suspended' } }];
  expect((await problemOf(open().as(7).listRepositories())).code).toBe('suspended');
});

test('follows a renamed repository on the same server, and sends no token elsewhere', async () => {
  const path = '/repos/acme/old/check-runs';
  script[`POST ${path}`] = [{ status: 307, headers: { location: `${apiUrl}/repositories/1/check-runs` } }];
  script['POST /repositories/1/check-runs'] = [{ status: 201, body: { id: 5 } }];
  const check = { name: 'Plumbline', head_sha: 'a'.repeat(40), status: 'queued' as const };
  expect(await open().as(7).createCheckRun('acme/old', check)).toBe(5);
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual(check);
  script[`POST ${path}`] = [{ status: 307, headers: { location: `${apiUrl.replace('127.0.0.1', 'localhost')}/x` } }];
  asked = [];
  expect((await problemOf(open().as(7).createCheckRun('acme/old', check))).code).toBe('unavailable');
  expect(urls()).toEqual([TOKEN, `POST ${path}`]);
});

test('escapes every name in an address', async () => {
  const client = open().as(7);
  for (const name of ['acme/..', '../app', 'a/b/c', 'acme/', 'acme'])
    expect((await problemOf(client.getPullRequest(name, 1))).code).toBe('gone');
  expect(asked).toEqual([]);
  await problemOf(client.readTree('acme/r1', 'feature/?x=1#y'));
  expect(urls().at(-1)).toBe('GET /repos/acme/r1/git/trees/feature%2F%3Fx%3D1%23y?recursive=1');
});

test('reads a tree with its kinds of entries, an empty repository, a file and one that is too large', async () => {
  const entry = (path: string, mode: string, size?: number) => ({
    path,
    mode,
    sha: 'b'.repeat(40),
    ...(size && { size }),
  });
  const tree = [entry('a', '040000'), entry('a/m.tf', '100644', 5), entry('l', '120000', 1), entry('s', '160000')];
  script['GET /repos/acme/r1/git/trees/main?recursive=1'] = [{ body: { sha: 'c', truncated: true, tree } }];
  script['GET /repos/acme/r2/git/trees/main?recursive=1'] = [
    { status: 409, body: { message: 'Git Repository is empty.' } },
  ];
  const blob = { content: Buffer.from('hello\n').toString('base64').replace('l', 'l\n'), encoding: 'base64' };
  script['GET /repos/acme/r1/git/blobs/bb'] = [{ body: blob }];
  const client = open().as(7);
  const found = await client.readTree('acme/r1', 'main');
  expect([found.truncated, found.entries.map(({ type }) => type)]).toEqual([
    true,
    ['directory', 'file', 'link', 'submodule'],
  ]);
  expect((await client.readTree('acme/r2', 'main')).entries).toEqual([]);
  expect(Buffer.from(await client.readBlob('acme/r1', 'bb', 6)).toString()).toBe('hello\n');
  expect((await problemOf(client.readBlob('acme/r1', 'bb', 5))).code).toBe('too_large');
  script['GET /repos/acme/r1/git/blobs/bb'] = [{ body: { ...blob, content: 'A'.repeat(200_000) } }];
  expect((await problemOf(client.readBlob('acme/r1', 'bb', 5))).code).toBe('too_large');
});

test("finds only the App's own comments by their marker", async () => {
  script['GET /app'] = [{ body: APP }];
  const comments = [
    { id: 1, body: 'MARK', user: { login: 'mallory', type: 'User' }, performed_via_github_app: { id: 42 } },
    { id: 2, body: 'MARK', user: { login: 'other[bot]', type: 'Bot' }, performed_via_github_app: { id: 41 } },
    { id: 3, body: null, user: null },
    { id: 4, body: 'x MARK', user: { login: 'plumb[bot]', type: 'Bot' } },
    { id: 5, body: 'MARK', user: { login: 'plumb[bot]', type: 'Bot' } },
  ];
  script['GET /repos/acme/r1/issues/3/comments?per_page=100'] = [{ body: comments }];
  expect(await open().as(7).findComment('acme/r1', 3, 'MARK')).toBe(4);
  const issues = comments.map((one) => ({ ...one, number: one.id, state: 'open', title: 't' }));
  script['GET /repos/acme/r1/issues?state=open&creator=plumb%5Bbot%5D&per_page=100'] = [{ body: issues }];
  expect(await open().as(7).findIssue('acme/r1', 'MARK')).toEqual({ number: 4, state: 'open', title: 't' });
  const run = (id: number, app: number, name = 'Plumbline') => ({
    id,
    name,
    external_id: `an_${id}`,
    app: { id: app },
  });
  script[`GET /repos/acme/r1/commits/abc/check-runs?check_name=Plumbline&app_id=42&filter=all&per_page=100`] = [
    { body: { check_runs: [run(1, 42), run(3, 42), run(4, 41), run(5, 42, 'other'), run(2, 42)] } },
  ];
  expect(await open().as(7).findCheckRun('acme/r1', 'abc', 'Plumbline')).toEqual({ id: 3, external_id: 'an_3' });
});

test('reads the head of a branch, whatever its name', async () => {
  script['GET /repos/acme/r1/branches/feature%2Fx'] = [{ body: { name: 'feature/x', commit: { sha: 'c0ffee' } } }];
  expect(await open().as(7).headOf('acme/r1', 'feature/x')).toBe('c0ffee');
});

test('lists changed files, and reports truncation', async () => {
  const files = Array.from({ length: 300 }, (_, i) => ({ filename: `f${i}`, previous_filename: `g${i}` }));
  script['GET /repos/acme/r1/compare/a...b?per_page=1'] = [{ body: { files } }];
  script['GET /repos/acme/r1/pulls/3/files?per_page=100'] = [{ body: files.slice(0, 2) }];
  const client = open().as(7);
  const compared = await client.compareCommits('acme/r1', 'a', 'b');
  expect([compared.truncated, compared.files[0]]).toEqual([true, { path: 'f0', previous_path: 'g0' }]);
  expect((await client.listPullRequestFiles('acme/r1', 3)).truncated).toBe(false);
});

test("rejects responses that are not GitHub's", async () => {
  for (const body of ['<html>', '[]', '{"id":"x"}']) {
    script['GET /app'] = [{ body }];
    expect((await problemOf(open().getApp())).message).toContain('GITHUB_API_URL');
  }
});

test('ends aborted calls with their reason', async () => {
  script['GET /app/installations?per_page=100'] = ['silence'];
  const reason = new Error('enough');
  await expect(open().listInstallations(AbortSignal.abort(reason))).rejects.toBe(reason);
});
