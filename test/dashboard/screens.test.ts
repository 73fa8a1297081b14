import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';
import { fillShop } from '../support/dashboard-shop.ts';

/** Where the images of the screens go; none are made without it. */
const IMAGES = process.env['DASHBOARD_IMAGES'];

const WIDTHS = [390, 1024, 1680];

const show = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
};

onDashboard('screens', ({ app, open }) => {
  let screens: readonly string[];

  before(async function () {
    this.timeout(60_000);
    screens = await fillShop(app());
  });

  const photograph = async (page: Page, screen: string): Promise<void> => {
    if (IMAGES === undefined) return;
    await mkdir(IMAGES, { recursive: true });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const name = `${screen.replaceAll(/\W+/g, '-').slice(1, 40) || 'home'}-${width}.png`;
      await page.screenshot({ path: path.join(IMAGES, name), fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  it('are accessible in both themes, and write nothing on the console', async function () {
    this.timeout(180_000);
    const page = await open('');
    for (const screen of screens) {
      await show(page, `${app().url}/dashboard${screen}`);
      await photograph(page, screen);
      await expectAccessible(page);
    }
  });

  it('show hostile texts as texts', async function () {
    this.timeout(120_000);
    const page = await open('');
    for (const screen of screens) {
      await show(page, `${app().url}/dashboard${screen}`);
      expect(await page.title(), screen).to.equal('Dashboard');
      expect(await page.locator('img[src="x"]').count(), screen).to.equal(0);
    }
  });

  it('fit into a narrow window', async function () {
    this.timeout(120_000);
    const page = await open('', { context: { viewport: { width: 390, height: 844 } } });
    for (const screen of screens) {
      await show(page, `${app().url}/dashboard${screen}`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, screen).to.be.at.most(390);
    }
  });

  it('say that a screen does not exist', async () => {
    const page = await open('/nowhere');
    await page.getByRole('heading', { name: 'There is no such screen, or you may not see it.' }).waitFor();
  });
});
