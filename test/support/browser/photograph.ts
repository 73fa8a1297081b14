import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Where the images of the screens go; none are made without it. */
const IMAGES = process.env['DASHBOARD_IMAGES'];

const HEIGHT = 900;

/** Writes an image of the whole page for each width in pixels, such as `home-1024.png`. */
export const photograph = async (page: Page, name: string, widths: readonly number[]): Promise<void> => {
  if (IMAGES === undefined) return;
  await mkdir(IMAGES, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.screenshot({ path: path.join(IMAGES, `${name}-${width}.png`), fullPage: true });
  }
};
