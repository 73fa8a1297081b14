import type { Page } from 'playwright-core';

/** Runs in the page. */
const RECORD = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/**
 * Opens an address and waits until it has loaded and nothing is awaited any more.
 *
 * @returns by how much its parts have moved meanwhile, in the unit of the browser's layout shifts.
 */
export const shiftOf = async (page: Page, url: string): Promise<number> => {
  await page.addInitScript(RECORD);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('.loading, .awaited-name').first().waitFor({ state: 'detached' });
  return page.evaluate<number>('window.shift');
};
