import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGitHub, type GitHub } from '../../../testkit/github/start.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { run } from '../main.ts';

const PUBLIC_URL = 'https://plumbline.example.com/';
let github: GitHub;
let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let env: Record<string, string>;

beforeAll(async () => {
  github = await startGitHub({ repositories: { 'acme/infra': {} } });
  dir = await temporaryDirectory();
  env = {
    PLUMBLINE_DATA_DIR: join(dir.path, 'data'),
    PLUMBLINE_PUBLIC_URL: PUBLIC_URL,
    GITHUB_API_URL: github.url,
  };
});
afterAll(async () => {
  await github.stop();
  await dir[Symbol.asyncDispose]();
});

/** Runs a command; `said` collects its output. */
function start(args: string[], more: Record<string, string> = {}) {
  const said = { out: '', err: '' };
  const io = {
    env: { ...env, ...more },
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  };
  return { said, ended: run({ ...io, argv: ['github', ...args] }) };
}

async function ended(args: string[], more: Record<string, string> = {}) {
  const { said, ended: code } = start(args, more);
  return { code: await code, ...said };
}

type Answer = { status: number; text: string; location: string; policy: string };
async function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '', policy };
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

async function addressIn(said: { err: string }): Promise<string> {
  await expect.poll(() => said.err).toContain('Waiting for the browser');
  return /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said.err)?.[0] ?? '';
}

