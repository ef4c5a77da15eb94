import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { keepScreenshot } from './browser.ts';

/** Keeps what a page looks like on a desk and on a phone, light and dark: each is accessible, and none wider than the screen. */
export async function keepLooks(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // What is drawn to measure is drawn anew in a moment.
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
