import { createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondaryLimit } from './faults.ts';
import { startGitHub, type GitHub } from './start.ts';

type Json = Record<string, unknown>;

describe('GitHub for tests', () => {
  let github: GitHub;
  const received: { event: string; payload: Json }[] = [];
  let token = '';

  beforeAll(async () => {
    github = await startGitHub({
      repositories: { 'acme/infra': { 'net/main.tf': '# net', 'app/main.tf': '# app' }, 'acme/web': {} },
    });
    github.webhooks.to(({ headers, body }) => {
      received.push({ event: String(headers['x-github-event']), payload: JSON.parse(body) as Json });
      return Promise.resolve(202);
    });
  });
  afterAll(() => github.stop());

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  function jwt(claims: Json = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const text = `${part({ alg: 'RS256' })}.${part({ iss: String(github.app.id), iat: now - 60, exp: now + 300, ...claims })}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(github.app.privateKey).toString('base64url')}`;
  }
  async function ask(
    method: string,
    path: string,
    given: { body?: unknown; as?: string; headers?: Record<string, string> } = {},
  ) {
    const answer = await fetch(github.url + path, {
      method,
      headers: { authorization: `Bearer ${given.as ?? token}`, ...given.headers },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Json,
    };
  }
  const all = async (path: string) => (await ask('GET', path)).body as unknown as Json[];

  test('announces an installation, whose token gives access to its repositories', async () => {
    const { id } = await github.install('acme', ['acme/infra']);
    expect(received.at(-1)).toMatchObject({
      event: 'installation',
      payload: { action: 'created', installation: { id } },
    });
    expect(await ask('GET', '/app', { as: jwt() })).toMatchObject({ status: 200, body: { slug: 'plumbline' } });
    expect((await ask('GET', '/app', { as: jwt({ exp: Math.floor(Date.now() / 1000) + 900 }) })).status).toBe(401);
    const given = await ask('POST', `/app/installations/${id}/access_tokens`, { as: jwt() });
    expect(given.status).toBe(201);
    token = String(given.body.token);
    const seen = await ask('GET', '/installation/repositories');
    expect(seen.body).toMatchObject({ total_count: 1, repositories: [{ full_name: 'acme/infra' }] });
    expect((await ask('GET', '/repos/acme/web/git/trees/main')).status).toBe(404);
    await github.select('acme/web', true);
    const page = await ask('GET', '/installation/repositories?per_page=1');
    expect(page.headers.get('link')).toContain('page=2');
  });

  test('serves files, and conditional requests for free', async () => {
    const tree = await ask('GET', '/repos/acme/infra/git/trees/main?recursive=1');
    const entries = tree.body.tree as { path: string; sha: string }[];
    expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'net', 'net/main.tf']));
    const { sha } = entries.find(({ path }) => path === 'net/main.tf')!;
    const blob = await ask('GET', `/repos/acme/infra/git/blobs/${sha}`);
    expect(Buffer.from(String(blob.body.content), 'base64').toString()).toBe('# net');
    const left = Number(blob.headers.get('x-ratelimit-remaining'));
    const again = await ask('GET', `/repos/acme/infra/git/blobs/${sha}`, {
      headers: { 'if-none-match': blob.headers.get('etag')! },
    });
    expect([again.status, Number(again.headers.get('x-ratelimit-remaining'))]).toEqual([304, left]);
  });

  test('serves the files of a pull request, which follows its branch', async () => {
    received.length = 0;
    const first = await github.push('acme/infra', {
      branch: 'feature',
      files: { 'net/main.tf': '# other', 'new.tf': 'x' },
    });
    expect(received.map(({ event }) => event)).toEqual(['push', 'check_suite']);
    expect(received[0]?.payload).toMatchObject({
      ref: 'refs/heads/feature',
      after: first,
      commits: [{ added: ['new.tf'], modified: ['net/main.tf'] }],
    });
    const number = await github.openPullRequest('acme/infra', { branch: 'feature', title: 'Other net' });
    expect(received.at(-1)).toMatchObject({
      event: 'pull_request',
      payload: {
        action: 'opened',
        pull_request: { head: { sha: first }, base: { repo: { full_name: 'acme/infra' } } },
      },
    });
    const files = await all(`/repos/acme/infra/pulls/${number}/files`);
    expect(files.map(({ filename, status }) => [filename, status])).toEqual([
      ['net/main.tf', 'modified'],
      ['new.tf', 'added'],
    ]);
    const second = await github.push('acme/infra', { branch: 'feature', files: { 'moved.tf': 'x', 'new.tf': null } });
    expect(received.at(-1)).toMatchObject({
      payload: { action: 'synchronize', pull_request: { head: { sha: second } } },
    });
    const compared = await ask('GET', `/repos/acme/infra/compare/${first}...${second}`);
    expect(compared.body.files).toMatchObject([
      { filename: 'moved.tf', previous_filename: 'new.tf', status: 'renamed' },
    ]);
  });

  test('accepts writes of the App to its own objects, within permissions and lengths', async () => {
    const sha = await github.head('acme/infra');
    const check = {
      name: 'Plumbline',
      head_sha: sha,
      status: 'in_progress',
      external_id: 'an_1',
      output: { title: 't', summary: 's' },
    };
    const made = await ask('POST', '/repos/acme/infra/check-runs', { body: check });
    expect(made).toMatchObject({ status: 201, body: { app: { slug: 'plumbline' }, external_id: 'an_1' } });
    const done = { status: 'completed', conclusion: 'neutral' };
    expect((await ask('PATCH', `/repos/acme/infra/check-runs/${String(made.body.id)}`, { body: done })).status).toBe(
      200,
    );
    expect(await github.checks('acme/infra', sha)).toMatchObject([
      { status: 'completed', conclusion: 'neutral', output: { title: 't' } },
    ]);
    const long = { ...check, output: { title: 't', summary: 'x'.repeat(65_536) } };
    expect((await ask('POST', '/repos/acme/infra/check-runs', { body: long })).status).toBe(422);
    const comment = await ask('POST', '/repos/acme/infra/issues/1/comments', { body: { body: 'hello' } });
    expect(comment.body).toMatchObject({
      user: { login: 'plumbline[bot]' },
      performed_via_github_app: { slug: 'plumbline' },
    });
    await github.comment('acme/infra', 1, 'plumbline scan', { by: 'mallory', association: 'NONE' });
    expect(
      (await all('/repos/acme/infra/issues/1/comments')).map(({ performed_via_github_app: app }) => app !== null),
    ).toEqual([true, false]);
    await github.settled();
    await github.permit('acme', { checks: null });
    const id = github.world.installations[0]!.id;
    const less = await ask('POST', `/app/installations/${id}/access_tokens`, { as: jwt() });
    const refused = await ask('POST', '/repos/acme/infra/check-runs', { body: check, as: String(less.body.token) });
    expect([refused.status, refused.headers.get('x-accepted-github-permissions')]).toEqual([403, 'checks=write']);
  });

  test('redirects changed names, whoever changed them', async () => {
    await github.renameRepository('acme/infra', 'platform');
    await github.renameAccount('acme', 'acme-inc');
    const found = await ask('GET', '/repos/acme/infra/git/trees/main');
    expect(found.status).toBe(200);
    expect(JSON.stringify((await ask('GET', '/repos/acme-inc/platform/pulls/1')).body)).not.toContain('emulated');
    expect(received.slice(-2).map(({ event }) => event)).toEqual(['organization', 'installation_target']);
  });

  test('lists lost deliveries, and redelivers them with the same id', async () => {
    github.webhooks.mode('drop');
    await github.archive('acme-inc/platform');
    github.webhooks.mode('send');
    const before = received.length;
    const listed = await ask('GET', '/app/hook/deliveries?per_page=2', { as: jwt() });
    const [lost] = listed.body as unknown as Json[];
    expect(lost).toMatchObject({ event: 'repository', action: 'archived', status_code: 0, redelivery: false });
    expect(listed.headers.get('link')).toContain('cursor=');
    // The id is too large for a double.
    const [, id] = /"id":(\d+)/.exec(listed.text) ?? [];
    expect((await ask('POST', `/app/hook/deliveries/${id}/attempts`, { as: jwt() })).status).toBe(202);
    expect(received).toHaveLength(before + 1);
    const [again] = (await ask('GET', '/app/hook/deliveries?per_page=1', { as: jwt() })).body as unknown as Json[];
    expect(again).toMatchObject({ guid: lost?.guid, redelivery: true, status_code: 202 });
  });

  test('injects faults, and rejects suspended and uninstalled Apps', async () => {
    github.fail({ request: 'GET /installation', how: secondaryLimit(7), times: 1 });
    const refused = await ask('GET', '/installation/repositories');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([403, '7']);
    expect((await ask('GET', '/installation/repositories')).status).toBe(200);
    await github.suspend('acme-inc');
    expect((await ask('GET', '/installation/repositories')).status).toBe(403);
    await github.suspend('acme-inc', false);
    await github.uninstall('acme-inc');
    expect((await ask('GET', '/installation/repositories')).status).toBe(401);
    expect(await ask('GET', '/app/installations', { as: jwt() })).toMatchObject({ status: 200, body: [] });
  });

  test('creates an App from a manifest, once', async () => {
    const manifest = JSON.stringify({
      name: 'Plumb Bob',
      default_permissions: { contents: 'read' },
      default_events: ['push'],
      redirect_url: 'http://127.0.0.1:9/back',
    });
    const sent = await fetch(`${github.url}/settings/apps/new?state=s1`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ manifest }),
    });
    const back = new URL(sent.headers.get('location')!);
    expect(back.searchParams.get('state')).toBe('s1');
    const code = back.searchParams.get('code')!;
    const made = await ask('POST', `/app-manifests/${code}/conversions`);
    expect(made).toMatchObject({
      status: 201,
      body: { slug: 'plumb-bob', permissions: { contents: 'read' }, pem: expect.stringContaining('PRIVATE KEY') },
    });
    expect((await ask('POST', `/app-manifests/${code}/conversions`)).status).toBe(404);
    expect((await ask('GET', '/app', { as: jwt() })).body).toMatchObject({ id: made.body.id });
  });
});
