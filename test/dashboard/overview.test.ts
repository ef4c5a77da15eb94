import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import type { TestApi } from '../../testkit/api.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import type { Visit } from '../../testkit/dashboard/browser.ts';
import { openPages, type Pages } from '../../testkit/dashboard/pages.ts';
import { storeEstate } from '../../testkit/dashboard/estate.ts';
import { keepLooks } from '../../testkit/dashboard/looks.ts';
import { missing } from '../../testkit/needs.ts';
import { storeAnalysis } from '../../testkit/stored-analysis.ts';

const ONE = { states: 1, findings: 9, incidents: 45, repositories: 0 };
const MANY = { states: 500, findings: 240, incidents: 1200, repositories: 60, calm: 12 };

describe.skipIf(await missing('chromium'))('the overview', () => {
  let pages: Pages;
  let store: Store;
  let api: TestApi;
  let visitor: Visit;
  let page: Page;
  const orgs = { one: '', many: '' };

  beforeAll(async () => {
    pages = await openPages(async (made) => {
      ({ store, api } = made);
      for (const [name, estate] of [
        ['one', ONE],
        ['many', MANY],
      ] as const) {
        const { id, key } = await api.organization(name, 'admin');
        const role_arn = 'arn:aws:iam::123456789012:role/plumbline';
        await api.call('PATCH', `/orgs/${id}/aws`, {
          key,
          body: { role_arn, state_bucket: 'acme-states', schedule: '6h' },
        });
        await storeEstate(store, id, estate);
        orgs[name] = id;
      }
    });
    ({ visitor, page } = pages);
  });
  afterAll(() => pages[Symbol.asyncDispose]());

  const open = async (name: keyof typeof orgs, query = '') => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/o/${orgs[name]}${query}`);
    await page.getByText('Colour: worst open drift.').waitFor();
  };
  const worst = () => page.getByRole('list', { name: 'The worst drift' }).getByRole('listitem');

  test.each(['one', 'many'] as const)(
    'answers what drifted, how bad and what to do before anything is scrolled: %s',
    async (name) => {
      await open(name);
      const { height } = page.viewportSize()!;
      const lines = await worst().allInnerTexts();
      expect(lines[0]).toMatch(/^Critical/);
      for (const line of await worst().all()) expect((await line.boundingBox())!.y).toBeLessThan(height);
      for (const line of await worst().all()) expect((await line.boundingBox())!.height).toBeLessThan(40);
      const todo = page
        .locator('div')
        .filter({ has: page.getByRole('heading', { name: 'What to do' }) })
        .last();
      expect((await todo.boundingBox())!.y).toBeLessThan(height);
      expect(await todo.innerText()).toMatch(/Revert the (critical one|\d+ critical ones) first, unless intended/);
      await keepLooks(page, `overview-${name}`);
      expect(visitor.problems).toEqual([]);
    },
  );

  test('leads from a count to the incidents that it counts', async () => {
    await open('many');
    const link = page.getByRole('region', { name: /resources drifted/ }).getByRole('link', { name: /^\d+ high$/ });
    const count = Number.parseInt(await link.innerText(), 10);
    await link.click();
    await page.waitForURL(/severity=high/);
    await page.getByText(`${count} open incidents`).waitFor();
    await open('many');
    await worst().first().getByRole('link').click();
    await page.waitForURL(/\/incidents\/inc_/);
    expect(visitor.problems).toEqual([]);
  });

  test('leads from a day of the chart to what has begun since', async () => {
    await open('many');
    const chart = page.getByRole('img', { name: /^Open drift by day/ });
    await chart.scrollIntoViewIfNeeded();
    const { x, y } = (await chart.boundingBox())!;
    await page.mouse.move(x + 300, y + 100);
    await page.locator('figure a').waitFor();
    await page.mouse.click(x + 300, y + 100);
    await page.waitForURL(/since=20/);
    expect(page.url()).toContain('status=all');
  });

  test('draws 500 states as one picture, divided as somebody chooses, and leads to each', async () => {
    await open('many');
    const cells = page.locator('[data-cell]');
    await expect.poll(() => cells.count()).toBe(500);
    await page.getByLabel('By', { exact: true }).selectOption('region');
    await page.waitForURL(/by=region/);
    await page.locator('text', { hasText: 'us-east-1' }).first().waitFor();
    await keepLooks(page, 'overview-by-region');
    await page.getByLabel('By', { exact: true }).selectOption('module');
    await page.waitForURL(/by=module/);
    await page.locator('text', { hasText: 'team_3' }).first().waitFor();
    await keepLooks(page, 'overview-by-module');
    await open('many');
    await page.getByText('Table', { exact: true }).first().click();
    await expectAccessible(page, 'the table of states');
    await page.evaluate('scrollTo(0, 300)');
    const { x, y } = (await cells.first().boundingBox())!;
    await page.mouse.move(x + 4, y + 4);
    await page.getByText(/open, critical at worst/).waitFor();
    await page.mouse.click(x + 4, y + 4);
    await page.waitForURL(/\/incidents\?state=/);
    await page.getByText(/^(One|\d+) open incidents?$/).waitFor();
  });

  test('shows the steps alone before a first analysis, and a failure with what mends it', async () => {
    const { id } = await api.organization('new', 'admin');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/o/${id}`);
    await page.getByRole('heading', { name: 'Setup' }).waitFor();
    expect(await page.getByRole('region').count()).toBe(1);
    await keepLooks(page, 'first-run');
    const detail = 'The role arn:aws:iam::123456789012:role/plumbline could not be assumed.';
    await storeAnalysis(store.db, id, { status: 'failed', error: { code: 'access_denied', detail } });
    await page.reload();
    const banner = page.getByRole('alert');
    await banner.getByText(detail).waitFor();
    expect(await page.getByRole('region').count()).toBe(1);
    // One button leads to the page that fixes it, and no other link does.
    expect(await page.locator('main a[href$="/settings/connections"]').count()).toBe(1);
    await keepLooks(page, 'failure');
    await banner.getByRole('link', { name: 'Fix the connection' }).click();
    await page.waitForURL(/settings\/connections/);
  });

  test('shows no chart before there are days to show', async () => {
    const { id } = await api.organization('today', 'admin');
    await storeEstate(store, id, { states: 1, findings: 1, incidents: 1, repositories: 0 });
    await page.goto(`/o/${id}`);
    await worst().first().waitFor();
    expect(await page.getByRole('img', { name: /^Open drift by day/ }).count()).toBe(0);
  });
});
