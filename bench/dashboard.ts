import type { Browser, BrowserContext, Page } from 'playwright-core';
import { storeEstate } from '../testkit/dashboard/estate.ts';
import { openDashboard } from '../testkit/dashboard/open.ts';
import { OPERATOR_KEY } from '../testkit/instance.ts';
import { makeOrganization } from '../testkit/walk.ts';
import { PAGES, type Opened, type Visited } from './dashboard/pages.ts';
import { answeredIn, CATEGORIES } from './dashboard/trace.ts';
import { median } from './measure.ts';
import type { Bench, Figure } from './report.ts';

const ESTATE = { states: 500, findings: 20_000, incidents: 5_000, repositories: 60 };
/** The goal for interaction to next paint, which counts as good below it (web.dev/inp). */
const GOAL_MS = 200;
const IDLE_MS = 60_000;
const FIRST_LOAD_KB = 200;

const isCall = (url: string) => new URL(url).pathname.startsWith('/api/');

/** Counts the API calls of a page from now on. */
function countCalls(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => (calls += Number(isCall(request.url()))));
  return () => calls;
}

async function signedIn(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const answer = await context.request.post('/api/v1/session', { data: { key: OPERATOR_KEY } });
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()}`);
  return context;
}

async function open(page: Page, { name, path, ready }: Visited, of: Opened): Promise<void> {
  await page.goto(path(of));
  await page
    .locator(ready)
    .first()
    .waitFor({ timeout: 30_000 })
    .catch(() => {
      throw new Error(`the page ${name} does not come up`);
    });
  await page.waitForLoadState('networkidle');
}

/** The transferred (compressed) bytes of scripts, and of everything except API responses, at a first visit. */
async function firstLoad(browser: Browser, url: string, of: Opened): Promise<Figure[]> {
  const context = await signedIn(browser, url);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const kinds = new Map<string, string>();
  const bytes = { script: 0, all: 0 };
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!isCall(response.url)) kinds.set(requestId, type);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    bytes.all += encodedDataLength;
    if (kind === 'Script') bytes.script += encodedDataLength;
  });
  await open(page, PAGES[0]!, of);
  await context.close();
  return [
    { name: 'first load of the overview: scripts', value: bytes.script / 1000, unit: 'kB', goal: FIRST_LOAD_KB },
    { name: 'first load of the overview: all files', value: bytes.all / 1000, unit: 'kB' },
  ];
}

/** Measures one page: the API calls until it is loaded, and its responsiveness to interactions. */
async function visitPage(browser: Browser, url: string, visited: Visited, of: Opened): Promise<Figure[]> {
  const context = await signedIn(browser, url);
  const page = await context.newPage();
  const calls = countCalls(page);
  await open(page, visited, of);
  const figures: Figure[] = [{ name: `${visited.name}: calls of a view`, value: calls(), unit: '' }];
  for (const [deed, act] of Object.entries(visited.deeds)) {
    const before = calls();
    await browser.startTracing(page, { categories: CATEGORIES });
    await act(page);
    const { inpMs, longestTaskMs } = answeredIn(await browser.stopTracing());
    figures.push(
      { name: `${visited.name}, ${deed}: interaction to next paint`, value: inpMs, unit: 'ms', goal: GOAL_MS },
      { name: `${visited.name}, ${deed}: longest task`, value: longestTaskMs, unit: 'ms' },
      { name: `${visited.name}, ${deed}: calls`, value: calls() - before, unit: '' },
    );
  }
  await context.close();
  return figures;
}

/** The links from page to page, starting at the overview. */
const WAY: readonly [from: string, link: string, to: string][] = [
  ['overview', 'header a:text-is("Incidents")', 'incidents'],
  ['incidents', 'main article a', 'incident'],
  ['incident', 'header a:text-is("States")', 'states'],
  ['states', 'header a:text-is("Overview")', 'overview'],
  ['overview', 'main a[href*="/analyses/an_"]', 'analysis'],
];

const LAPS = 3;

/** The time in ms from the click on a link to the first content of its page, including everything that it loads. */
async function step(page: Page, link: string, to: string): Promise<number> {
  const { ready } = PAGES.find(({ name }) => name === to)!;
  const title = await page.title();
  const began = performance.now();
  await page.locator(link).first().click();
  // The previous page stays until the new page is rendered.
  await page.locator('title').filter({ hasNotText: title }).waitFor({ state: 'attached' });
  await page.locator(ready).first().waitFor({ timeout: 30_000 });
  return performance.now() - began;
}

/**
 * Measures navigation by links: medians of several laps, each starting at the overview with the cached data of earlier
 * laps.
 */
async function pageToPage(browser: Browser, url: string, of: Opened): Promise<Figure[]> {
  const context = await signedIn(browser, url);
  const page = await context.newPage();
  const laps: number[][] = [];
  for (let lap = 0; lap < LAPS; lap += 1) {
    await open(
      page,
      PAGES.find(({ name }) => name === 'overview')!,
      of,
    );
    const took: number[] = [];
    for (const [, link, to] of WAY) {
      took.push(await step(page, link, to));
      await page.waitForLoadState('networkidle');
    }
    laps.push(took);
  }
  await context.close();
  return WAY.map(([from, , to], at) => ({
    name: `${from} to ${to}: until its content is there`,
    value: median(laps.map((took) => took[at] ?? 0)),
    unit: 'ms',
  }));
}

/** Counts the API calls of each page while all pages are open and idle. */
async function idle(browser: Browser, url: string, of: Opened): Promise<Figure[]> {
  const context = await signedIn(browser, url);
  const counted = [];
  for (const visited of PAGES) {
    const page = await context.newPage();
    await open(page, visited, of);
    counted.push({ name: visited.name, calls: countCalls(page) });
  }
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const figures = counted.map(({ name, calls }) => ({
    name: `${name}: calls of an idle minute`,
    value: calls(),
    unit: '',
  }));
  await context.close();
  return figures;
}

/** The dashboard of a very large organization, in a browser. */
export const dashboardBench: Bench = {
  about: '20,000 findings, 500 states, 5,000 incidents in Chromium: interaction to next paint, calls, first load',
  async run({ say }) {
    say('filling the database');
    const of = { org: '', analysis: '', incident: '' };
    await using dashboard = await openDashboard({
      cloud: false,
      fill: async (store) => {
        of.org = (await makeOrganization(store, 'acme')).id;
        const { analysis, incidents } = await storeEstate(store, of.org, ESTATE);
        Object.assign(of, { analysis, incident: incidents[0] });
      },
    });
    const { url, browser } = dashboard;
    const figures = await firstLoad(browser, url, of);
    for (const visited of PAGES) {
      say(visited.name);
      figures.push(...(await visitPage(browser, url, visited, of)));
    }
    say('page to page');
    figures.push(...(await pageToPage(browser, url, of)));
    say('a minute of nothing');
    figures.push(...(await idle(browser, url, of)));
    return {
      bench: 'dashboard',
      about: this.about,
      figures,
      notes: [
        'Interaction to next paint is what Chromium’s trace says of the worst key or click; 16 ms stands for all that took less.',
        'The longest task has the work of scrolling by the wheel in it, which is no interaction by that definition.',
      ],
    };
  },
};
