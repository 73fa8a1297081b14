import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onDashboard } from '../support/browser/dashboard.ts';
import { AREAS, fillShop, type ScreenPaths } from '../support/browser/dashboard-shop.ts';
import { photograph } from '../support/browser/photograph.ts';
import { IS_LONG } from '../support/extent.ts';

const MISSING = 'There is no such screen, or you may not see it.';

/** The screens that a role may not see. */
const HIDDEN: Readonly<Record<'staff' | 'analyst', readonly string[]>> = {
  staff: ['/keys', '/webhooks', '/events', '/audit_log'],
  analyst: ['/invoices/new', '/products/new', '/price_test'],
};

/** The buttons that change nothing but what is shown. */
const HARMLESS = [
  'Copy',
  'Count all rows',
  'Filters',
  'CSV',
  'Show',
  // the fields of a variant
  'Details',
  // a row of a form, which is saved by another button
  'Add',
  'Show live',
  'Reload',
  'Export',
  'Import',
  'Next',
  'Print',
  'Try again',
];

/** Has each screen with its path. */
const SCREENS = new URL('../../src/dashboard/app/screens.ts', import.meta.url);

const WIDTHS = [390, 1024, 1680];

const NARROW = { width: 390, height: 844 };
const USUAL = { width: 1280, height: 900 };

const pathOf = (screen: string): string => screen.split('?')[0] ?? '';

const show = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
};

/** The name of a screen's images. */
const nameOf = (screen: string): string => screen.replaceAll(/\W+/g, '-').slice(1, 40) || 'home';

onDashboard('screens', {}, ({ app, open, expectAccessible }) => {
  let screens: ScreenPaths;

  before(async () => {
    screens = await fillShop(app());
  });

  it('are all visited', async () => {
    const source = await readFile(SCREENS, 'utf8');
    const routes = [...source.matchAll(/ '(.*?)': async/g)].map(([, route = '']) => route);
    const visited = Object.values(screens).flat().map(pathOf);
    const missing = routes.filter((route) => {
      const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '\\w+_\\w+')}$`);
      return !visited.some((screen) => pattern.test(screen));
    });
    expect(routes).to.include('/orders/:id');
    expect(missing).to.deep.equal([]);
  });

  for (const area of AREAS) {
    it(`of the area ${area} are accessible, fit into narrow windows, and show hostile texts as texts`, async () => {
      const page = await open('');
      for (const screen of screens[area]) {
        await page.setViewportSize(NARROW);
        await show(page, `${app().url}/dashboard${screen}`);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, screen).to.be.at.most(NARROW.width);
        expect(await page.title(), screen).to.match(/ · Shop$/);
        expect(await page.locator('img[src="x"]').count(), screen).to.equal(0);
        await photograph(page, nameOf(screen), WIDTHS);
        await page.setViewportSize(USUAL);
        await expectAccessible(page);
      }
    });
  }

  it('say that a screen does not exist', async () => {
    const page = await open('/nowhere');
    await page.getByRole('heading', { name: MISSING }).waitFor();
  });
});

/** Only who has created a webhook sees it, and who manages those of others. */
const isOfAll = (screen: string): boolean => !screen.startsWith('/webhooks/');

/** The analyst's visit is an ordinary test, that of staff a long one: flows visit most of their screens. */
const VISITOR = IS_LONG ? ({ role: 'staff', by: 'keyboard' } as const) : ({ role: 'analyst', by: 'mouse' } as const);

onDashboard('screens', { run: VISITOR }, ({ app, open }) => {
  let screens: ScreenPaths;

  before(async () => {
    screens = await fillShop(app());
  });

  for (const area of AREAS) {
    it(`of the area ${area} request and change nothing that the role may not`, async () => {
      const page = await open('');
      const changes: string[] = [];
      page.on('request', (request) => {
        const isHarmless = ['GET', 'HEAD'].includes(request.method()) || request.url().endsWith('?dry_run=true');
        if (!isHarmless) changes.push(`${request.method()} ${request.url()}`);
      });
      // a refused request would be on the console
      for (const screen of screens[area].filter(isOfAll)) {
        await show(page, `${app().url}/dashboard${screen}`);
        const isHidden = (await page.getByRole('heading', { name: MISSING }).count()) > 0;
        expect(isHidden, screen).to.equal(HIDDEN[VISITOR.role].includes(pathOf(screen)));
        // everybody changes their own account
        if (VISITOR.role === 'analyst' && screen !== '/account') await requireHarmless(page, screen);
      }
      expect(changes).to.deep.equal([]);
    });
  }
});

const requireHarmless = async (page: Page, screen: string): Promise<void> => {
  const buttons = page.locator('main button:is(.button, [type=submit]):not([aria-disabled=true], :disabled)');
  for (const text of await buttons.allTextContents()) expect(text.trim(), screen).to.be.oneOf(HARMLESS);
};
