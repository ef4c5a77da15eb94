import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptClaims } from '../../testkit/accept-claims.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Visit } from '../../testkit/dashboard/browser.ts';
import { storeEstate } from '../../testkit/dashboard/estate.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';
import { saveRepository } from '../../testkit/repositories.ts';
import { makeOrganization } from '../../testkit/walk.ts';
import type { Store } from '../../src/store/database.ts';
import { saveReading } from '../../src/store/queries/repository-readings.ts';
import { scoped } from '../../src/store/scope.ts';

const HOSTILE = '<img src=x onerror="window.ran=1">/*';

describe.skipIf(await missing('chromium'))('proposals on the dashboard', () => {
  let dashboard: Dashboard;
  let visitor: Visit;
  let page: Page;
  let org: string;

  async function claim(store: Store, keys: readonly string[]) {
    const facts = { full_name: 'acme/newcomer', private: true, default_branch: 'main' };
    const { id } = await saveRepository(
      scoped(store.db, { org_id: org }),
      { codehost: 'github', external_id: 99 },
      facts,
    );
    const claims = keys.map((key) => ({
      key,
      ...(key.includes('*') && { glob: true }),
      path: 'infra',
      source: 'config',
      why: 'states in .plumbline.yml',
    }));
    await saveReading(store.db, {
      repo_id: id,
      org_id: org,
      sha: 'a'.repeat(40),
      branch: 'main',
      read_at: new Date(),
      problems: '[]',
      claims: JSON.stringify(claims),
      layout: '{"roots":[],"modules":{}}',
      ignore: '[]',
    });
    await acceptClaims(scoped(store.db, { org_id: org }), ({ repo_id }) => repo_id !== id);
  }

  beforeAll(async () => {
    dashboard = await openDashboard({
      cloud: false,
      fill: async (store) => {
        org = (await makeOrganization(store, 'acme')).id;
        const { keys } = await storeEstate(store, org, { states: 30, findings: 12, incidents: 20, repositories: 3 });
        await claim(store, [keys[0]!, keys[20]!, keys[21]!, HOSTILE, 'team-2*']);
      },
    });
    visitor = await dashboard.visit();
    page = visitor.page;
    await visitor.signIn({ key: OPERATOR_KEY });
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  test('shows on the overview that claims wait, and with each what it would change', async () => {
    await page.goto(`/o/${org}`);
    await page.getByText('the drift of 10 claimed states').waitFor();
    await keepScreenshot(page, 'overview-proposals');
    await page.getByRole('link', { name: 'Review proposals' }).click();
    await page.locator('main article').first().waitFor();
    expect(await page.locator('main article').count()).toBe(4);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await keepScreenshot(page, `proposals-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    await expectAccessible(page);
    expect(visitor.problems).toEqual([]);
  });

  test('accepts one from the list of states, and all that were shown with one click', async () => {
    const state = 'team-20/service-20/terraform.tfstate';
    await page.goto(`/o/${org}/repositories?q=service-20`);
    const accept = page.getByRole('button', { name: /^Accept/ });
    await accept.waitFor();
    await keepScreenshot(page, 'states-proposed');
    await accept.click();
    await page.getByRole('link', { name: 'acme/newcomer' }).waitFor();
    const { body } = await dashboard.ask('GET', `/orgs/${org}/states?q=service-20`);
    expect(body).toMatchObject([{ key: state, repo_full_name: 'acme/newcomer', source: 'config' }]);
    await page.goto(`/o/${org}/repositories?view=proposals`);
    // Patterns are accepted one by one.
    await page.getByRole('button', { name: 'Accept proposal' }).click();
    await page.getByText('2 proposals to accept one by one').waitFor();
    for (const left of [1, 0]) {
      await page
        .getByRole('button', { name: /^Accept/ })
        .first()
        .click();
      await expect.poll(() => page.locator('main article').count()).toBe(left);
    }
    await page.getByText('No proposals').waitFor();
    await page.goto(`/o/${org}`);
    await page.getByText('By severity').or(page.locator('main h2')).first().waitFor();
    expect(await page.getByText('claimed by a repository').count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });

  test('changes the owner of a contested state only after naming it', async () => {
    await page.goto(`/o/${org}/repositories?view=proposals&claimed=contested`);
    await page.getByRole('button', { name: /^Take over/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('acme/service-0').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'take-over');
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('Nothing contested').waitFor();
    const { body } = await dashboard.ask('GET', `/orgs/${org}/states?q=service-0%2F`);
    expect(body).toMatchObject([{ repo_full_name: 'acme/newcomer' }]);
    expect(visitor.problems).toEqual([]);
  });

  test('shows proposals to members who cannot accept them, and why', async () => {
    const { body } = await dashboard.ask('POST', `/orgs/${org}/keys`, { name: 'writer', scopes: ['write'] });
    await using writer = await dashboard.visit();
    await writer.signIn({ key: String(body.key) });
    await writer.page.goto(`/o/${org}/repositories?view=proposals`);
    await writer.page.getByText('No proposals').waitFor();
    expect(await writer.page.getByRole('button', { name: /^Accept/ }).count()).toBe(0);
    expect(writer.problems).toEqual([]);
  });
});
