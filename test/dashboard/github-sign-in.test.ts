import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareWeb } from '../../scripts/build-web.ts';
import { startAppServer } from '../../testkit/app-world.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, openBrowser, visit } from '../../testkit/dashboard/browser.ts';
import { startGitHub, type GitHub } from '../../testkit/github/start.ts';
import { missing } from '../../testkit/needs.ts';

describe.skipIf(await missing('chromium'))('signing in to the dashboard with GitHub', () => {
  const stack = new AsyncDisposableStack();
  let github: GitHub;
  let url: string;
  let browser: Browser;

  beforeAll(async () => {
    if (!prepareWeb()) throw new Error('the dashboard could not be built');
    github = stack.use(
      await startGitHub({
        accounts: ['acme', 'beta'],
        repositories: { 'acme/infra': {}, 'acme/shop': {}, 'beta/web': {} },
      }),
    );
    const server = await startAppServer(stack, { github, aws: { env: {} } });
    url = server.url;
    github.app.callbackUrls.push(`${url}/api/v1/session/github/callback`);
    github.signIn.letRead('grace', ['acme/infra', 'beta/web']);
    github.signIn.deny('mallory');
    await github.install('acme');
    await github.install('beta');
    await server.quiet();
    browser = await openBrowser();
    stack.defer(() => browser.close());
  });
  afterAll(() => stack.disposeAsync());

  /** Opens the page as a person who is signed in to GitHub. */
  async function openFor(login: string) {
    const visitor = await visit(browser, url);
    await visitor.context.addCookies([{ name: 'user_session', value: login, domain: '127.0.0.1', path: '/' }]);
    return visitor;
  }
  const onlyGitHub = (problems: readonly string[]) =>
    expect(problems.filter((one) => !one.startsWith(`asked elsewhere: ${github.url}/login/oauth/authorize?`))).toEqual(
      [],
    );

  test('returns from GitHub to the requested page, with all organizations to switch between', async () => {
    await using visitor = await openFor('grace');
    const { page } = visitor;
    await page.goto('/?from=mail');
    const way = page.getByRole('link', { name: 'Sign in with GitHub' });
    await way.waitFor();
    await keepScreenshot(page, 'sign-in-github');
    await way.click();
    await page.waitForURL(/\/o\/org_\w+$/);
    // She may see one of two repositories. Pages about all repositories are refused, with a hint what to do.
    const acme = page.url();
    await page.goto(`${acme}/repositories?view=repositories`);
    await page.getByText('acme/infra').first().waitFor();
    expect(await page.getByText('acme/shop').count()).toBe(0);
    await page.goto(`${acme}/settings/ignore-rules`);
    await page
      .getByText(/an owner of the organization may do it/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Organization: acme' }).click();
    await page.getByRole('menuitemradio', { name: 'beta' }).click();
    await page.getByRole('button', { name: 'Organization: beta' }).waitFor();
    await page.getByRole('button', { name: 'Signed in as grace' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in/);
    onlyGitHub(visitor.problems);
  });

  test('explains a denied sign-in, and lets it begin again', async () => {
    await using visitor = await openFor('mallory');
    const { page } = visitor;
    await page.goto('/o/org_1/incidents');
    await page.getByRole('link', { name: 'Sign in with GitHub' }).click();
    await page
      .getByRole('alert')
      .getByText(/Sign in again and allow it/)
      .waitFor();
    const again = await page.getByRole('link', { name: 'Sign in with GitHub' }).getAttribute('href');
    expect(again).toBe('/api/v1/session/github?return_to=%2Fo%2Forg_1%2Fincidents');
    await expectAccessible(page, 'signing in, refused by GitHub');
    await keepScreenshot(page, 'sign-in-github-refused');
    onlyGitHub(visitor.problems);
  });
});
