import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onDashboard } from '../support/dashboard.ts';
import { fillShop } from '../support/dashboard-shop.ts';
import { createUser } from '../support/resources.ts';
import { PASSWORD } from '../support/secrets.ts';

/** Where the images of the screens go; none are made without it. */
const IMAGES = process.env['DASHBOARD_IMAGES'];

const MISSING = 'There is no such screen, or you may not see it.';

/** The screens that a role may not see. */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  staff: ['/keys', '/webhooks', '/events', '/audit_log'],
  analyst: ['/invoices/new', '/products/new', '/price_test'],
};

/** The buttons that change nothing but what is shown. */
const HARMLESS = ['Filters', 'CSV', 'Show', 'Show live', 'Reload', 'Export', 'Import', 'Next', 'Try again'];

const WIDTHS = [390, 1024, 1680];

const show = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
};

onDashboard('screens', {}, ({ app, open, expectAccessible }) => {
  let screens: readonly string[];

  before(async () => {
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

  it('are accessible in both themes, and write nothing on the console', async () => {
    const page = await open('');
    for (const screen of screens) {
      await show(page, `${app().url}/dashboard${screen}`);
      await photograph(page, screen);
      await expectAccessible(page);
    }
  });

  /** Only who has created a webhook sees it, and who manages those of others. */
  const screensOfAll = () => screens.filter((screen) => !screen.startsWith('/webhooks/'));

  for (const role of ['staff', 'analyst']) {
    it(`ask for nothing that ${role} may not read`, async () => {
      const { email } = await createUser(app(), { role });
      const page = await open('', { user: { email, password: PASSWORD } });
      // a refused request would be on the console
      const seen: string[] = [];
      for (const screen of screensOfAll()) {
        await page.goto(`${app().url}/dashboard${screen}`);
        const missing = page.getByRole('heading', { name: MISSING });
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        if ((await missing.count()) === 0) seen.push(screen);
      }
      const hidden = screensOfAll().filter((screen) => !seen.includes(screen));
      expect(hidden.map((screen) => screen.split('?')[0])).to.deep.equal(HIDDEN[role]);
    });
  }

  it('offer an analyst only what changes nothing', async () => {
    const { email } = await createUser(app(), { role: 'analyst' });
    const page = await open('', { user: { email, password: PASSWORD } });
    const changes: string[] = [];
    page.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) changes.push(`${request.method()} ${request.url()}`);
    });
    for (const screen of screensOfAll().filter((each) => each !== '/account')) {
      await show(page, `${app().url}/dashboard${screen}`);
      const buttons = page.locator('main button:is(.button, [type=submit]):not([aria-disabled=true], :disabled)');
      for (let index = 0; index < (await buttons.count()); index += 1) {
        const name = (await buttons.nth(index).textContent())?.trim();
        expect(name, screen).to.be.oneOf(HARMLESS);
      }
    }
    expect(changes).to.deep.equal([]);
  });

  it('show hostile texts as texts', async () => {
    const page = await open('');
    for (const screen of screens) {
      await show(page, `${app().url}/dashboard${screen}`);
      expect(await page.title(), screen).to.match(/ · Commerce$/);
      expect(await page.locator('img[src="x"]').count(), screen).to.equal(0);
    }
  });

  it('fit into a narrow window', async () => {
    const page = await open('', { context: { viewport: { width: 390, height: 844 } } });
    for (const screen of screens) {
      await show(page, `${app().url}/dashboard${screen}`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, screen).to.be.at.most(390);
    }
  });

  it('say that a screen does not exist', async () => {
    const page = await open('/nowhere');
    await page.getByRole('heading', { name: MISSING }).waitFor();
  });
});
