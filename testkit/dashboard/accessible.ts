import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Waits for the end of all animations, since the contrast of changing colours has no meaning. */
const AT_REST = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))))
  .then(() => undefined)`;

type Found = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] };

/** Expects that axe finds no violation of WCAG 2.2 AA on the current page. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  await page.evaluate(AT_REST);
  // The browser evaluates the script itself, so the page's Content-Security-Policy does not block it.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const options = { runOnly: STANDARDS, resultTypes: ['violations'] };
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Found[];
  const told = found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 3)
        .map(({ html }) => `  ${html.slice(0, 300)}`)
        .join('\n')}`,
  );
  expect([what, ...told]).toEqual([what]);
}
