import { expect } from 'chai';
import { onDashboard } from '../support/browser/dashboard.ts';
import { photograph } from '../support/browser/photograph.ts';
import { spawnCommand } from '../support/servers/spawn-service.ts';

const OPTIONS = { settings: { SECRET_KEY: 'the secret key of a seeded shop in tests' } };

const HOUR_MS = 3_600_000;

/** The last day of the seeded year. */
const yesterdayEvening = (): Date => {
  const today = new Date().toISOString().slice(0, 10);
  return new Date(Date.parse(today) - 2 * HOUR_MS);
};

onDashboard('a seeded shop', OPTIONS, ({ settings, open, expectAccessible }) => {
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
});
