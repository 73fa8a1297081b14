import type { Page } from 'playwright-core';

type ClickTarget = Readonly<{
  addEventListener(
    type: 'click',
    listener: (event: Readonly<{ isTrusted: boolean; detail: number }>) => void,
    isCapturing: boolean,
  ): void;
  countClick(): void;
}>;

/** Runs in the page. Keys and scripts that press a button are no clicks: their events have no detail. */
const report = (): void => {
  const target = globalThis as unknown as ClickTarget;
  target.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && target.countClick(), true);
};

/** Counts the clicks that a person makes on a page from now on. */
export const countClicks = async (page: Page): Promise<() => number> => {
  let count = 0;
  await page.exposeFunction('countClick', () => {
    count += 1;
  });
  await page.addInitScript(report);
  await page.evaluate(report);
  return () => count;
};
