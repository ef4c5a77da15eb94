import type { Page } from 'playwright-core';

/** The ids of the objects whose pages the bench opens. */
export type Opened = { org: string; analysis: string; incident: string };

/** Interactions on a page by name, each a sequence of keys and clicks. */
export type Deeds = Record<string, (page: Page) => Promise<void>>;

/** A page with its interactions. Each interaction starts where the previous one ended. */
export type Visited = { name: string; path: (of: Opened) => string; ready: string; deeds: Deeds };

const PAUSE_MS = 250;
const breathe = (page: Page) => page.waitForTimeout(PAUSE_MS);

/** Scrolls down the list, first by the keyboard, page by page, and then by the wheel. */
async function scroll(page: Page): Promise<void> {
  await page.locator('main').click({ position: { x: 2, y: 2 } });
  for (let n = 0; n < 15; n += 1) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(80);
  }
  for (let n = 0; n < 20; n += 1) {
    await page.mouse.wheel(0, 1500);
    await page.waitForTimeout(40);
  }
  await breathe(page);
  await page.keyboard.press('Control+Home');
  await breathe(page);
}

/** Types into a filter field at human speed, and clears it again. */
const type = (label: string, text: string) => async (page: Page) => {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(900);
  await field.press('Control+A');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(900);
};

async function openDialog(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Assign/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await breathe(page);
  await page.keyboard.press('Escape');
  await breathe(page);
}

const openFirst = (within: string) => async (page: Page) => {
  await page.locator(within).first().click();
  await page.waitForTimeout(1200);
};

/** The pages that can be long. */
export const PAGES: readonly Visited[] = [
  { name: 'overview', path: ({ org }) => `/o/${org}`, ready: 'main section', deeds: { scroll } },
  {
    name: 'analysis',
    path: ({ org, analysis }) => `/o/${org}/analyses/${analysis}`,
    ready: 'main article',
    deeds: { scroll, filter: type('Address, type or text', 'service_47'), open: openFirst('main article button') },
  },
  {
    name: 'incidents',
    path: ({ org }) => `/o/${org}/incidents?status=all`,
    ready: 'main article',
    deeds: { scroll, filter: type('Address or text', 'service_47'), open: openFirst('main article a') },
  },
  {
    name: 'states',
    path: ({ org }) => `/o/${org}/repositories`,
    ready: 'main article',
    deeds: { scroll, filter: type('Key', 'service-47'), open: openDialog },
  },
  {
    name: 'incident',
    path: ({ org, incident }) => `/o/${org}/incidents/${incident}`,
    ready: 'main section',
    deeds: { scroll },
  },
];