/** The target and the manifest of the page's form. */
async function formAt(address: string) {
  const { text } = await get(address);
  const [, action = '', manifest = ''] = /action="([^"]+)"[^]*name="manifest" value="([^"]+)"/.exec(text) ?? [];
  return { action: unescaped(action), manifest: JSON.parse(unescaped(manifest)) as Record<string, unknown> };
}

/** Submits the form as a browser would; GitHub's answer redirects back. */
async function submit({ action, manifest }: Awaited<ReturnType<typeof formAt>>) {
  const body = new URLSearchParams({ manifest: JSON.stringify(manifest) });
  const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

test('creates the App in a browser, stores it for its owner alone, and the server uses it', async () => {
  const { said, ended: code } = start(['setup', '--org', 'acme']);
  const address = await addressIn(said);
  const form = await formAt(address);
  expect(form.action).toMatch(new RegExp(`^${github.url}/organizations/acme/settings/apps/new\\?state=[\\w-]{32}$`));
  expect(form.manifest).toMatchObject({
    name: 'Plumbline',
    public: false,
    hook_attributes: { url: 'https://plumbline.example.com/api/v1/webhooks/github', active: true },
    default_permissions: {
      metadata: 'read',
      contents: 'read',
      checks: 'write',
      pull_requests: 'write',
      issues: 'read',
      members: 'read',
    },
    callback_urls: ['https://plumbline.example.com/api/v1/session/github/callback'],
    request_oauth_on_install: false,
    default_events: ['check_run', 'check_suite', 'issue_comment', 'pull_request', 'push', 'repository'],
  });
  const back = await submit(form);
  expect(await get(back)).toMatchObject({ status: 200, text: expect.stringContaining('/installations/new') as string });
  expect(await code).toBe(0);

  const file = join(env.PLUMBLINE_DATA_DIR ?? '', 'github-app.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(env.PLUMBLINE_DATA_DIR ?? '')).toEqual(['github-app.json']);
  const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const { clientId, clientSecret } = github.app;
  const client = { client_id: clientId, client_secret: clientSecret };
  expect(stored).toMatchObject({ app_id: github.app.id, webhook_secret: github.app.webhookSecret, ...client });
  expect(stored.private_key).toContain('PRIVATE KEY');
  expect(said.out + said.err).not.toMatch(/PRIVATE KEY---/);
  for (const secret of [github.app.webhookSecret, clientSecret]) expect(said.out + said.err).not.toContain(secret);
  expect(said.err).toContain(`GITHUB_APP_ID=${github.app.id}`);
});

test('replaces a stored App only on request', async () => {
  const refused = await ended(['setup']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--replace')]);
  const { said, ended: code } = start([
    'setup',
    '--replace',
    '--public',
    '--drift-issues',
    '--name',
    'Other',
    '--json',
  ]);
  const form = await formAt(await addressIn(said));
  expect(form.action).toContain(`${github.url}/settings/apps/new?state=`);
  expect(form.manifest).toMatchObject({ name: 'Other', public: true, default_permissions: { issues: 'write' } });
  await get(await submit(form));
  expect(await code).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject({ slug: 'other', app_id: github.app.id, api_url: github.url });
});

test('accepts only the browser with the address and the matching state', async () => {
  const before = await readFile(join(env.PLUMBLINE_DATA_DIR ?? '', 'github-app.json'), 'utf8');
  const { said, ended: code } = start(['setup', '--replace']);
  const address = await addressIn(said);
  const { origin, host } = new URL(address);
  const form = await formAt(address);
  const back = new URL(await submit(form));
  const shown = await get(address);
  expect(shown.policy).toContain(`form-action 'self' ${github.url}`);
  expect((await get(`${origin}/`)).status).toBe(404);
  expect((await get(`${origin}/callback?code=${back.searchParams.get('code')}&state=${'x'.repeat(32)}`)).status).toBe(
    400,
  );
  expect((await get(`${origin}/callback?code=../../x&state=${back.searchParams.get('state')}`)).status).toBe(400);
  expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  expect((await get(address.replace(host, `localhost:${new URL(address).port}`))).status, 'another name').toBe(404);
  // GitHub does not know the code, so the stored App stays.
  const failed = await get(`${origin}/callback?code=unknown&state=${back.searchParams.get('state')}`);
  expect(failed).toMatchObject({ status: 502, text: expect.stringContaining('Setup failed') as string });
  expect(await code).toBe(1);
  expect(await readFile(join(env.PLUMBLINE_DATA_DIR ?? '', 'github-app.json'), 'utf8')).toBe(before);
  expect(await readdir(env.PLUMBLINE_DATA_DIR ?? '')).toEqual(['github-app.json']);
});

test('reports obstacles of a setup before creating anything', async () => {
  const elsewhere = { PLUMBLINE_DATA_DIR: join(dir.path, 'other') };
  const cases: [string, Record<string, string>][] = [
    ['PLUMBLINE_PUBLIC_URL', { ...elsewhere, PLUMBLINE_PUBLIC_URL: '' }],
    ['GITHUB_APP_ID', { ...elsewhere, GITHUB_APP_ID: '1' }],
  ];
  for (const [name, more] of cases)
    expect(await ended(['setup'], more)).toMatchObject({ code: 1, err: expect.stringContaining(name) as string });
});

test('shows secrets one at a time, and only on request', async () => {
  const plain = await ended(['show']);
  expect(plain.out).toContain(String(github.app.id));
  expect(plain.out).not.toContain(github.app.webhookSecret);
  expect(plain.out).not.toContain('PRIVATE KEY');
  expect((await ended(['show', '--webhook-secret'])).out).toBe(`${github.app.webhookSecret}\n`);
  expect((await ended(['show', '--private-key'])).out).toMatch(
    /^-----BEGIN RSA PRIVATE KEY-----\n[^]+-----END RSA PRIVATE KEY-----\n$/,
  );
  expect((await ended(['show', '--private-key', '--webhook-secret'])).code).toBe(1);
});

test('reports missing permissions of the App and its installations, and the state of deliveries', async () => {
  expect(await ended(['check'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('nobody has installed') as string,
  });
  await github.install('acme');
  expect(await ended(['check'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ok +acme .*: 1 repository\n/) as string,
  });
  await github.permit('acme', { checks: 'read', issues: null });
  github.webhooks.mode('drop');
  await github.push('acme/infra', { files: { 'a.tf': '#' } });
  const { code, out } = await ended(['check', '--json']);
  expect(code).toBe(1);
  const found = JSON.parse(out) as { ok: boolean; lacks: unknown[]; installations: { lacks: { name: string }[] }[] };
  expect(found).toMatchObject({
    ok: false,
    lacks: [],
    source: 'data directory',
    deliveries: { answers: { 0: expect.any(Number) as number } },
  });
  expect(found.installations[0]?.lacks.map(({ name }) => name)).toEqual([
    'checks: write',
    'issues: read',
    'issues: write',
  ]);
  expect((await ended(['check'])).out).toMatch(
    /MISSING +acme[^]+permission checks: write: without it, there are no checks[^]+FAILED/,
  );
  await github.suspend('acme', true);
  expect((await ended(['check'])).out).toMatch(/paused +acme .*suspended since/);
});

test('explains what to do without an App, or with a damaged one', async () => {
  const elsewhere = { PLUMBLINE_DATA_DIR: dir.path };
  for (const command of ['check', 'show'])
    expect(await ended([command], elsewhere)).toMatchObject({
      code: 1,
      err: expect.stringContaining('github setup') as string,
    });
  await writeFile(join(dir.path, 'github-app.json'), '{"private_key": "hunter2hunter2"}');
  const { code, err } = await ended(['check'], elsewhere);
  expect([code, err]).toEqual([1, expect.stringContaining('github setup')]);
  expect(err).not.toContain('hunter2');
});
