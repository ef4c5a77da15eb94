import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot } from '../../testkit/dashboard/browser.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';
import { saveRepository } from '../../testkit/repositories.ts';
import { makeOrganization } from '../../testkit/walk.ts';
import { scoped } from '../../src/store/scope.ts';

describe.skipIf(await missing('chromium'))('details of public repositories', () => {
  let dashboard: Dashboard;
  let org: string;

  beforeAll(async () => {
    dashboard = await openDashboard({
      cloud: false,
      fill: async (store) => {
        org = (await makeOrganization(store, 'acme')).id;
        for (const [external_id, name] of ['secret', 'website'].entries()) {
          const facts = { full_name: `acme/${name}`, private: name === 'secret' };
          await saveRepository(
            scoped(store.db, { org_id: org }),
            { codehost: 'github', external_id: external_id + 1 },
            facts,
          );
        }
      },
    });
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  test('publishes details only after a warning, and hides them with a click', async () => {
    await using visitor = await dashboard.visit();
    const { page } = visitor;
    await visitor.signIn({ key: OPERATOR_KEY });
    await page.goto(`/o/${org}/repositories?view=repositories`);
    await page.getByText('Public: reports hold counts and a link').waitFor();
    expect(await page.getByRole('button', { name: 'Publish details…' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Publish details…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish details for everybody?' });
    await dialog.getByText('to everybody on the internet').waitFor();
    await expectAccessible(page, 'the warning before details are published');
    await keepScreenshot(page, 'public-details');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const repositories = () => dashboard.ask('GET', `/orgs/${org}/repos`);
    expect((await repositories()).body).toMatchObject([{ public_details: false }, { public_details: false }]);
    await page.getByRole('button', { name: 'Publish details…' }).click();
    await dialog.getByRole('button', { name: 'Publish details', exact: true }).click();
    await page.getByText('Public: reports hold details, for everybody').waitFor();
    expect((await repositories()).body).toMatchObject([{ public_details: false }, { public_details: true }]);
    await page.getByRole('button', { name: 'Hide details' }).click();
    await page.getByText('Public: reports hold counts and a link').waitFor();
    expect(visitor.problems).toEqual([]);
  });
});
