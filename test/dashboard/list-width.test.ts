import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onDashboard } from '../support/browser/dashboard.ts';
import { fillShop } from '../support/browser/dashboard-shop.ts';

const LISTS = [
  '/orders',
  '/payments',
  '/invoices',
  '/credit_notes',
  '/plans',
  '/subscriptions',
  '/customers',
  '/products',
  '/redirects',
  '/discounts',
  '/shipping_methods',
  '/tax_rates',
  '/keys',
  '/webhooks',
  '/events',
  '/audit_log',
  '/team',
  '/account',
];

const cutIn = async (page: Page, url: string): Promise<string[]> => {
  const cut: string[] = [];
  for (const screen of LISTS) {
    await page.goto(`${url}/dashboard${screen}`);
    await page.locator('.table-frame').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    const excess = await page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('.table-frame')].map((frame) => frame.scrollWidth - frame.clientWidth))`,
    );
    if (excess > 0) cut.push(`${screen}: ${excess} pixels`);
  }
  return cut;
};

onDashboard('lists', {}, ({ app, open, expectAccessible }) => {
  before(async () => {
    await fillShop(app());
    const key = {
      name: 'Server of the shop',
      scopes: ['products:read', 'orders:read', 'orders:write', 'payments:read'],
    };
    await app().call('/api/auth/keys', { method: 'POST', body: key });
  });

  for (const width of [390, 1024]) {
    it(`show their usual columns in a window of ${width} pixels`, async () => {
      const page = await open('', { context: { viewport: { width, height: 900 } } });
      expect(await cutIn(page, app().url)).to.deep.equal([]);
    });
  }

  it('show rows in two lines on phones, which remain rows for screen readers', async () => {
    const page = await open('/orders', { context: { viewport: { width: 390, height: 900 } } });
    const row = page.getByRole('table').getByRole('row').nth(1);
    await row.waitFor();
    expect((await row.boundingBox())?.height).to.be.within(40, 90);
    expect(await row.getByRole('cell').count()).to.be.greaterThan(4);
    expect(await page.getByRole('columnheader', { name: 'Total' }).count()).to.equal(1);
    await expectAccessible(page);
  });
});
