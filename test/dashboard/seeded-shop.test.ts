import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { onDashboard } from '../support/browser/dashboard.ts';
import { shiftOf } from '../support/browser/layout-shift.ts';
import { photograph } from '../support/browser/photograph.ts';
import { spawnCommand } from '../support/servers/spawn-service.ts';

const OPTIONS = {
  settings: {
    SECRET_KEY: 'the secret key of a seeded shop in tests',
    // the command stores pictures that the service shows
    DATA_DIR: path.join(tmpdir(), `seeded-shop-${process.pid}`),
  },
};

const HOME_AND_LISTS = [
  '',
  '/orders',
  '/products',
  '/customers',
  '/payments',
  '/returns',
  '/subscriptions',
  '/invoices',
];

/** A tenth is what a browser's vendor calls good. */
const MAX_SHIFT = 0.05;

const HOUR_MS = 3_600_000;

/** The last day of the seeded year. */
const yesterdayEvening = (): Date => {
  const today = new Date().toISOString().slice(0, 10);
  return new Date(Date.parse(today) - 2 * HOUR_MS);
};

onDashboard('a seeded shop', OPTIONS, ({ app, settings, open, expectAccessible }) => {
  before(async () => {
    // a running service would begin to count what was seeded only after a while
    for (const args of [['seed', '--orders', '3000'], ['analytics-rebuild']]) {
      const { code, stderr } = await spawnCommand(args, settings()).ended;
      expect(code, stderr).to.equal(0);
    }
  });

  it('has its counts, the sales of the day and the newest orders on the home screen', async () => {
    const page = await open('/shop');
    await page.clock.setSystemTime(yesterdayEvening());
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: /^[1-9]\d*\+?\s*orders to fulfil$/i }).waitFor();
    await page.locator('canvas').waitFor();
    const figures = page.locator('.figures');
    await figures.locator('.change').nth(3).waitFor();
    expect(await figures.innerText()).to.match(/Sales after refunds\s+\$[1-9][\d,.]*\s+[+-]\d+(?:\.\d)?%/);
    await page.getByRole('row', { name: /@/ }).nth(4).waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await photograph(page, 'seeded-home', [1280]);
    await expectAccessible(page);
  });
  for (const width of [390, 1440]) {
    it(`moves nothing while Home and lists load in a window of ${width} pixels`, async () => {
      const page = await open('/shop', { context: { viewport: { width, height: 900 } } });
      const shifts: Record<string, number> = {};
      for (const screen of HOME_AND_LISTS) shifts[screen] = await shiftOf(page, `${app().url}/dashboard${screen}`);
      expect(Object.entries(shifts).filter(([, shift]) => shift > MAX_SHIFT)).to.deep.equal([]);
    });
  }
});
