/**
 * `node scripts/pictures.ts` takes README.md's screenshots of a dashboard with the demo's cloud. Needs chromium, moto
 * and the AWS provider.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openDashboard } from '../testkit/dashboard/open.ts';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const SHOWN = 'module.network.aws_security_group.web';

/** Takes a screenshot of a page after its last request. */
async function take(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${IMAGES}${name}.png` });
  console.log(`docs/images/${name}.png`);
}

await using dashboard = await openDashboard({ cloud: 'aws' });
const { id } = await dashboard.organization('acme');
const analysis = await dashboard.analyse(id);
const shown = analysis.findings.find(({ resource }) => resource === SHOWN);
if (!shown) throw new Error(`the analysis did not find ${SHOWN}: ${analysis.status}`);
mkdirSync(IMAGES, { recursive: true });
const visitor = await dashboard.visit();
const { page } = visitor;
const { body } = await dashboard.ask('POST', `/orgs/${id}/keys`, { name: 'demo', scopes: ['admin'] });
await visitor.signIn({ key: String(body.key) });
await page.goto(`/o/${id}`);
await take(page, 'overview');
await page.goto(`/o/${id}/analyses/${analysis.id}/findings/${shown.fingerprint}`);
await take(page, 'finding');
