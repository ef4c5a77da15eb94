import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { finished, OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';

const HOSTILE = ['<img src=x onerror="window.struck=1">', 'a\u202e\u2066right to left', 'javascript:window.struck=2'];

describe.skipIf(await missing('chromium'))('settings', () => {
  let dashboard: Dashboard;
  let acme: Awaited<ReturnType<Dashboard['organization']>>;

  beforeAll(async () => {
    dashboard = await openDashboard();
    acme = await dashboard.organization('acme');
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  async function settings(by: string, path: string): Promise<Visit> {
    const visitor = await dashboard.visit();
    await visitor.signIn({ key: by });
    await visitor.page.goto(`/o/${acme.id}/settings/${path}`);
    return visitor;
  }
  const step = (page: Page, title: string) => page.getByRole('region', { name: title });
  const save = (page: Page, title: string) => step(page, title).getByRole('button', { name: 'Save' }).click();

  test('connects AWS step by step, and keeps refused input with the reason at its field', async () => {
    await using visitor = await settings(acme.keys.admin.key, 'cloud');
    const { page } = visitor;
    const { role_arn: role, state_bucket: bucket, state_prefix: prefix, region } = dashboard.world!.settings;
    await page.getByText('Set the bucket and the role first.').waitFor();
    await page.getByText('Set the bucket first').waitFor();
    const making = step(page, '2. IAM role');
    await making.getByText('it still has the placeholder <bucket of your states>').waitFor();
    await page.getByLabel('Bucket').fill('No Bucket!');
    await page.route('**/aws', (route) => route.abort('connectionrefused'));
    await save(page, '1. State');
    await step(page, '1. State').getByText('do it again; what you typed is kept').waitFor();
    await page.unroute('**/aws');
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_REFUSED')]);
    await save(page, '1. State');
    await step(page, '1. State').getByText('Only the name of the bucket').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('Bucket').inputValue()).toBe('No Bucket!');
    await page.getByLabel('Bucket').fill(bucket);
    await page.getByLabel('Prefix').fill(prefix);
    await page.getByLabel('Region').fill(region);
    await save(page, '1. State');
    await step(page, '1. State').getByText('Saved.').waitFor();
    // Somebody else saves another field first.
    const aws = `/orgs/${acme.id}/aws`;
    await dashboard.ask('PATCH', aws, { region: 'eu-west-3' });
    await page.getByLabel('Prefix').fill('elsewhere/');
    await save(page, '1. State');
    await expect.poll(() => page.getByLabel('Region').inputValue()).toBe('eu-west-3');
    const kept = await dashboard.ask('GET', aws);
    expect(kept.body).toMatchObject({ state_bucket: bucket, state_prefix: 'elsewhere/', region: 'eu-west-3' });
    await dashboard.ask('PATCH', aws, { state_prefix: prefix, region });
    await making.getByText(`"arn:aws:s3:::${bucket}"`).first().waitFor();
    await making.getByRole('tab', { name: 'CloudFormation' }).click();
    await making.getByText('AWS::IAM::Role').first().waitFor();
    const { body } = await dashboard.ask('GET', `/orgs/${acme.id}/aws/setup`);
    await dashboard.world!.createRole(String(body.external_id), {});
    expect(await making.getByText('placeholder').count()).toBe(0);
    const verify = page.getByRole('button', { name: 'Verify connection' });
    await page.getByRole('textbox', { name: 'Role ARN' }).fill(`${role}-made-up`);
    await save(page, '3. Role ARN');
    await making.getByText('Done', { exact: true }).waitFor();
    await verify.click();
    await page.getByText('Not ready yet').waitFor();
    await making.getByText('To do', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Role ARN' }).fill(role);
    await save(page, '3. Role ARN');
    await step(page, '3. Role ARN').getByText('Saved.').waitFor();
    await verify.click();
    await page.getByText('Ready: everything that an analysis needs works.').waitFor();
    const checks = page.getByRole('status').getByRole('listitem').locator('strong:first-child');
    expect((await checks.allTextContents()).filter((one) => one.endsWith(':') && one !== 'What to do:')).toEqual([
      'Server credentials:',
      'Assume role:',
      'External ID enforced:',
      'State bucket:',
      'Providers:',
    ]);
    await making.getByText('Done', { exact: true }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'settings-connected');
    // The response of a server without credentials.
    const unknown = JSON.stringify(body).replaceAll(String(body.principal), '<account id of Plumbline>');
    const setup = { ...(JSON.parse(unknown) as object), principal: null, missing: ['principal'] };
    await page.route('**/aws/setup', (route) => route.fulfill({ json: setup }));
    await page.reload();
    await making.getByText('it still has the placeholder <account id of Plumbline>').waitFor();
    await making.getByText('To do', { exact: true }).waitFor();
    await step(page, '3. Role ARN').getByText('Done', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(visitor.problems).toEqual([]);
  });

  test('refuses a role without enforced external ID until there is a reason, which is shown and can be removed', async () => {
    await using visitor = await settings(OPERATOR_KEY, 'cloud');
    const { page } = visitor;
    const { role_arn: role } = dashboard.world!.settings;
    const naming = step(page, '3. Role ARN');
    await page.getByRole('textbox', { name: 'Role ARN' }).fill(`${role}-unguarded`);
    await save(page, '3. Role ARN');
    await naming.getByText('can be assumed with a wrong external id').waitFor();
    expect((await dashboard.ask('GET', `/orgs/${acme.id}/aws`)).body).toMatchObject({ role_arn: role });
    await page.getByLabel('Reason to use it anyway').fill(HOSTILE[0]!);
    await expectAccessible(page);
    await keepScreenshot(page, 'settings-role-refused');
    await save(page, '3. Role ARN');
    await naming.getByText('External ID enforced: no.').waitFor();
    await naming.getByText(HOSTILE[0]!).waitFor();
    await page.getByRole('button', { name: 'Verify connection' }).click();
    await page.getByText('The operator accepted that on').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Require the external ID' }).click();
    await naming.getByText('External ID enforced: no.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Verify connection' }).click();
    await page.getByText('Not ready yet').waitFor();
    await page.getByRole('textbox', { name: 'Role ARN' }).fill(role);
    await save(page, '3. Role ARN');
    await naming.getByText('Saved.').waitFor();
    expect(visitor.problems.filter((one) => !one.includes('409'))).toEqual([]);
    expect(await page.evaluate('window.struck')).toBeUndefined();
  });

  test('leaves settings of admins to admins, and lets a key that may write change the others', async () => {
    await using visitor = await settings(acme.keys.write.key, 'cloud');
    const { page } = visitor;
    for (const name of ['Bucket', 'Role in other accounts', 'KMS key of the states', 'Only these accounts'])
      expect(await page.getByLabel(name).getAttribute('readonly')).not.toBeNull();
    await step(page, '1. State').getByText('This needs the scope "admin"').waitFor();
    const { region } = dashboard.world!.settings;
    await page.getByLabel('Region').fill('eu-west-3');
    await save(page, '1. State');
    await step(page, '1. State').getByText('Saved.').waitFor();
    await expectAccessible(page);
    await dashboard.ask('PATCH', `/orgs/${acme.id}/aws`, { region });
    expect(visitor.problems).toEqual([]);
  });

  test('previews what a rule hides before it is saved, and hides it then', async () => {
    const analyse = async () => {
      const { body } = await dashboard.ask('POST', `/orgs/${acme.id}/analyses`, {});
      return finished(dashboard.ask, String(body.id));
    };
    const { findings } = await analyse();
    const drifted = findings.find(({ kind }) => kind === 'changed')!;
    const wanted = encodeURIComponent(JSON.stringify({ address: drifted.resource }));
    await using visitor = await settings(acme.keys.write.key, `ignore-rules?rule=${wanted}`);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('*');
    await dialog.getByLabel('Reason').fill(HOSTILE[0]!);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('would ignore everything').waitFor();
    await dialog.getByLabel('Address').fill(drifted.resource);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('1 finding would be hidden.').waitFor();
    await page.getByRole('cell', { name: drifted.resource }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'settings-rule-preview');
    expect((await dashboard.ask('GET', `/orgs/${acme.id}/ignore-rules`)).body.rules).toEqual([]);
    // The page shows the saved rules before it has fetched them again.
    const read = Promise.withResolvers<void>();
    await page.route('**/ignore-rules', async (route) => {
      if (route.request().method() === 'GET') await read.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: HOSTILE[0]! }).waitFor();
    read.resolve();
    expect((await analyse()).findings.map(({ resource }) => resource)).not.toContain(drifted.resource);
    expect(visitor.problems).toEqual([]);
    expect(await page.evaluate('window.struck')).toBeUndefined();
  });

  test('overwrites no rules that somebody else saved meanwhile', async () => {
    await using visitor = await settings(acme.keys.write.key, 'ignore-rules');
    const { page } = visitor;
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Save rules' }).waitFor();
    const theirs = [{ address: 'module.theirs', reason: 'theirs' }];
    await dashboard.ask('PUT', `/orgs/${acme.id}/ignore-rules`, { rules: theirs });
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('The rules have been changed meanwhile').waitFor();
    await page.getByRole('button', { name: 'Discard and reload' }).click();
    await page.getByRole('heading', { name: 'theirs' }).waitFor();
    expect((await dashboard.ask('GET', `/orgs/${acme.id}/ignore-rules`)).body.rules).toMatchObject(theirs);
  });

  test('shows a key once, which works until it is revoked', async () => {
    await using visitor = await settings(acme.keys.admin.key, 'keys');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill(HOSTILE[1]!);
    await page.keyboard.press('Enter');
    const shown = page.getByRole('group', { name: 'The key' }).locator('code');
    const key = (await shown.textContent()) ?? '';
    expect(key).toMatch(/^plk_/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(key);
    const works = async () => {
      const asked = await dashboard.ask('GET', `/orgs/${acme.id}`, undefined, { authorization: `Bearer ${key}` });
      return asked.status;
    };
    expect(await works()).toBe(200);
    await page.getByText('a\\u202e\\u2066right to left').waitFor();
    const revoke = page.getByRole('row', { name: 'right to left' }).getByRole('button', { name: 'Revoke' });
    await revoke.click();
    await page.keyboard.press('Escape');
    expect(await works()).toBe(200);
    await revoke.click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('row', { name: 'right to left' }).getByText('revoked').waitFor();
    expect(await works()).toBe(401);
    expect(visitor.problems).toEqual([]);
  });

  test('adds an address, shows its secret once and the delivery of a test; names are text', async () => {
    await using visitor = await settings(acme.keys.admin.key, 'notifications');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(HOSTILE[2]!);
    await page.getByLabel('Description').fill(HOSTILE[0]!);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').locator('[aria-invalid]').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/in');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('group', { name: 'Signing secret' }).getByText('whsec_').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(HOSTILE[0]!).waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('cell', { name: 'webhook.test' }).waitFor();
    await expectAccessible(page);
    await page.goto(`/o/${acme.id}/settings/audit`);
    const entry = page.getByRole('listitem').filter({ hasText: 'webhook.create' });
    await entry.getByText('a key to admin').waitFor();
    await entry.getByText('created a notification address: https://hooks.example.com').waitFor();
    await entry.locator('summary').click();
    await entry
      .getByRole('region', { name: 'What webhook.create changed' })
      .filter({ hasText: HOSTILE[0]!.slice(0, 9) })
      .waitFor();
    await entry.locator('bdi', { hasText: HOSTILE[0]! }).waitFor();
    await expectAccessible(page);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.evaluate('window.struck')).toBeUndefined();
    expect(visitor.problems).toEqual([]);
  });

  test('sets what fails a check, and the retention of incidents after a confirmation', async () => {
    const kept = async () => (await dashboard.ask('GET', `/orgs/${acme.id}`)).body;
    const old = { project: acme.id, id: 'old', summary: 'It fell over', resource: 'x', date: '2020-02-02' };
    expect((await dashboard.ask('POST', '/memory/incidents', old)).status).toBe(201);
    await using visitor = await settings(acme.keys.admin.key, 'organization');
    const { page } = visitor;
    await page.getByLabel('Check fails at').selectOption('high or worse');
    await page.getByLabel('Drift issues').check();
    await save(page, 'Drift on GitHub');
    await step(page, 'Drift on GitHub').getByText('Saved.').waitFor();
    expect(await kept()).toMatchObject({ check_fails_at: 'high', drift_issues: true, incident_retention_days: null });
    const days = page.getByLabel('Days');
    await days.fill('0');
    await save(page, 'Incident retention');
    await page.locator('[aria-invalid]').waitFor();
    await expectAccessible(page);
    expect(await days.inputValue()).toBe('0');
    await days.fill('30');
    await save(page, 'Incident retention');
    await page.getByRole('dialog').getByText('1 incident was resolved before').waitFor();
    await keepScreenshot(page, 'settings-retention');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await kept()).toMatchObject({ incident_retention_days: null });
    await save(page, 'Incident retention');
    await page.getByRole('button', { name: 'Save and delete' }).click();
    await step(page, 'Incident retention').getByText('Saved.').waitFor();
    expect(await kept()).toMatchObject({ incident_retention_days: 30 });
    await page.reload();
    expect(await days.inputValue()).toBe('30');
    expect(await page.getByLabel('Check fails at').inputValue()).toBe('high');
    await days.fill('');
    await save(page, 'Incident retention');
    await step(page, 'Incident retention').getByText('Saved.').waitFor();
    expect(await kept()).toMatchObject({ incident_retention_days: null, check_fails_at: 'high' });
    expect(visitor.problems).toEqual([]);
  });

  test('keeps settings that others changed meanwhile, and saves none for another organization', async () => {
    const other = await dashboard.organization('other');
    const patch = (id: string, body: object) => dashboard.ask('PATCH', `/orgs/${id}`, body);
    await patch(acme.id, { check_fails_at: null, drift_issues: false, incident_retention_days: null });
    await patch(other.id, { check_fails_at: 'low' });
    await using visitor = await settings(OPERATOR_KEY, 'organization');
    const { page } = visitor;
    const fails = page.getByLabel('Check fails at');
    await fails.waitFor();
    await patch(acme.id, { drift_issues: true, installation_id: 4_711 });
    await fails.selectOption('medium or worse');
    await save(page, 'Drift on GitHub');
    await step(page, 'Drift on GitHub').getByText('Saved.').waitFor();
    const kept = async (id: string) => (await dashboard.ask('GET', `/orgs/${id}`)).body;
    expect(await kept(acme.id)).toMatchObject({ check_fails_at: 'medium', drift_issues: true });
    expect(await page.getByLabel('Drift issues').isChecked()).toBe(true);
    await page.getByRole('textbox', { name: 'Name' }).fill('acme-2');
    await save(page, 'Name and installation');
    await step(page, 'Name and installation').getByText('Saved.').waitFor();
    expect(await kept(acme.id)).toMatchObject({ login: 'acme-2', installation_id: 4_711 });
    await patch(acme.id, { login: 'acme', installation_id: null });
    await page.getByRole('button', { name: 'Organization: ' }).click();
    await page.getByRole('menuitemradio', { name: 'other' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Organization' }).click();
    await fails.selectOption('critical');
    const steps = (await page.evaluate('history.length')) as number;
    await page.evaluate('history.go(-3)');
    await page.waitForURL(`**/o/${acme.id}/settings/organization`);
    expect([steps > 3, await fails.inputValue()]).toEqual([true, 'medium']);
    expect(visitor.problems).toEqual([]);
  });

  test('shows an organization out of sight as not found, with links to the others', async () => {
    await using visitor = await settings(acme.keys.read.key, 'organization');
    const { page } = visitor;
    await page.getByText('This needs the scope "admin"').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/o/org_0000000000000000000000/settings/keys');
    await page.getByRole('heading', { name: 'Organization not found' }).waitFor();
    await expectAccessible(page);
    expect(asked.filter((url) => url.includes('/orgs/'))).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'acme' }).click();
    await page.waitForURL(`**/o/${acme.id}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('says what a key may not do instead of trying it', async () => {
    await using visitor = await settings(acme.keys.read.key, 'cloud');
    const { page } = visitor;
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    await page.getByText('This needs the scope "write"').first().waitFor();
    for (const path of ['keys', 'sessions', 'notifications', 'audit']) {
      await page.goto(`/o/${acme.id}/settings/${path}`);
      await page.getByText('This needs the scope "admin"').waitFor();
      await expectAccessible(page);
    }
    await page.goto('/operator');
    await page.getByText('sign in with the operator key').waitFor();
    expect(refused).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });
});
