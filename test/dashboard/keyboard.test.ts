import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import type { TestApi } from '../../testkit/api.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { openPages, type Pages } from '../../testkit/dashboard/pages.ts';
import { storeEstate } from '../../testkit/dashboard/estate.ts';
import { missing } from '../../testkit/needs.ts';
import { attributeOf, findingOf, storeAnalysis } from '../../testkit/stored-analysis.ts';

describe.skipIf(await missing('chromium'))('lists by keyboard, filter and file', () => {
  let pages: Pages;
  let store: Store;
  let api: TestApi;
  let visitor: Visit;
  let page: Page;
  let org: string;
  let id: string;

  beforeAll(async () => {
    pages = await openPages(async (made) => {
      ({ store, api } = made);
      org = (await api.organization('acme', 'read')).id;
      id = (await storeEstate(store, org, { states: 12, findings: 60, incidents: 60, repositories: 3 })).analysis;
    });
    ({ visitor, page } = pages);
  });
  afterAll(() => pages[Symbol.asyncDispose]());

  const open = async (path: string) => {
    await page.goto(`/o/${org}${path}`);
    await page.locator('main article').first().waitFor();
  };
  const rowWithFocus = () => page.locator('main li[data-index]:has(:focus)').getAttribute('data-index');

  test('begins at the first finding, goes from row to row by j and k, and opens one by Enter', async () => {
    await open(`/analyses/${id}`);
    await expect.poll(() => page.locator('main ul[aria-label="Findings"]:focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await rowWithFocus()).toBe('0');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await rowWithFocus()).toBe('2');
    await page.keyboard.press('k');
    expect(await rowWithFocus()).toBe('1');
    await page.keyboard.press('Enter');
    await page.locator('main li[data-index="1"]').getByRole('link', { name: 'What to do' }).waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('jk/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jk/');
    expect(visitor.problems).toEqual([]);
  });

  test('goes to pages, states and addresses by the palette', async () => {
    await open('/incidents');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /A page, a state/ });
    await field.fill('audit');
    await page.getByRole('option', { name: /Audit log/ }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(/settings\/audit$/);
    await page.keyboard.press('Control+k');
    await field.fill('service_1');
    await page
      .getByRole('option', { name: /aws_.*Drift/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowUp');
    expect(
      await page.getByRole('listbox', { name: 'Matches' }).getByRole('option', { selected: true }).textContent(),
    ).toMatch(/Drift$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/incidents\/inc_/);
    await page.getByRole('button', { name: /Go to/ }).click();
    await field.fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(visitor.problems).toEqual([]);
  });

  test('narrows and sorts by the address, which survives a reload', async () => {
    await open(`/analyses/${id}`);
    await page.getByLabel('Type', { exact: true }).selectOption('aws_sqs_queue');
    await page.waitForURL(/type=aws_sqs_queue/);
    await page.getByText('12 findings').first().waitFor();
    await page.getByLabel('Sort').selectOption('address');
    await page.waitForURL(/sort=address/);
    await page.reload();
    await page.locator('main article').first().waitFor();
    expect(await page.getByLabel('Sort').inputValue()).toBe('address');
    const names = await page.locator('main article').allTextContents();
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !name.includes('aws_sqs_queue.'))).toEqual([]);
    await page.getByLabel('Repository').selectOption({ label: 'acme/service-1' });
    await page.waitForURL(/repo=repo_/);
    await page.getByText('No matching findings').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('selects findings to copy or ignore them together', async () => {
    await open(`/analyses/${id}`);
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    const bar = page.getByRole('region', { name: 'Selected findings' });
    await bar.getByText('2 findings selected').waitFor();
    // axe would report elements that are scrolled under the page's bar, as too small targets.
    await page.evaluate('scrollTo(0, 0)');
    await expectAccessible(page);
    await keepScreenshot(page, 'analysis-selected');
    await bar.getByRole('button', { name: 'Ignore…' }).click();
    await page.getByRole('dialog', { name: 'Ignore 2 findings' }).waitFor();
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: /Select all/ }).click();
    await bar.getByText('60 findings selected').waitFor();
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(visitor.problems).toEqual([]);
  });

  test('saves what fits as CSV, masked, and without formulas', async () => {
    const secret = { ...attributeOf('password', '(sensitive)', '(sensitive)'), sensitive: true };
    const finding = findingOf('aws_db_instance.db', {
      message: '=HYPERLINK("http://evil.example")',
      attributes: [secret],
    });
    await open(`/analyses/${await storeAnalysis(store.db, org, { findings: [[finding]] })}?q=db`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).toContain('"""(sensitive)"""');
    expect(visitor.problems).toEqual([]);
  });
});
