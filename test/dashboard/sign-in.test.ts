import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepScreenshot } from '../../testkit/dashboard/browser.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { missing } from '../../testkit/needs.ts';

describe.skipIf(await missing('chromium'))('signing in to the dashboard', () => {
  let dashboard: Dashboard;
  let acme: Awaited<ReturnType<Dashboard['organization']>>;

  beforeAll(async () => {
    dashboard = await openDashboard();
    acme = await dashboard.organization('acme');
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  const linkOf = async (key: string) => {
    const made = await dashboard.ask('POST', '/session/links', {}, { authorization: `Bearer ${key}` });
    return String(made.body.url);
  };
  const sessionsOf = async (key: string) => {
    const asked = await dashboard.ask('GET', `/orgs/${acme.id}/sessions`, undefined, {
      authorization: `Bearer ${key}`,
    });
    return asked.body as unknown as { id: string }[];
  };

  test('signs in with a key, opens the requested page, and stores the key nowhere', async () => {
    await using visitor = await dashboard.visit();
    const { page } = visitor;
    await page.goto(`/o/${acme.id}?by=region`);
    await page.waitForURL(/\/sign-in\?to=/);
    await keepScreenshot(page, 'sign-in');
    await page.getByLabel('API key').fill('plk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/No such key/).waitFor();
    await page.getByLabel('API key').fill(acme.keys.admin.key);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/o/${acme.id}?by=region`);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const kept = await page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, location.href])',
    );
    expect(kept).not.toContain('plk_');
    expect(await page.evaluate('document.cookie')).toBe('');
    const [cookie] = await visitor.context.cookies();
    expect(cookie).toMatchObject({ name: 'plumbline_session', httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(visitor.problems).toEqual([]);
  });

  test('signs in with a link once, and removes its token from the address', async () => {
    const link = await linkOf(acme.keys.read.key);
    await using first = await dashboard.visit();
    await first.page.goto(link);
    await first.page.waitForURL(`**/o/${acme.id}`);
    await first.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(await first.page.evaluate('history.length')).toBeLessThan(5);
    await first.page.goBack().catch(() => undefined);
    expect(first.page.url()).not.toContain('link=');
    expect(first.problems).toEqual([]);

    // On an open page only the fragment of the URL changes.
    await using waiting = await dashboard.visit();
    await waiting.page.goto('/sign-in');
    await waiting.page.getByLabel('API key').waitFor();
    await waiting.page.goto(link);
    await waiting.page.getByText(/used already/).waitFor();
    expect(waiting.page.url()).not.toContain('link=');
    await waiting.page.goto(await linkOf(acme.keys.read.key));
    await waiting.page.waitForURL(`**/o/${acme.id}`);

    // Somebody else's link does not replace a session without a confirmation.
    await first.page.goto(await linkOf(acme.keys.admin.key));
    await first.page.getByText(/You are signed in as/).waitFor();
    const [kept] = await first.context.cookies();
    await first.page.getByRole('button', { name: 'Sign in by the link' }).click();
    await first.page.waitForURL(`**/o/${acme.id}`);
    expect((await first.context.cookies())[0]?.value).not.toBe(kept?.value);

    await using second = await dashboard.visit();
    await second.page.goto(link);
    await second.page.getByText(/used already/).waitFor();
    expect(second.page.url()).not.toContain('link=');
    expect(await second.context.cookies()).toEqual([]);
  });

  test('redirects to no other site after signing in', async () => {
    await using visitor = await dashboard.visit();
    await visitor.page.goto('/sign-in?to=https://127.0.0.1:9/lure');
    await visitor.page.getByLabel('API key').fill(acme.keys.read.key);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.waitForURL(`**/o/${acme.id}`);
    await visitor.page.goto(`/o/${acme.id}/settings/audit?action={}`);
    await visitor.page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('says when a session ends, and returns to the page after signing in', async () => {
    await using visitor = await dashboard.visit();
    await visitor.signIn({ key: acme.keys.admin.key });
    const { page } = visitor;
    await page.goto(`/o/${acme.id}/settings/keys`);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    await visitor.context.clearCookies();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText(/Your session has ended/).waitFor();
    await page.getByLabel('API key').fill(acme.keys.admin.key);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/o/${acme.id}/settings/audit`);
    await page.getByText('key.create').first().waitFor();
    expect(await page.title()).toMatch('Audit log');
  });

  test('says when the server is away, also on a page not yet loaded, and recovers by itself', async () => {
    await using visitor = await dashboard.visit();
    await visitor.signIn({ key: acme.keys.read.key });
    const { page } = visitor;
    await page.goto(`/o/${acme.id}/settings/keys`);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('status').filter({ hasText: 'does not answer' }).waitFor();
    await page.getByRole('link', { name: 'Incidents' }).click();
    await page.unroute('**/*');
    await page.getByRole('heading', { name: 'Incidents' }).waitFor();
    await expect.poll(() => page.getByText('does not answer').count()).toBe(0);
  });

  test('leaves the page and invalidates the cookie on sign-out', async () => {
    await using visitor = await dashboard.visit();
    await visitor.signIn({ key: acme.keys.write.key });
    const before = await visitor.context.cookies();
    const { page } = visitor;
    await page.goto(`/o/${acme.id}`);
    await page.getByRole('button', { name: /a key to write/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await visitor.context.cookies()).toEqual([]);
    await visitor.context.addCookies(before);
    await page.goto(`/o/${acme.id}`);
    await page.waitForURL(/\/sign-in\?to=/);
    expect(visitor.problems).toEqual([]);
  });

  test('leads to signing in after somebody ended the session', async () => {
    await using visitor = await dashboard.visit();
    await visitor.signIn({ key: acme.keys.read.key });
    await visitor.page.goto(`/o/${acme.id}`);
    await visitor.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const admin = { authorization: `Bearer ${acme.keys.admin.key}` };
    for (const { id } of await sessionsOf(acme.keys.admin.key)) {
      const ended = await fetch(`${dashboard.url}/api/v1/orgs/${acme.id}/sessions/${id}`, {
        method: 'DELETE',
        headers: admin,
      });
      expect(ended.status).toBe(204);
    }
    await visitor.page.reload();
    await visitor.page.waitForURL(/\/sign-in\?to=/);
    expect(visitor.problems).toEqual([]);
  });

  test('rejects changes by a page of another origin on the same machine', async () => {
    await using visitor = await dashboard.visit();
    await visitor.signIn({ key: acme.keys.admin.key });
    const lure = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>A lure</h1>'));
    await new Promise<void>((done) => lure.listen(0, '127.0.0.1', done));
    try {
      const { page } = visitor;
      await page.goto(`http://127.0.0.1:${(lure.address() as AddressInfo).port}/`);
      const answered = page.waitForResponse((one) => one.url().endsWith('/api/v1/session/links'));
      const post = { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' };
      await page.evaluate(`fetch('${dashboard.url}/api/v1/session/links', ${JSON.stringify(post)}).catch(() => 0)`);
      // 403, not 401: the browser sends the cookie, since ports belong to the same site. The server refuses the origin.
      expect((await answered).status()).toBe(403);
      const read = await page.evaluate(
        `fetch('${dashboard.url}/api/v1/session', { credentials: 'include' }).then(() => 'read', () => 'kept from it')`,
      );
      expect(read).toBe('kept from it');
    } finally {
      lure.close();
      lure.closeAllConnections();
    }
  });

  test('runs no inline scripts and none from elsewhere', async () => {
    await using visitor = await dashboard.visit();
    const { page } = visitor;
    const answer = await page.goto('/sign-in');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    await page.getByLabel('API key').waitFor();
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\"><style>body { color: red }</style>')",
    );
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))",
    );
    await expect.poll(() => visitor.problems.filter((one) => one.includes('Content Security Policy')).length).toBe(3);
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });
});
