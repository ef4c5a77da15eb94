import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import type { Visit } from '../../testkit/dashboard/browser.ts';
import { keepLooks } from '../../testkit/dashboard/looks.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';

const PASSWORD = 'correct-horse-battery-staple-9';
const STATE = JSON.stringify({ version: 4, terraform_version: '1.9.0', serial: 1, lineage: 'a', resources: [] });

/** Starts a backend that requires a user and a password. */
async function startBackend() {
  const wanted = `Basic ${Buffer.from(`plumbline:${PASSWORD}`).toString('base64')}`;
  const server = createServer(({ headers }, response) => {
    if (headers.authorization === wanted) response.end(STATE);
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/state`, close: () => server.close() };
}

describe.skipIf(await missing('chromium'))('connections', () => {
  let dashboard: Dashboard;
  let acme: Awaited<ReturnType<Dashboard['organization']>>;
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let visitor: Visit;
  let page: Page;
  /** All responses of the server, none of which may contain a secret. */
  const answers: Promise<string>[] = [];

  beforeAll(async () => {
    backend = await startBackend();
    const env = {
      PLUMBLINE_WEBHOOK_NETWORKS: 'loopback',
      PLUMBLINE_WEBHOOK_HTTP: '1',
      PLUMBLINE_PROVIDERS: 'hashicorp/google,hashicorp/random',
    };
    dashboard = await openDashboard({ cloud: false, env });
    acme = await dashboard.organization('acme');
    visitor = await dashboard.visit();
    await visitor.signIn({ key: acme.keys.admin.key });
    ({ page } = visitor);
    page.setDefaultTimeout(20_000);
    page.on('response', (response) => answers.push(response.text().catch(() => '')));
  });
  afterAll(async () => {
    await visitor?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
    backend?.close();
  });

  const region = (name: string) => page.getByRole('region', { name });
  const card = (name: string) => page.getByRole('listitem', { name });
  const submit = () => page.getByRole('button', { name: 'Save and verify' }).click();

  test('begins with the choice of a source, and names no cloud that nobody chose', async () => {
    await page.goto(`/o/${acme.id}`);
    await page.getByRole('heading', { name: 'Connect your states' }).waitFor();
    for (const path of ['', '/analyses', '/repositories', '/settings/schedule']) {
      await page.goto(`/o/${acme.id}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText('Loading').count()).toBe(0);
      expect([path, (await page.locator('body').innerText()).match(/AWS|bucket/)]).toEqual([path, null]);
    }
    await page.goto(`/o/${acme.id}/settings`);
    await page.waitForURL(/settings\/connections$/);
    const choices = region('Connect your states');
    await choices.getByRole('heading', { name: 'Where are your states?' }).waitFor();
    for (const title of ['S3-compatible store', 'Google Cloud Storage', 'Azure Blob Storage', 'GitLab', 'PostgreSQL'])
      await choices.getByRole('button', { name: title }).waitFor();
    expect(await choices.getByRole('button', { name: 'Directory on the server' }).count()).toBe(0);
    await expectAccessible(page, 'the choice');
    await keepLooks(page, 'connections-choice');
    await choices.getByRole('link', { name: 'AWS S3' }).click();
    await page.getByRole('heading', { level: 1, name: 'AWS' }).waitFor();
  });

  test('draws the form of a kind, with the text for its owner and what is wrong at each field', async () => {
    await page.goto(`/o/${acme.id}/settings/connections`);
    await page.getByRole('button', { name: 'PostgreSQL' }).click();
    await page.getByText('grant select on terraform_remote_state.states to plumbline;').waitFor();
    await page.getByLabel('Host').fill('db example');
    await page.getByLabel('Password').fill(PASSWORD);
    await submit();
    const invalid = page.locator('[aria-invalid]');
    await expect
      .poll(() => invalid.evaluateAll((all) => all.map((one) => (one as unknown as { name: string }).name)))
      .toEqual(['settings.host', 'settings.database']);
    await page.getByText('is required').waitFor();
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    // axe would report fields that are scrolled under the bar, as too small targets.
    await page.evaluate('scrollTo(0, 0)');
    await expectAccessible(page, 'a form');
    await keepLooks(page, 'connections-form');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Where are your states?' }).waitFor();
  });

  test('shows the fields that are the operator’s to the operator only', async () => {
    const fieldsIn = async (visited: Page) => {
      await visited.goto(`/o/${acme.id}/settings/connections`);
      await visited.getByRole('button', { name: 'Kubernetes' }).click();
      await visited.getByLabel('Namespace').waitFor();
      const count = await visited.getByLabel('Service account').count();
      await visited.getByRole('button', { name: 'Cancel' }).click();
      return count;
    };
    expect(await fieldsIn(page)).toBe(0);
    await using operator = await dashboard.visit();
    await operator.signIn({ key: OPERATOR_KEY });
    expect(await fieldsIn(operator.page)).toBe(1);
    expect(operator.problems).toEqual([]);
  });

  test('adds a source, says which check failed, and verifies it with other credentials', async () => {
    await page.getByRole('button', { name: 'HTTP', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('no name');
    await page.getByLabel('Address').fill(backend.address);
    await page.getByLabel('Username').fill('plumbline');
    await page.getByLabel('Password').fill('not-the-right-one');
    await page.getByText('Use lowercase letters, digits and hyphens').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('web');
    await submit();
    await card('web').getByText('This source does not work yet').waitFor();
    await card('web').getByText('Failed', { exact: true }).waitFor();
    await card('web').getByText('the credentials, which are wrong or have expired').waitFor();
    await card('web').getByText('Not verified').waitFor();
    await expectAccessible(page, 'a failed check');
    await keepLooks(page, 'connections-failed');

    await card('web').getByRole('button', { name: 'Replace' }).click();
    await page.getByLabel('Address').fill(`${backend.address}-elsewhere`);
    await submit();
    await page.getByText('is required where settings other than the prefix change').waitFor();
    await page.getByLabel('Address').fill(backend.address);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await page.getByLabel('Username').fill('plumbline');
    await page.getByLabel('Password').fill(PASSWORD);
    await submit();
    await card('web').getByText('This source works.').waitFor();
    await card('web').getByText('Verified', { exact: true }).first().waitFor();
    expect(await card('web').getByText('Works', { exact: true }).count()).toBe(3);
    await expectAccessible(page, 'a source');
    await keepLooks(page, 'connections-source');
  });

  test('shows a source in the first steps, with its verification', async () => {
    await page.goto(`/o/${acme.id}`);
    const steps = region('Setup').getByRole('heading', { level: 3 });
    await steps.first().waitFor();
    expect(await steps.allTextContents()).toEqual([
      'Connect your states, done',
      'Verify the connection, done',
      'Run an analysis, to do',
    ]);
    await page.getByRole('button', { name: 'Start analysis' }).first().waitFor();
    expect(await page.locator('body').innerText()).not.toContain('AWS');
  });

  test('saves what a provider needs, and shows the names of it', async () => {
    await page.goto(`/o/${acme.id}/settings/connections`);
    await page.getByRole('button', { name: 'Add provider settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('google');
    await dialog.getByLabel('Provider', { exact: true }).fill('acme/else');
    await dialog.getByLabel('Configuration').fill('{"project": "acme-prod"');
    await dialog.getByText('This is no JSON object').waitFor();
    await dialog.getByLabel('Configuration').fill('{"project": "acme-prod"}');
    await dialog.getByRole('button', { name: 'Add variable' }).click();
    await dialog.getByLabel('Variable', { exact: true }).fill('LD_PRELOAD');
    await dialog.getByLabel('Value').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('is not among the providers').waitFor();
    await dialog.getByText('is no variable of a provider').waitFor();
    await expectAccessible(page, 'provider settings');
    await keepLooks(page, 'connections-provider');
    await dialog.getByLabel('Provider', { exact: true }).fill('hashicorp/google');
    await dialog.getByLabel('Variable', { exact: true }).fill('GOOGLE_CREDENTIALS');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card('google').getByText('GOOGLE_CREDENTIALS').waitFor();
    await card('google').getByText('project').waitFor();
    await card('google').getByRole('button', { name: 'Replace' }).click();
    await dialog.getByText('give all of them again').waitFor();
    expect(await dialog.getByLabel('Value').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page, 'connections');
    await keepLooks(page, 'connections');
    await card('google').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete settings' }).click();
    await card('google').waitFor({ state: 'detached' });
  });

  test('deletes a source after a confirmation, and has shown its credentials nowhere', async () => {
    await card('web').getByRole('button', { name: 'Delete' }).click();
    await page.keyboard.press('Escape');
    await card('web').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete source' }).click();
    await page.getByRole('heading', { name: 'Where are your states?' }).waitFor();
    const said = [await page.content(), ...(await Promise.all(answers))];
    expect(answers.length).toBeGreaterThan(20);
    expect(said.filter((text) => text.includes(PASSWORD) || text.includes('not-the-right-one'))).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  test('lets those without the scope admin verify, and change nothing', async () => {
    const source = { kind: 'http', settings: { address: backend.address } };
    expect((await dashboard.ask('PUT', `/orgs/${acme.id}/state-sources/mine`, source)).status).toBe(200);
    await using reader = await dashboard.visit();
    await reader.signIn({ key: acme.keys.read.key });
    await reader.page.goto(`/o/${acme.id}/settings/connections`);
    await reader.page.getByRole('listitem', { name: 'mine' }).getByRole('button', { name: 'Verify' }).click();
    await reader.page.getByText('This source does not work yet').waitFor();
    expect(await reader.page.getByRole('button', { name: /^(?:Replace|Delete|PostgreSQL)$/ }).count()).toBe(0);
    expect(reader.problems).toEqual([]);
  });
});
