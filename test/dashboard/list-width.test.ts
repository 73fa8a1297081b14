import { expect } from 'chai';
import { onDashboard } from '../support/dashboard.ts';
import { fillShop } from '../support/dashboard-shop.ts';

const LISTS = [
  '/orders',
  '/payments',
  '/invoices',
  '/credit_notes',
  '/plans',
  '/subscriptions',
  '/customers',
  '/products',
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

onDashboard('lists', {}, ({ app, open }) => {
  it('show their usual columns in a window of 1024 pixels', async () => {
    await fillShop(app());
    const key = {
      name: 'Server of the shop',
      scopes: ['products:read', 'orders:read', 'orders:write', 'payments:read'],
    };
    await app().call('/api/auth/keys', { method: 'POST', body: key });
    const page = await open('', { context: { viewport: { width: 1024, height: 900 } } });
    const cut: string[] = [];
    for (const screen of LISTS) {
      await page.goto(`${app().url}/dashboard${screen}`);
      await page.locator('.table-frame').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      const excess = await page.evaluate<number>(
        `Math.max(...[...document.querySelectorAll('.table-frame')].map((frame) => frame.scrollWidth - frame.clientWidth))`,
      );
      if (excess > 0) cut.push(`${screen}: ${excess} pixels`);
    }
    expect(cut).to.deep.equal([]);
  });
});
