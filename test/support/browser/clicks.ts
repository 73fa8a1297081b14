import type { Page } from 'playwright-core';

/** Runs in the page before its scripts: a click by the mouse, and not one that a key or a script has made. */
const COUNTING = `addEventListener('pointerdown', (event) => {
  if (event.isTrusted && event.button === 0) sessionStorage.setItem('clicks', 1 + Number(sessionStorage.getItem('clicks')));
}, true);`;

/** Counts the clicks of the mouse in a page from now on, also on the pages that it goes to. */
export const clicksOf = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript({ content: COUNTING });
  await page.evaluate(`sessionStorage.setItem('clicks', 0); ${COUNTING}`);
  return () => page.evaluate("Number(sessionStorage.getItem('clicks'))");
};
