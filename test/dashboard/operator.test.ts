import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { githubAccount } from '../../testkit/github-account.ts';
import { deliveryHeaders } from '../../testkit/github-deliveries.ts';
import { OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';

const SECRET = 'what-deliveries-are-signed-with';

describe.skipIf(await missing('chromium'))('the operator’s page', () => {
  let dashboard: Dashboard;
  let acme: Awaited<ReturnType<Dashboard['organization']>>;

  beforeAll(async () => {
    dashboard = await openDashboard({ env: { GITHUB_WEBHOOK_SECRET: SECRET } });
    acme = await dashboard.organization('acme');
    await dashboard.analyse(acme.id);
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  async function operator(): Promise<Visit> {
    const visitor = await dashboard.visit();
    await visitor.signIn({ key: OPERATOR_KEY });
    await visitor.page.goto('/operator');
    return visitor;
  }

  test('shows the status, and creates an organization, to be connected next', async () => {
    await using visitor = await operator();
    const { page } = visitor;
    await page.getByRole('row', { name: /^notify/ }).waitFor();
    await page.getByRole('table', { name: 'Providers' }).getByRole('row').nth(1).waitFor();
    await page.getByText('Settings of this process').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByLabel('Name').fill('acme');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByLabel('Name').fill('another');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/o\/org_\w+\/settings\/connections$/);
    await page.getByRole('link', { name: 'Organization' }).click();
    const naming = page.getByRole('region', { name: 'Name and installation' });
    await page.getByRole('textbox', { name: 'Name' }).fill('acme');
    await page.getByRole('spinbutton', { name: 'Installation' }).fill('71');
    await naming.getByRole('button', { name: 'Save' }).click();
    await naming.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('renamed');
    await naming.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Organization: renamed' }).waitFor();
    await page.goto('/o/org_0000000000000000000000');
    await keepScreenshot(page, 'no-such-organization');
    await page.getByRole('main').getByRole('link', { name: 'renamed' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('signs out sessions of the operator, at last the one of this browser', async () => {
    await using elsewhere = await operator();
    await elsewhere.page.getByRole('heading', { name: 'This instance' }).waitFor();
    await using visitor = await operator();
    const { page } = visitor;
    const sessions = page.getByRole('table', { name: 'Sessions' });
    // Newest first: this browser's session, then the earlier one.
    await sessions.getByRole('row').nth(1).getByText('this one').waitFor();
    const id = (await sessions.getByRole('row').nth(2).locator('code').textContent()) ?? '';
    const other = sessions.getByRole('row', { name: id });
    await other.getByRole('button', { name: /^Sign out: session ses_/ }).click();
    await page.getByRole('dialog').getByText('opened by links from it').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'operator-end-session');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'This instance' }).waitFor();
    await other.getByRole('button', { name: /^Sign out/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await other.waitFor({ state: 'detached' });
    await elsewhere.page.reload();
    await elsewhere.page.waitForURL(/\/sign-in/);
    await sessions
      .getByRole('row', { name: 'this one' })
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await page.getByRole('dialog').getByText('This browser is signed out at once').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in/);
    expect(visitor.problems).toEqual([]);
  });

  test('says what to do where sessions cannot be read or signed out', async () => {
    await using elsewhere = await operator();
    await using visitor = await operator();
    const { page } = visitor;
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await page.route('**/operator/sessions?*', (route) => route.abort('connectionrefused'));
    await page.reload();
    await sessions.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.unroute('**/operator/sessions?*');
    await sessions.getByText('this one').waitFor();
    // The session is ended by somebody else first.
    const known = async () => {
      const { body } = await dashboard.ask('GET', '/operator/sessions');
      return (body as unknown as { id: string }[]).map((one) => one.id);
    };
    const id = (await known())[1]!;
    await sessions.getByRole('button', { name: `Sign out: session ${id}` }).click();
    await elsewhere.context.request.delete(`/api/v1/operator/sessions/${id}`, { headers: { origin: dashboard.url } });
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('No such session').waitFor();
    expect(await known()).not.toContain(id);
  });

  test('retries a dead delivery once its cause is fixed', async () => {
    const host = githubAccount({ id: 7, login: 'acme' });
    host.install();
    const [{ event, payload }] = host.made as [(typeof host.made)[0]];
    const body = JSON.stringify(payload);
    const sent = await fetch(`${dashboard.url}/api/v1/webhooks/github`, {
      method: 'POST',
      body,
      headers: deliveryHeaders(SECRET, event, body),
    });
    expect(sent.status).toBe(202);
    const deliveries = async () =>
      (await dashboard.ask('GET', '/webhooks/deliveries')).body as unknown as { status: string; replays: number }[];
    const became = async () => (await deliveries()).map(({ status, replays }) => ({ status, replays }));
    await expect.poll(became).toEqual([{ status: 'dead', replays: 0 }]);
    await using visitor = await operator();
    const { page } = visitor;
    const section = page.getByRole('region', { name: /^Dead deliveries/ });
    const row = section.getByRole('row', { name: 'github: installation created' });
    await row.getByText('The operator made an organization with this login').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'operator-dead-delivery');
    // The retry fails: the delivery is dead again, and stays in the list.
    await row.getByRole('button', { name: 'Retry: installation' }).click();
    await expect.poll(became).toEqual([{ status: 'dead', replays: 1 }]);
    await row.waitFor();
    await dashboard.ask('PATCH', `/orgs/${acme.id}`, { installation_id: host.installation.id });
    await row.getByRole('button', { name: 'Retry: installation' }).click();
    await row.waitFor({ state: 'detached' });
    await section.getByText('None.').waitFor();
    await expect.poll(became).toEqual([{ status: 'processed', replays: 2 }]);
    expect(visitor.problems).toEqual([]);
  });
});
