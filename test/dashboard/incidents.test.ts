import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { storeEstate } from '../../testkit/dashboard/estate.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';
import { makeOrganization } from '../../testkit/walk.ts';

/** Hostile names of a resource, a state or a repository. */
const HOSTILE = [
  '<img src=x onerror="window.ran=1">',
  'gnp\u202eexe.\u2066x',
  'x'.repeat(10_240),
  'javascript:window.ran=1//',
  '"><script>window.ran=1</script>',
];
const ESTATE = { states: 120, findings: 60, incidents: 130, repositories: 6, names: HOSTILE };

describe.skipIf(await missing('chromium'))('incidents, states and repositories on the dashboard', () => {
  let dashboard: Dashboard;
  let known: Awaited<ReturnType<typeof storeEstate>>;
  let visitor: Visit;
  let page: Page;
  let org: string;
  let young: string;

  beforeAll(async () => {
    dashboard = await openDashboard({
      cloud: false,
      fill: async (store) => {
        org = (await makeOrganization(store, 'acme')).id;
        known = await storeEstate(store, org, ESTATE);
        young = (await makeOrganization(store, 'young')).id;
        await storeEstate(store, young, { states: 1, findings: 1, incidents: 1, repositories: 1 });
      },
    });
    visitor = await dashboard.visit();
    page = visitor.page;
    await visitor.signIn({ key: OPERATOR_KEY });
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  const go = async (path: string, shown = 'main article') => {
    visitor.problems.length = 0;
    await page.goto(`/o/${org}${path}`);
    await page.locator(shown).first().waitFor();
  };
  /** Records API calls whose path contains `part`, from now on. */
  function watch(part: string): string[] {
    const seen: string[] = [];
    page.on('request', (request) => request.url().includes(part) && seen.push(request.url()));
    return seen;
  }

  test('shows hostile names as text, in their place', async () => {
    const incident = known.incidents[0];
    for (const [path, shown] of [
      ['/incidents', 'main article'],
      [`/incidents/${incident}`, 'main ol:visible'],
      [`/incidents/${known.incidents[2]}`, 'main ol:visible'],
      ['/repositories', 'main article'],
      ['/repositories?view=repositories', 'main article'],
      ['/incidents?view=recall&intent=changed%20outside', 'main ol'],
    ] as const) {
      await go(path, shown);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0]);
      }
      if (path === '/incidents' || path === '/repositories') await expectAccessible(page);
      await keepScreenshot(page, `hostile-${path.replaceAll(/[^a-z]+/g, '-')}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await page.evaluate('window.ran')).toBeUndefined();
      expect(await page.locator('main img, main script').count()).toBe(0);
      const links = (await page.evaluate('[...document.links].map((link) => link.href)')) as string[];
      expect(links.filter((one) => !one.startsWith(`${dashboard.url}/`))).toEqual([]);
      expect(visitor.problems).toEqual([]);
    }
    await go('/repositories');
    expect(await page.getByText('<img src=x onerror="window.ran=1">').first().isVisible()).toBe(true);
    await go('/incidents?q=gnp');
    expect(await page.locator('main article').first().textContent()).toContain('gnp\\u202eexe.\\u2066x');
  });

  test('filters the list by the address, which survives a reload', async () => {
    await go('/incidents');
    await page.getByText('26 open incidents').waitFor();
    await page.getByLabel('Address or text').fill('service_17');
    await page.waitForURL(/q=service_17/);
    await page.getByText('One open incident').waitFor();
    await page.getByLabel('Status').selectOption('all');
    await page.waitForURL(/status=all/);
    await page.reload();
    await expect.poll(() => page.locator('main article').count()).toBe(1);
    expect(await page.getByLabel('Address or text').inputValue()).toBe('service_17');
    await page.getByLabel('Severity').selectOption('critical');
    await page.getByText('No matching incidents').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('sorts the list and filters it by what there is, and exports the same as CSV', async () => {
    await go('/incidents');
    await page.getByLabel('Sort').selectOption('Worst first');
    await page.waitForURL(/sort=severity/);
    await expect.poll(() => page.locator('main article').first().textContent()).toMatch(/^Critical/i);
    const type = page.getByLabel('Type', { exact: true });
    const kinds = await type.locator('option').allTextContents();
    expect(kinds.length).toBeGreaterThan(1);
    await type.selectOption(kinds[1]!);
    await page.getByLabel('Change type').selectOption('Changed');
    await page.waitForURL(/type=/);
    await page.reload();
    await page.locator('main article').first().waitFor();
    expect(await type.inputValue()).toBe(kinds[1]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('incidents.csv');
    const csv = await readFile(await download.path(), 'utf8');
    const rows = csv.split(/\r\n(?=")/).slice(1);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(`"${kinds[1]}"`);
    for (const row of rows) expect(row).toMatch(/^"open","","\w+","changed"/);
    await expectAccessible(page);
    await keepScreenshot(page, 'incidents-filtered');
    expect(visitor.problems).toEqual([]);
  });

  test('says that no incident matches where none is resolved, not that there is none', async () => {
    await page.goto(`/o/${young}/incidents`);
    await page.getByLabel('Status').selectOption('resolved');
    await page.getByText('No matching incidents').waitFor();
    expect(await page.getByText('No incidents yet').count()).toBe(0);
  });

  test('leads by keyboard alone to an incident, to its changes, and back', async () => {
    await go('/incidents?q=service_17');
    await page.getByLabel('Started after').focus();
    const focused = page.locator('main article a:focus');
    for (let n = 0; n < 6 && (await focused.count()) === 0; n += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/incidents\/inc_/);
    await expect.poll(() => page.locator('#content:focus').count()).toBe(1);
    const more = page.getByRole('button', { name: 'View changes' });
    await more.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changes then' });
    await dialog.getByText('In the cloud').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('main button:focus').textContent()).toBe('View changes');
    const back = page.locator('main header a').first();
    await back.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/incidents$/);
    await expect.poll(() => page.locator('main ul:focus').count()).toBe(1);
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none');
    expect(visitor.problems).toEqual([]);
  });

  test('shows the similarity of recalled incidents in a word, and none below the threshold', async () => {
    await go('/incidents?view=recall', 'form');
    await page.getByLabel('Your change').fill('open the security group to the internet');
    await page.keyboard.press('Enter');
    await page.waitForURL(/intent=/);
    const first = page.locator('main ol li').first();
    await expect.poll(() => first.textContent()).toMatch(/^(Strong|Possible)/);
    const shown = await page.locator('main ol li').allTextContents();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((one) => !/^(Strong|Possible)/.test(one))).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  test('presents no match where nothing is similar, and shows the question of the address', async () => {
    await go('/incidents?view=recall', 'form');
    const [question, where] = [page.getByLabel('Your change'), page.getByLabel('Scope')];
    const nothing = page.getByText('No similar incidents');
    await question.fill('bake a cake for the birthday');
    await page.keyboard.press('Enter');
    await nothing.waitFor();
    expect(await page.locator('main ol').count()).toBe(0);
    await question.fill('change the instance type of service_2');
    await where.selectOption({ label: 'acme/service-5' });
    await page.getByRole('button', { name: 'Recall' }).click();
    await page.waitForURL(/project=/);
    await page.goBack();
    await nothing.waitFor();
    expect([await question.inputValue(), await where.inputValue()]).toEqual(['bake a cake for the birthday', '']);
    await page.goForward();
    await expect.poll(() => question.inputValue()).toBe('change the instance type of service_2');
    expect(await where.inputValue()).toMatch(/^repo_/);
    expect(visitor.problems).toEqual([]);
  });

  test('assigns a state to a repository after a preview', async () => {
    const key = known.keys[20] ?? '';
    await go(`/repositories?q=${encodeURIComponent(key)}`);
    await page.getByText('114 unassigned').waitFor();
    await page.getByRole('button', { name: /^Assign/ }).click();
    await page.getByRole('dialog').getByLabel('Repository').selectOption({ label: 'acme/service-5' });
    await page.getByLabel('Directory').fill('infra/queues');
    await page.getByLabel('Reason').fill('It moves in spring');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('One state will be reassigned').waitFor();
    await expectAccessible(page);
    const before = await dashboard.ask('GET', `/orgs/${org}/state-mappings`);
    expect(before.body.version).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('set by hand: It moves in spring').waitFor();
    await page.getByText('113 unassigned').waitFor();
    await page.getByRole('tab', { name: 'Set by hand' }).click();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No assignments by hand').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('shows readers why they cannot change anything', async () => {
    const { body } = await dashboard.ask('POST', `/orgs/${org}/keys`, { name: 'reader', scopes: ['read'] });
    await using reader = await dashboard.visit();
    await reader.signIn({ key: String(body.key) });
    await reader.page.goto(`/o/${org}/repositories`);
    await reader.page.getByText('This needs the scope "write"').waitFor();
    await reader.page.locator('main article').first().waitFor();
    expect(await reader.page.getByRole('button', { name: /^Assign/ }).count()).toBe(0);
    expect(reader.problems).toEqual([]);
  });

  test('shows what to do about a failure, and recovers on retry', async () => {
    const detail = 'The database does not answer. Try again in a moment.';
    const failing = `**/api/v1/orgs/${org}/incidents?**`;
    const body = JSON.stringify({ detail, status: 404, code: 'not_found', request_id: 'req_1' });
    await page.route(failing, (route) => route.fulfill({ status: 404, contentType: 'application/json', body }));
    await go('/incidents?q=service_18', '[role=alert]');
    expect(await page.getByRole('alert').textContent()).toContain(detail);
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('main article').first().waitFor();
  });

  test('polls seldom while idle, never while hidden, and without layout shifts', async () => {
    await page.clock.install();
    const calls = watch('/incidents/counts');
    await go('/incidents');
    await page.evaluate(
      'window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.moved += one.value))).observe({ type: "layout-shift" })',
    );
    const after = async (seconds: number) => {
      calls.length = 0;
      for (let n = 0; n < seconds; n += 10) await page.clock.runFor(10_000);
      return calls.length;
    };
    const asked = await after(300);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(10);
    expect(await page.evaluate('window.moved')).toBe(0);
    await page.evaluate(
      'Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }); document.dispatchEvent(new Event("visibilitychange"))',
    );
    expect(await after(300)).toBe(0);
  });
});
