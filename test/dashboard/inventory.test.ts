import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UnmanagedObject } from '../../src/engine/model/inventory.ts';
import type { TestApi } from '../../testkit/api.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import type { Visit } from '../../testkit/dashboard/browser.ts';
import { keepLooks } from '../../testkit/dashboard/looks.ts';
import { openPages, type Pages } from '../../testkit/dashboard/pages.ts';
import { missing } from '../../testkit/needs.ts';
import { inventoriesOf, queue } from '../../testkit/stored-inventory.ts';

const DAY_MS = 86_400_000;

const rule: UnmanagedObject = queue('sgr-514a49fb', {
  type: 'aws_vpc_security_group_ingress_rule',
  service: 'ec2',
  class: 'added',
  cloud_id: 'arn:aws:ec2:us-east-1:123456789012:security-group-rule/sgr-514a49fb',
  severity: 'critical',
  severity_reason: 'port 22 (tcp) is open to 0.0.0.0/0 now',
  parent: { type: 'aws_security_group', id: 'sg-1', resource: 'aws_security_group.web', state_key: 'prod/web.tfstate' },
});
const OBJECTS = [
  rule,
  queue('jobs', { tags: { team: 'data', env: 'prod' } }),
  queue('<b>bold</b>', { severity: 'medium' }),
  queue('stack-queue', { class: 'owned', owner: 'CloudFormation stack web' }),
  queue('hidden-in-a-list'),
];

