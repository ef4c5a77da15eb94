import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { chromiumProgram } from '../needs.ts';

export type Look = { colorScheme: 'light' | 'dark'; width: 360 | 1280 };

/** A browser context for one visitor: cookies, a page, and the problems on it. */
export type Visit = {
  context: BrowserContext;
  page: Page;
  /** Errors of the page and its console, and requests to other origins than the dashboard's. */
  problems: string[];
  /** Signs in over the API, without the sign-in page. */
  signIn(by: { key: string } | { link: string }): Promise<void>;
} & AsyncDisposable;

export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumProgram();
  if (executablePath === undefined) throw new Error('chromium was not found: missing() tells how to get it');
  // Containers have little shared memory, and Chromium has no sandbox for root.
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args });
}

/** Console messages of the browser about an error response that the page expects. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Opens the dashboard at `url` as a new visitor. */
export async function visit(browser: Browser, url: string, look: Partial<Look> = {}): Promise<Visit> {
  const { colorScheme = 'light', width = 1280 } = look;
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ baseURL: url, colorScheme, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    const [type, text] = [message.type(), message.text()];
    if ((type === 'error' || type === 'warning') && !EXPECTED.test(text)) problems.push(`${type}: ${text}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:'))
      problems.push(`asked elsewhere: ${request.url()}`);
  });
  return {
    context,
    page,
    problems,
    async signIn(by) {
      const answer = await context.request.post('/api/v1/session', { data: by });
      if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Saves a screenshot in the directory PLUMBLINE_ARTIFACTS; does nothing if it is not set. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const { PLUMBLINE_ARTIFACTS: directory } = process.env;
  if (!directory) return;
  const path = join(directory, 'dashboard');
  mkdirSync(path, { recursive: true });
  await page.screenshot({ path: join(path, `${name}.png`), fullPage: true });
}
