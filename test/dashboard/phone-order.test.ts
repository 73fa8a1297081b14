import { expect } from 'chai';
import { countClicks } from '../support/browser/clicks.ts';
import { onDashboard } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';

onDashboard('an order by phone', { run: { role: 'staff', by: 'mouse' } }, ({ app, open }) => {
  const { createProduct, get } = ordersOf(app);

  it('is created and paid by seven clicks, and does not expire', async () => {
    await createProduct({ name: 'Straw hat', price: 30 });
    const page = await open('/orders');
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'Create an order' }).click();
    const search = page.getByLabel('Add a product');
    await search.click();
    await search.fill('Straw hat');
    await page.getByRole('option', { name: /^Straw hat/ }).click();
    const email = page.getByLabel('E-mail');
    await email.click();
    await email.fill('phone@example.com');
    await page.getByText('$30.00').first().waitFor();
    await page.getByRole('button', { name: 'Create an order' }).click();
    await page.waitForURL(/\/dashboard\/orders\/ord_/);
    const [created] = (await get('/api/orders?email=phone@example.com')).data;
    expect(created.expires_at).to.equal(null);
    await page.getByRole('button', { name: 'Collect payment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('$30.00 captured').waitFor();
    const order = await get(`/api/orders/${created.id}`);
    expect(order).to.include({ payment_status: 'paid', amount_paid: 30 });
    expect(clicks()).to.equal(7);
  });
});