describe.skipIf(await missing('chromium'))('the inventory', () => {
  let pages: Pages;
  let api: TestApi;
  let visitor: Visit;
  let page: Page;
  let org = { id: '', key: '' };

  beforeAll(async () => {
    pages = await openPages(async (made) => {
      ({ api } = made);
      org = await api.organization('acme', 'admin');
      const inventories = inventoriesOf(api, org.id);
      const managed = ['a', 'b', 'c'];
      const yesterday = new Date(Date.now() - DAY_MS);
      await inventories.run({ objects: OBJECTS, managed, ended: { finished_at: yesterday } });
      await inventories.run({ objects: [...OBJECTS, queue('fresh', { severity: 'high' })], managed });
    });
    ({ visitor, page } = pages);
  });
  afterAll(() => pages[Symbol.asyncDispose]());

  const open = async (query = '', id = org.id) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/o/${id}/inventory${query}`);
    await page.getByRole('heading', { name: 'Inventory', level: 1 }).waitFor();
  };
  const rows = () => page.getByRole('list', { name: 'Objects' }).getByRole('listitem');

  test('says how many objects no state has, the worst first, and what is new', async () => {
    await open();
    await page.getByRole('heading', { name: '5 objects in no state' }).waitFor();
    await rows().first().waitFor();
    expect((await rows().allInnerTexts())[0]).toMatch(/Critical[^]*sgr-514a49fb[^]*port 22 \(tcp\) is open/);
    await page.getByRole('link', { name: '1 object', exact: true }).last().click();
    await expect.poll(() => page.url()).toMatch(/seen=new/);
    await page.getByRole('link', { name: 'fresh' }).waitFor();
    expect(await rows().count()).toBe(1);
    await open();
    await rows().first().waitFor();
    await keepLooks(page, 'inventory');
    expect(visitor.problems).toEqual([]);
  });

  test('draws the services, and leads from one to its objects', async () => {
    await open();
    await page.getByText('Table', { exact: true }).first().click();
    await expectAccessible(page, 'the table of services');
    await page.getByRole('link', { name: 'sqs', exact: true }).click();
    await page.waitForURL(/service=sqs/);
    await page.getByLabel('By', { exact: true }).selectOption('region');
    await page.waitForURL(/by=region/);
    expect(visitor.problems).toEqual([]);
  });

  test('shows the share of managed objects once there are two days', async () => {
    await open();
    const chart = page.getByRole('img', { name: /^Share managed by day: first/ });
    await chart.waitFor();
    expect(await chart.getAttribute('aria-label')).toMatch(
      /37 % managed, 5 in no state; last .* 33 % managed, 6 in no state/,
    );
  });

  test('keeps filters and order in the address, and exports what fits', async () => {
    await open('?class=owned');
    await page.getByRole('link', { name: 'stack-queue' }).waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByLabel('Class').selectOption('all');
    await page.waitForURL(/class=all/);
    await expect.poll(() => rows().count()).toBe(6);
    await page.getByLabel('Sort').selectOption('type');
    await page.waitForURL(/sort=type/);
    await page.getByLabel('Name, type, tag or owner').fill('data');
    await page.waitForURL(/q=data/);
    await expect.poll(() => rows().count()).toBe(1);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await saving).path(), 'utf8');
    expect(csv).toContain('jobs');
    expect(csv).not.toContain('fresh');
  });

  test('is used by the keyboard alone', async () => {
    await open();
    await rows().first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inventory\/obj_/);
    await open();
    await rows().first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('fresh');
    await page.waitForURL(/q=fresh/);
    expect(visitor.problems).toEqual([]);
  });

  test('shows an object with its tags, its parent and its configuration to copy', async () => {
    await open('?q=data');
    await page.getByRole('link', { name: 'jobs' }).click();
    await page.getByRole('heading', { name: 'jobs', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Configuration' }).getByText('resource "aws_sqs_queue"').waitFor();
    await page.getByRole('region', { name: 'Import block' }).getByText('import {').waitFor();
    expect(await page.getByRole('region', { name: 'Object' }).innerText()).toMatch(/team\s+data/);
    await keepLooks(page, 'unmanaged-object');
    await open();
    await page.getByRole('link', { name: 'sgr-514a49fb' }).click();
    await page.getByText('aws_security_group.web').waitFor();
    expect(await page.locator('main').innerText()).toContain('prod/web.tfstate');
  });

  test('writes the import of selected objects, to copy or download', async () => {
    await open();
    await page.getByLabel('Select aws_sqs_queue jobs').check();
    await page.getByLabel('Select aws_sqs_queue fresh').check();
    const selected = page.getByRole('region', { name: 'Selected objects' });
    await selected.getByText('2 objects selected').waitFor();
    await selected.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByText('2 objects: terraform plan imports them and changes nothing.').waitFor();
    await dialog.getByText('imports.tf').click();
    await dialog.getByText('import {').first().waitFor();
    await expectAccessible(page, 'the dialog of an import');
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Download \d+ files$/ }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.tf$/);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Severity').selectOption('high');
    await page.waitForURL(/severity=high/);
    await page.getByRole('button', { name: 'Import all that fit…' }).click();
    await dialog.getByText('1 object: terraform plan imports it and changes nothing.').waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('takes names for texts, never for markup', async () => {
    await open();
    const link = page.getByRole('link', { name: '<b>bold</b>' });
    await link.waitFor();
    expect(await link.locator('b').count()).toBe(0);
  });

  test('says what could not be listed or read, and is never more certain than that', async () => {
    const { id } = await api.organization('denied', 'admin');
    await inventoriesOf(api, id).run({
      listing: { state: 'not_listed', reason: 'denied', detail: 'The role may not call sqs:ListQueues.' },
      ended: { status: 'partial', not_listed: 1, unread_states: ['prod/network.tfstate'] },
    });
    await open('', id);
    await page.getByRole('heading', { name: 'Nothing unmanaged in what was listed' }).waitFor();
    await page.getByText('prod/network.tfstate').waitFor();
    await page.getByRole('link', { name: 'See which, and why' }).click();
    await page.getByText('The role may not call sqs:ListQueues.').waitFor();
    await keepLooks(page, 'inventory-not-listed');
    expect(visitor.problems).toEqual([]);
  });

  test('says what to do where there is no inventory yet, and starts one', async () => {
    const { id } = await api.organization('new', 'admin');
    await open('', id);
    await page.getByText('Not connected').waitFor();
    const body = { kind: 'http', settings: { address: 'https://states.example.com/a' } };
    await api.call('PUT', `/orgs/${id}/state-sources/web`, { key: api.operatorKey, body });
    await open('', id);
    await page.getByText('No inventory yet').waitFor();
    await keepLooks(page, 'inventory-none');
    await page.getByRole('button', { name: 'Start inventory' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/analyses\/an_/);
    await open('', id);
    await page.getByText(/An inventory is\s+under way/).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('leads from an object to an ignore rule about objects like it', async () => {
    await open('?q=hidden-in');
    await page.getByRole('link', { name: 'hidden-in-a-list' }).click();
    await page.getByRole('link', { name: 'Ignore…' }).click();
    const editor = page.getByRole('dialog', { name: 'New ignore rule' });
    await editor.waitFor();
    expect(await editor.getByLabel('Hides').inputValue()).toBe('unmanaged');
    expect(await editor.getByLabel('Name or id').inputValue()).toBe('hidden-in-a-list');
    expect(await editor.getByLabel('Address').count()).toBe(0);
    await editor.getByLabel('Reason').fill('An experiment');
    await expectAccessible(page, 'the editor of a rule about objects');
    await editor.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('unmanaged objects').waitFor();
    const stored = await api.call('GET', `/orgs/${org.id}/ignore-rules`, { key: org.key });
    expect(stored.json()).toMatchObject({
      rules: [{ kind: 'unmanaged', type: 'aws_sqs_queue', name: 'hidden-in-a-list', reason: 'An experiment' }],
    });
    await keepLooks(page, 'ignore-rule-of-objects');
  });

  test('sets the schedule of inventories beside that of analyses', async () => {
    await page.goto(`/o/${org.id}/settings/schedule`);
    const section = page.getByRole('region', { name: 'Inventory' });
    await section.getByLabel('How often').selectOption('6h');
    await section.getByLabel('Expensive lists').check();
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Saved.').waitFor();
    const saved = await api.call('GET', `/orgs/${org.id}/inventory/settings`, { key: org.key });
    expect(saved.json()).toMatchObject({ schedule: '6h', expensive: true });
    await keepLooks(page, 'schedule');
    expect(visitor.problems).toEqual([]);
  });
});
