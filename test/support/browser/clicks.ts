import type { Page } from 'playwright-core';

/** Tells each click of a mouse; those that a key or a script makes have the detail 0. Runs in the page. */
const TELL = `addEventListener('click', (event) => {
  if (event.isTrusted && event.detail > 0) countClick();
}, true);`;

/** Counts the clicks of the mouse, also on the page that is shown now. @returns what reads their number. */
export const countClicks = async (page: Page): Promise<() => number> => {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(TELL);
  await page.evaluate(TELL);
  return () => clicks;
};
