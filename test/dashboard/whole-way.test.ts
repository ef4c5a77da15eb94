import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { missing } from '../../testkit/needs.ts';

const FOUND = 'aws_s3_bucket_public_access_block.invoices';
const REASON = 'The invoices are public on purpose until the auditors are gone.';

describe.skipIf(await missing('chromium', 'moto', 'aws-provider'))('onboarding with AWS', () => {
  let dashboard: Dashboard;
  let visitor: Visit;
  let page: Page;
  let key: string;

  beforeAll(async () => {
    dashboard = await openDashboard({ cloud: 'aws' });
    key = (await dashboard.organization('acme')).keys.admin.key;
    visitor = await dashboard.visit();
    ({ page } = visitor);
  });
  afterEach(({ task }) => (task.result?.state === 'fail' ? keepScreenshot(page, 'way-failed') : undefined));
  afterAll(() => dashboard[Symbol.asyncDispose]());

  const go = (title: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();

  async function look(name: string): Promise<void> {
    await expectAccessible(page, name);
    await keepScreenshot(page, `way-${name}`);
  }

  test('leads to the first step after signing in', async () => {
    await page.goto('/');
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Setup' }).waitFor();
    await look('1-nothing-yet');
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('link', { name: 'AWS S3' }).click();
    await page.getByRole('heading', { name: 'AWS', exact: true }).waitFor();
    expect(page.url()).toContain('/settings/cloud');
  });

  test('connects AWS step by step, and verifies the connection', async () => {
    const world = dashboard.world!;
    const { settings } = world;
    await page.getByLabel('Bucket').fill(settings.state_bucket);
    await page.getByLabel('Prefix').fill(settings.state_prefix);
    await page.getByLabel('Region').fill(settings.region);
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('tab', { name: 'Policies' }).click();
    const trust = (await page.getByRole('region', { name: 'The role: trust policy' }).textContent()) ?? '';
    const policy = JSON.parse(trust) as { Statement: { Condition: { StringEquals: Record<string, string> } }[] };
    const externalId = policy.Statement[0]?.Condition.StringEquals['sts:ExternalId'] ?? '';
    expect(externalId).not.toBe('');
    await world.createRole(externalId, policy);
    await page.getByRole('textbox', { name: 'Role ARN' }).fill(settings.role_arn);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Verify connection' }).click();
    await page.getByText('Ready: everything that an analysis needs works.').waitFor();
    await look('2-connected');
  });

  test('starts an analysis, follows it, and reads its findings', async () => {
    await go('Analyses');
    await page.getByRole('button', { name: 'Start analysis' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/analyses\/an_/);
    await page.getByText('completed in part').first().waitFor();
    const finding = page.getByRole('button', { name: new RegExp(FOUND.replace('.', '\\.')) });
    // New findings appear only on request.
    const more = page.getByRole('button', { name: /^Show .* new finding|New results/ });
    await finding.or(more).first().waitFor();
    if (await more.isVisible()) await more.click();
    await finding.click();
    const differs = await page.getByRole('article').filter({ hasText: FOUND }).textContent();
    for (const said of ['Critical', 'block_public_acls', 'true', 'false']) expect(differs).toContain(said);
    await look('3-a-finding');
  });

  test('ignores a finding with a reason, after a preview', async () => {
    await page.getByRole('article').getByRole('button', { name: 'Ignore…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill(REASON);
    await look('4-a-rule');
    await dialog.getByRole('button', { name: 'Ignore', exact: true }).click();
    await dialog.getByText('1 critical finding will not be reported.').waitFor();
    await dialog.getByText('1 finding would be hidden.').waitFor();
    await look('5-what-it-hides');
    await dialog.getByRole('button', { name: 'Ignore it' }).click();
    await dialog.getByRole('link', { name: 'Ignore rules' }).click();
    await page.waitForURL(/settings\/ignore-rules/);
    await page.getByText(REASON).first().waitFor();
    expect(await page.getByRole('button', { name: 'Save rules' }).count()).toBe(0);
  });

  test('recalls incidents that resemble a planned change', async () => {
    await go('Incidents');
    await page.getByRole('tab', { name: 'Recall' }).click();
    await page.getByLabel('Your change').fill('open ssh to the world');
    await page.getByRole('button', { name: 'Recall' }).click();
    const match = page.getByRole('listitem').filter({ hasText: 'aws_security_group.web' });
    await match.first().waitFor();
    expect(await match.first().textContent()).toMatch(/^(Strong|Possible)/);
    await look('6-recalled');
    await match.first().getByRole('link').click();
    await page.waitForURL(/\/incidents\/inc_/);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'aws_security_group.web' }).waitFor();
    await page.getByText(/22/).first().waitFor();
    await look('7-its-history');
  });

  test('loads nothing from elsewhere, and ends with signing out', async () => {
    await go('Overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await look('8-overview');
    await page.getByRole('button', { name: /a key to admin/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(visitor.problems).toEqual([]);
  });
});
