import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareWeb } from '../../scripts/build-web.ts';
import { newId } from '../../src/base/ids.ts';
import { emptyCounts } from '../../src/engine/model/analysis.ts';
import type { Store } from '../../src/store/database.ts';
import { insertAnalysis } from '../../src/store/queries/analyses.ts';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, openBrowser, visit, type Visit } from '../../testkit/dashboard/browser.ts';
import { storeEstate } from '../../testkit/dashboard/estate.ts';
import { keepLooks } from '../../testkit/dashboard/looks.ts';
import { missing } from '../../testkit/needs.ts';
import { attributeOf, findingOf, stateOf, storeAnalysis } from '../../testkit/stored-analysis.ts';
import { WALKED_CLOUD } from '../../testkit/walk.ts';
import { within } from '../../src/store/scope.ts';

const NAMES = [
  '<img src=x onerror=alert(1)>',
  'gpj.\u202eexe',
  'javascript:alert(1)',
  `long${'x'.repeat(10_000)}`,
  '"><script>alert(2)</script>',
];
const FINDINGS = 600;
const VIEWS = ['findings', 'coverage', 'suppressed', 'memory', 'calls', 'states'];

describe.skipIf(await missing('chromium'))('the pages of analyses', () => {
  let store: Store;
  let api: TestApi;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let org: string;
  let id: string;

  beforeAll(async () => {
    const [embedded] = await databases();
    store = await embedded!.open();
    if (!prepareWeb()) throw new Error('the dashboard could not be built');
    const web = fileURLToPath(new URL('../../web/dist', import.meta.url));
    api = await testApi(store, [WALKED_CLOUD], { web });
    org = (await api.organization('acme', 'read')).id;
    const numbers = { states: 30, findings: FINDINGS, incidents: 60, repositories: 6, names: NAMES };
    id = (await storeEstate(store, org, numbers)).analysis;
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    browser = await openBrowser();
    visitor = await visit(browser, url);
    ({ page } = visitor);
    page.on('dialog', (dialog) => visitor.problems.push(`a dialog: ${dialog.message()}`));
    await visitor.signIn({ key: api.operatorKey });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    await store.close();
  });

  const open = (path: string) => page.goto(`/o/${org}${path}`);

  /** Expects that hostile names are shown as text: none is interpreted, and none overflows. */
  async function expectHarmless(what: string) {
    const made = await page.evaluate(
      `document.querySelectorAll('img[onerror], script:not([src]), a[href^="javascript:"]').length`,
    );
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // Some parts render once to measure their width and then again.
      const wider = () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      await expect.poll(wider, { message: `${what} at ${width} px is wider than that by` }).toBe(0);
      expect([what, width, made]).toEqual([what, width, 0]);
    }
    expect([what, ...visitor.problems]).toEqual([what]);
  }

  test.each(VIEWS)('shows %s of an analysis accessibly, with names as text', async (view) => {
    const answer = await open(`/analyses/${id}?view=${view}`);
    expect(answer?.status()).toBe(200);
    await page.getByRole('tabpanel').waitFor();
    await page
      .getByText(/^Loading (?!more)/)
      .first()
      .waitFor({ state: 'detached' });
    if (view === 'findings') {
      await page.locator('article button[aria-expanded]').first().click();
      await page.locator('ins').first().waitFor();
    }
    await expectAccessible(page, view);
    await keepScreenshot(page, `analysis-${view}`);
    await expectHarmless(view);
  });

  test('shows hostile names as text in searches, the overview and lists', async () => {
    for (const name of ['<img src=x', 'gpj', 'javascript:', 'longxxx']) {
      await open(`/analyses/${id}?${String(new URLSearchParams({ q: name }))}`);
      await page.getByText('1 finding').first().waitFor();
      await page.locator('article bdi', { hasText: name }).first().waitFor();
      await expectHarmless(name);
    }
    expect(await page.locator('article bdi').first().textContent()).not.toMatch(/x{1000}/);
    for (const [path, shown] of [
      ['', 'What to do'],
      ['/analyses', 'resources'],
    ] as const) {
      await open(path);
      await page.getByText(shown).first().waitFor();
      await expectHarmless(path);
    }
  });

  test('keeps the filters in the address, so that a link shows the same', async () => {
    await open(`/analyses/${id}`);
    const told = page.getByText(/[\d,]+ findings?\b/).first();
    await page.getByText('600 findings').first().waitFor();
    await page.getByLabel('Severity').selectOption('critical');
    await page.waitForURL(/severity=critical/);
    await page.getByText('120 findings').first().waitFor();
    await page.getByRole('searchbox').fill('service_10');
    await page.waitForURL(/q=service_10/);
    await page.getByText('3 findings').first().waitFor();
    await page.reload();
    await page.getByText('3 findings').first().waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No matching findings').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('Severity').selectOption('');
    await page.getByText('By state and module').click();
    const group = page
      .getByRole('navigation', { name: /by state and module/ })
      .getByRole('button')
      .nth(5);
    const state = (await group.locator('bdi').first().textContent()) ?? '';
    await group.click();
    await page.waitForURL(/state=/);
    await page.getByText(state).nth(1).waitFor();
    expect(await told.textContent()).not.toContain('600');
  });

  test('shows and removes a filter by a repository that cannot be chosen', async () => {
    await open('/analyses?repo=repo_gone');
    await page.getByText('No matching analyses').waitFor();
    const choice = page.getByLabel('Repository');
    expect(await choice.inputValue()).toBe('repo_gone');
    await choice.selectOption('Any');
    await page.waitForURL(`**/o/${org}/analyses`);
    await page.getByText('No matching analyses').waitFor({ state: 'hidden' });
  });

  test('unfolds a finding by keyboard, and shows its changes line by line', async () => {
    await open(`/analyses/${id}?q=aws_iam_policy.service_104&view=findings`);
    const row = page.locator('article button[aria-expanded]').first();
    await row.focus();
    await page.keyboard.press('Enter');
    const diff = page.getByRole('group', { name: 'Changes' });
    await diff.waitFor();
    expect(await diff.locator('del').allTextContents()).toEqual([expect.stringContaining('"Statement": []')]);
    await page.keyboard.press('Enter');
    await diff.waitFor({ state: 'detached' });
  });

  test('shows an added security group rule as a whole, without those beside it', async () => {
    const rule = (from_port: number, cidr: string) => ({
      cidr_blocks: [cidr],
      description: '',
      from_port,
      ipv6_cidr_blocks: [],
      prefix_list_ids: [],
      protocol: 'tcp',
      security_groups: [],
      self: false,
      to_port: from_port,
    });
    const [known, added] = [rule(443, '0.0.0.0/0'), rule(22, '0.0.0.0/0')];
    const web = findingOf('aws_security_group.web', {
      severity: 'critical',
      attributes: [attributeOf('ingress', [known], [added, known])],
    });
    await open(`/analyses/${await storeAnalysis(store.db, org, { findings: [[web]] })}`);
    await page.locator('article button[aria-expanded]').first().click();
    const diff = page.getByRole('group', { name: 'Changes' });
    await diff.waitFor();
    const come = (await diff.locator('ins bdi').allTextContents()).join('\n');
    const { cidr_blocks, from_port, protocol, to_port } = added;
    expect(JSON.parse(come.replace(/,$/, ''))).toEqual({ cidr_blocks, from_port, protocol, to_port });
    expect(await diff.locator('del').count()).toBe(0);
    await keepScreenshot(page, 'analysis-rule-added');
  });

  test('lists findings by severity, each under one heading, and those that are new alone', async () => {
    const first_seen_at = new Date(Date.now() + 60_000).toISOString();
    const findings = [
      [findingOf('aws_vpc.b', { severity: 'high' }), findingOf('aws_vpc.z', { severity: 'critical', first_seen_at })],
      [findingOf('aws_vpc.a', { severity: 'high', kind: 'deleted' }), findingOf('aws_vpc.c')],
    ];
    const ai_summary = 'Drift in 4 of 9 resources.\n\nWhat to do:\n1. Revert these first:\n   terraform apply';
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`/analyses/${await storeAnalysis(store.db, org, { findings, ai_summary })}`);
    const rows = page.locator('main article');
    await expect.poll(() => rows.count()).toBe(4);
    const names = await rows.locator('h3 bdi').filter({ hasText: 'aws_vpc' }).allTextContents();
    expect(names).toEqual(['aws_vpc.z', 'aws_vpc.a', 'aws_vpc.b', 'aws_vpc.c']);
    expect(await rows.locator(':scope > h2').allTextContents()).toEqual(['Critical (1)', 'High (2)', 'Low (1)']);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await rows.first().boundingBox())!.y).toBeLessThan(520);
    }
    await keepLooks(page, 'analysis');
    await page.getByLabel('First found').selectOption('new');
    await page.waitForURL(/seen=new/);
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText('aws_vpc.z').waitFor();
  });

  test('shows once why an analysis failed', async () => {
    const detail = 'The role arn:aws:iam::123456789012:role/plumbline could not be assumed.';
    const failed = await storeAnalysis(store.db, org, {
      status: 'failed',
      error: { code: 'cloud_denied', detail },
      ai_summary: `The analysis failed: ${detail}`,
    });
    await open(`/analyses/${failed}`);
    const banner = page.getByRole('alert');
    await banner.getByText(detail).waitFor();
    expect(await banner.getByRole('link', { name: 'Fix the connection' }).getAttribute('href')).toBe(
      `/o/${org}/settings/connections`,
    );
    expect(await page.getByText(detail).count()).toBe(1);
    await keepScreenshot(page, 'analysis-failed');
  });

  test('draws only the visible rows of a long list, loads more on demand, and shifts nothing', async () => {
    const { promise: seen, resolve: see } = Promise.withResolvers<void>();
    await page.route(/cursor=/, async (route) => {
      await seen;
      await route.continue();
    });
    await open(`/analyses/${id}`);
    const rows = page.locator('main ul > li[data-index]');
    await rows.first().waitFor();
    await page.evaluate(
      'window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.moved += one.value))).observe({ type: "layout-shift" })',
    );
    const belowSight = () =>
      page.evaluate('document.querySelector("main ul + [role=status]").getBoundingClientRect().top - innerHeight');
    const scrolled = async () => {
      await page.mouse.wheel(0, 4000);
      return belowSight();
    };
    await expect.poll(scrolled).toBeLessThan(0);
    see();
    await expect.poll(belowSight).toBeGreaterThan(0);
    const last = async () => Number((await rows.last().getAttribute('data-index')) ?? 0);
    for (let tries = 0; (await last()) < 130 && tries < 40; tries += 1) {
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(50);
    }
    expect(await last()).toBeGreaterThanOrEqual(130);
    expect(await rows.count()).toBeLessThan(60);
    expect(await page.evaluate('window.moved')).toBe(0);
    await page.unroute(/cursor=/);
  });

  test('follows a running analysis to its end, and moves nothing unasked', async () => {
    const counts = { ...emptyCounts(), resources: 9, in_sync: 9 };
    const running = await insertAnalysis(store.db, {
      id: newId('an'),
      org_id: org,
      trigger: '{"kind":"api"}',
      status: 'running',
      severity: 'none',
      counts: JSON.stringify(emptyCounts()),
      progress_done: 3,
      progress_total: 9,
      states: JSON.stringify([stateOf('a', { status: 'pending' })]),
      started_at: new Date(),
    });
    await open(`/analyses/${running.id}`);
    await page.getByText('3 of 9 resources').waitFor();
    await page.getByText('Checking resources …').waitFor();
    await page.getByText('No findings yet').waitFor();
    const end = {
      status: 'completed' as const,
      finished_at: new Date(),
      progress_done: 9,
      counts: JSON.stringify(counts),
    };
    await within(store.db, 'instance').updateTable('analyses').set(end).where('id', '=', running.id).execute();
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByText('Every checked resource matches its state.').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  });

  test('leads to connecting the states first, then starts an analysis and cancels it', async () => {
    await open('/analyses');
    const connect = page.getByRole('link', { name: 'Connect your states' });
    await connect.waitFor();
    expect(await connect.getAttribute('href')).toBe(`/o/${org}/settings/connections`);
    expect(await page.getByRole('button', { name: 'Start analysis' }).count()).toBe(0);
    await keepScreenshot(page, 'analyses-not-connected');
    const role_arn = 'arn:aws:iam::123456789012:role/plumbline';
    await within(store.db, 'instance')
      .insertInto('cloud_configs')
      .values({ org_id: org, cloud: 'aws', external_id: 'x', updated_at: new Date(), role_arn, state_bucket: 'b' })
      .execute();
    await open('/analyses');
    await page.getByRole('button', { name: 'Start analysis' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/analyses\/an_/);
    await page.getByText('Waiting for a worker …').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel analysis' }).click();
    await page.getByText('Canceled', { exact: true }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test('shows side effects beneath their cause and counts them as drift nowhere', async () => {
    const cause = findingOf('aws_iam_role.app', { severity: 'high' });
    const caused_by = { resource: cause.resource, state_key: cause.state_key };
    const attributes = [attributeOf('attachment_count', 1, 0)];
    const effect = findingOf('module.app.aws_iam_policy.app', { caused_by, attributes });
    const command = "terraform apply -target='aws_iam_role.app' -target='aws_vpc.main'";
    const ai_summary = `Drift in 2 of 9 resources: 2 changed. 1 side effect. By severity: 1 high, 1 low.

What to do:
1. Revert these first, unless intended:
   (prod.tfstate) ${command}`;
    const findings = [[cause, findingOf('aws_vpc.main'), effect]];
    const analysis = await storeAnalysis(store.db, org, { findings, ai_summary });
    await open(`/analyses/${analysis}`);
    await page.getByText(/^2 of 9 resources drifted \(\+1 side effect\)/).waitFor();
    await page.locator('code').getByText(command, { exact: true }).waitFor();
    await page.getByText(/^2 findings \(\+1 side effect\)1 high1 low$/).waitFor();
    await page.getByText('By state and module').click();
    const groups = page.getByRole('navigation', { name: 'Findings by state and module' }).getByRole('button');
    expect(await groups.allTextContents()).toEqual([
      expect.stringMatching(/1 high1 low$/),
      expect.stringMatching(/app \(\+1 side effect\)$/),
    ]);
    await page.getByRole('tab', { name: 'Findings (2)' }).waitFor();
    const row = page.locator('article').filter({ hasText: 'aws_iam_role.app' });
    const beneath = row.getByRole('list', { name: 'Side effects' }).getByRole('button');
    expect(await beneath.textContent()).toBe(`↳ side effect: ${effect.resource} (attachment_count)`);
    await beneath.click();
    await row.getByText('In the cloud').waitFor();
    expect(await page.locator('main article').count()).toBe(2);
    await expectAccessible(page);
    await keepScreenshot(page, 'analysis-side-effects');
    const told = page.getByText('2 of 9 resources drifted (+1 side effect)').first();
    await open('/analyses');
    await told.waitFor();
    const started = page.getByLabel('Trigger').locator('option');
    expect(await started.allTextContents()).not.toContain('on the command line');
    await expectHarmless('side effects');
  });

  test('keeps the options of a command whole where it is wider than the page', async () => {
    const long = "-target='module.network.aws_vpc_security_group_ingress_rule.from_the_office'";
    const ai_summary = `Drift in one resource.\n\nWhat to do:\n1. Put back:\n   terraform apply ${long}`;
    const analysis = await storeAnalysis(store.db, org, { findings: [[findingOf('aws_vpc.main')]], ai_summary });
    await page.setViewportSize({ width: 360, height: 900 });
    await open(`/analyses/${analysis}`);
    await page.getByText('Summary and fix').click();
    await page.locator('code').getByText(long, { exact: true }).waitFor();
    const linesOf = (letters: number) =>
      page.evaluate(`(() => {
        const pieces = [...document.querySelectorAll('code > span:last-child > span')];
        const range = document.createRange();
        range.setStart(pieces[0].firstChild, 0);
        let left = ${letters};
        const last = pieces.find(({ textContent: { length } }) => left <= length || ((left -= length), false));
        range.setEnd(last.firstChild, left);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      })()`);
    expect(await linesOf('-target='.length)).toBe(1);
    expect(await linesOf("-target='module.network.".length)).toBe(1);
    expect(await linesOf(long.length)).toBeGreaterThan(1);
    await expectHarmless('a long command');
  });

  test('offers no retry and no copy of what does not exist', async () => {
    for (const path of ['/analyses/an_0000000000000000000000', '/incidents/inc_0000000000000000000000']) {
      await open(path);
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('button', { name: /Try again|Copy/ }).count()).toBe(0);
    }
  });
});
