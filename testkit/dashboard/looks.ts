import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { keepScreenshot } from './browser.ts';

/**
 * Saves screenshots of a page on a desktop and on a phone, light and dark. Expects that the page is accessible and not
 * wider than the screen in each.
 */
export async function keepLooks(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Some parts render once to measure their width and then again.
    const wider = () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    await expect.poll(wider, { message: `${name} at ${width} px is wider than that by` }).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${name}, ${width} px, ${colorScheme}`);
      await keepScreenshot(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}
