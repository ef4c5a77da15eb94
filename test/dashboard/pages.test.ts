import { fileURLToPath } from 'node:url';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { QueryClient } from '@tanstack/react-query';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi } from '../../testkit/api.ts';
import { expectAccessible } from '../../testkit/dashboard/accessible.ts';
import { keepScreenshot, type Look, type Visit } from '../../testkit/dashboard/browser.ts';
import { openDashboard, type Dashboard } from '../../testkit/dashboard/open.ts';
import { finished, OPERATOR_KEY } from '../../testkit/instance.ts';
import { missing } from '../../testkit/needs.ts';
import { inventoriesOf, queue } from '../../testkit/stored-inventory.ts';

type Routes = { createRoutes: (queries: QueryClient) => { routesByPath: Record<string, unknown> } };

/** All paths of the router: `/o/$org/analyses/$id`. */
async function routes(): Promise<string[]> {
  const file = fileURLToPath(new URL('../../web/src/routes.tsx', import.meta.url));
  const { createRoutes } = (await import(file)) as Routes;
  return Object.keys(createRoutes(new QueryClient()).routesByPath).toSorted();
}

describe.skipIf(await missing('chromium'))('every page of the dashboard', async () => {
  const paths = await routes();
  let dashboard: Dashboard;
  let visitor: Visit;
  /** Values of path parameters, by the path up to them. */
  const filled = new Map<string, string>();
  let empty: string;

  beforeAll(async () => {
    let acme = { id: '' };
    let object = '';
    dashboard = await openDashboard({
      async fill(store) {
        const api = await testApi(store);
        acme = await api.organization('acme', 'read');
        await inventoriesOf(api, acme.id).run({ objects: [queue('jobs')] });
        const listed = await api.call('GET', `/orgs/${acme.id}/inventory/objects`, { key: api.operatorKey });
        object = listed.json<{ id: string }[]>()[0]?.id ?? '';
        await api.close();
      },
    });
    const nobody = await dashboard.organization('nobody');
    const analysis = await dashboard.analyse(acme.id);
    empty = nobody.id;
    filled.set('/o/$org', acme.id);
    filled.set('/o/$org/analyses/$id', analysis.id);
    const [finding] = analysis.findings;
    filled.set('/o/$org/analyses/$id/findings/$finding', String(finding?.fingerprint));
    filled.set('/o/$org/incidents/$id', String(finding?.incident_id));
    filled.set('/o/$org/inventory/$object', object);
    visitor = await dashboard.visit();
    await visitor.signIn({ key: OPERATOR_KEY });
  });
  afterAll(() => dashboard[Symbol.asyncDispose]());

  /** The URL of a path for an organization; undefined if the organization has no data for it. */
  function addressOf(path: string, org: string): string | undefined {
    const steps = path.split('/').map((step, i, all) => {
      if (step === '$org') return org;
      if (!step.startsWith('$')) return step;
      const upTo = all.slice(0, i + 1).join('/');
      const value = filled.get(upTo);
      if (value === undefined) throw new Error(`say in this test what stands for ${upTo}`);
      return org === empty ? '' : value;
    });
    return steps.includes('', 1) && path !== '/' ? undefined : steps.join('/');
  }

  test('lists the API by tag at /docs, under a policy that lets nothing else in, and finds each operation by its words', async () => {
    await using reader = await dashboard.visit();
    const { page, context, problems } = reader;
    await page.goto('/docs');
    const document = await (await context.request.get('/api/v1/openapi.json')).json();
    const operations = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.values(path));
    await page.locator('.opblock-tag').first().waitFor();
    expect(await page.locator('.opblock-tag').count()).toBe(document.tags.length);
    expect(await page.locator('.opblock').count()).toBe(0);
    const search = page.getByLabel('Search operations');
    // A letter that occurs in every operation expands all tags.
    await search.fill('a');
    await expect.poll(() => page.locator('.opblock').count()).toBe(operations.length);
    const shown = await page.locator('.opblock-summary-description').allTextContents();
    expect(shown.toSorted()).toEqual((operations as { summary: string }[]).map(({ summary }) => summary).toSorted());
    await search.fill('keys rotate');
    await expect.poll(() => page.locator('.opblock').count()).toBe(1);
    await page.getByText('Replace an API key', { exact: true }).click();
    await expect.poll(() => page.url()).toMatch(/\/docs#\/keys\/\w+$/);
    await page.reload();
    await page.locator('.opblock.is-open').waitFor();
    expect(problems).toEqual([]);
  });

  async function settle(page: Page): Promise<void> {
    await page.locator('h1').first().waitFor();
    // A loaded part may start further requests.
    for (let round = 0; round < 3; round += 1)
      await page
        .getByRole('status')
        .filter({ hasText: /^Loading / })
        .first()
        .waitFor({ state: 'detached' });
  }

  async function show(page: Page, { colorScheme, width }: Look): Promise<void> {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    // Some parts render once to measure their width and then again.
    const wider = () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    await expect.poll(wider, { message: `${page.url()} at ${width} px is wider than that by` }).toBe(0);
  }

  /** Expects that the page links to a document on this server, with an anchor that exists. */
  async function expectDocumented(page: Page, name: string): Promise<void> {
    const link = page.getByRole('link', { name: /^Documentation: / });
    const address = (await link.first().getAttribute('href')) ?? '';
    const { body, status } = await textOf(page, address);
    expect([name, status]).toEqual([name, 200]);
    const [, anchor] = address.split('#');
    expect(body).toContain(anchor === undefined ? '<h1' : `id="${anchor}"`);
  }

  const textOf = async (page: Page, address: string) => {
    const answer = await page.context().request.get(address);
    return { body: await answer.text(), status: answer.status() };
  };

  /** Checks a page and returns further problems. Keeps `all` screenshots, or those of checked variants. */
  async function look(address: string, name: string, kept: 'all' | 'checked' = 'checked'): Promise<string[]> {
    const { page } = visitor;
    visitor.problems.length = 0;
    await page.goto(address);
    await settle(page);
    for (const width of [1280, 360] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        // Checks each colour scheme and each width once, not every combination.
        const once = (width === 1280) === (colorScheme === 'light');
        if (!once && kept === 'checked') continue;
        await show(page, { colorScheme, width });
        if (once) await expectAccessible(page, `${address}, ${colorScheme}, ${width} px`);
        await keepScreenshot(page, `${name}-${colorScheme}-${width}`);
      }
    return visitor.problems;
  }

  const nameOf = (path: string) =>
    path
      .replace('/o/$org', 'org')
      .replaceAll(/[^a-z]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'home';

  test.each(paths)('shows %s with content accessibly', async (path) => {
    const address = addressOf(path, filled.get('/o/$org') ?? '');
    expect(await look(address ?? path, nameOf(path), 'all')).toEqual([]);
    await expectDocumented(visitor.page, path);
  });

  test.each(paths.filter((path) => path.includes('$org')))(
    'shows %s of an empty organization accessibly',
    async (path) => {
      const address = addressOf(path, empty);
      expect(address === undefined ? [] : await look(address, `${nameOf(path)}-empty`)).toEqual([]);
    },
  );

  test('claims nowhere that nothing drifts after a first analysis that failed', async () => {
    const world = dashboard.world!;
    const { endpoint, Bucket } = { endpoint: world.env.AWS_ENDPOINT_URL!, Bucket: world.settings.state_bucket };
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const s3 = new S3Client({ endpoint, region: world.settings.region, credentials, forcePathStyle: true });
    await s3.send(new PutObjectCommand({ Bucket, Key: 'broken/app.tfstate', Body: 'no state' }));
    s3.destroy();
    const { id } = await dashboard.organization('broken');
    const aws = await dashboard.ask('PATCH', `/orgs/${id}/aws`, { ...world.settings, state_prefix: 'broken/' });
    const analyse = async () => {
      const { body } = await dashboard.ask('POST', `/orgs/${id}/analyses`, {});
      return finished(dashboard.ask, String(body.id));
    };
    const refused = await analyse();
    expect(refused.status).toBe('failed');
    await expectNoPraise(id, refused.id);
    await world.createRole(String(aws.body.external_id), {});
    const unread = await analyse();
    expect(unread).toMatchObject({ status: 'failed', states: [{ status: 'unreadable' }] });
    await expectNoPraise(id, unread.id);
  });

  /**
   * Expects that no summary page of an organization claims "no drift", and that the overview reports the failed
   * analysis.
   */
  async function expectNoPraise(org: string, analysis: string): Promise<void> {
    const { page } = visitor;
    for (const path of ['', '/incidents', '/analyses', `/analyses/${analysis}`, '/repositories']) {
      expect(await look(`/o/${org}${path}`, `not-known${path.replace(analysis, 'one').replaceAll('/', '-')}`)).toEqual(
        [],
      );
      // The options of filters are no claims about the list.
      await page.evaluate(`document.querySelectorAll('main select').forEach((one) => one.remove())`);
      const told = await page.locator('main').innerText();
      if (path === '') expect(told).toContain('Analysis failed');
      expect([path, told.match(/no(?:thing)? drift|none open|in sync|matches its state/i)]).toEqual([path, null]);
    }
  }

  test('leads to connecting and verifying again after AWS was disconnected', async () => {
    const { id } = await dashboard.organization('left');
    await dashboard.analyse(id);
    await dashboard.ask('PATCH', `/orgs/${id}/aws`, { role_arn: null });
    expect(await look(`/o/${id}`, 'disconnected')).toEqual([]);
    const steps = visitor.page.getByRole('region', { name: 'Setup' }).getByRole('heading', { level: 3 });
    expect(await steps.allTextContents()).toEqual([
      'Connect your states, to do',
      'Verify the connection, to do',
      'Run an analysis, done',
    ]);
  });

  test('leaves room for times on a narrow page', async () => {
    await using later = await dashboard.visit();
    await later.signIn({ key: OPERATOR_KEY });
    await later.page.clock.setSystemTime(Date.now() + 20 * 60_000);
    await later.page.goto(`/o/${filled.get('/o/$org')}`);
    await later.page
      .getByText(/\d\d minutes ago/)
      .first()
      .waitFor();
    await show(later.page, { colorScheme: 'light', width: 360 });
    expect(later.problems).toEqual([]);
  });

  test('says what does not exist, and where to go on', async () => {
    expect(await look('/nothing/of/ours', 'not-found')).toEqual([]);
    expect(await look('/o/org_0000000000000000000000', 'no-such-organization')).toEqual([]);
  });
});
