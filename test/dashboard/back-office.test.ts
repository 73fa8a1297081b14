import { expect } from 'chai';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { createInvoice, createOrder, createPayment, createProduct, createSubscription } from '../support/resources.ts';

onDashboard('the back office', ({ app, open }) => {
  const read = async (path: string) => (await app().call(path)).json;

  it('refunds a part of a payment', async () => {
    const payment = await createPayment(app(), (await createOrder(app())).id);
    const page = await open(`/payments/${payment.id}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByLabel('Reason').fill('damaged');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('cell', { name: 'damaged' }).waitFor();
    expect((await read(`/api/payments/${payment.id}`)).amount_refunded).to.equal(5);
  });

  it('refuses a refund of more than was captured, at the field', async () => {
    const payment = await createPayment(app(), (await createOrder(app())).id);
    const page = await open(`/payments/${payment.id}`, { expectedLines: [/status of 4\d\d/] });
    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('5000');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await dialog.locator('.field-error, .problem').waitFor();
    expect((await read(`/api/payments/${payment.id}`)).amount_refunded).to.equal(0);
  });

  it('voids an invoice', async () => {
    const invoice = await createInvoice(app());
    const page = await open(`/invoices/${invoice.id}`);
    await page.getByRole('button', { name: 'Void' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
    await page.getByRole('heading', { level: 1, name: /Void/ }).waitFor();
    expect((await read(`/api/invoices/${invoice.id}`)).status).to.equal('void');
  });

  it('cancels a subscription at the end of its period, and keeps it again', async () => {
    const { id } = await createSubscription(app());
    const page = await open(`/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').locator('form button[type=submit]').click();
    await page.getByRole('button', { name: 'Keep the subscription' }).click();
    expect((await read(`/api/subscriptions/${id}`)).at_period_end).to.equal('cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep the subscription' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    expect((await read(`/api/subscriptions/${id}`)).at_period_end).to.equal('renew');
  });

  it('adds, changes and deletes a shipping method', async () => {
    const page = await open('/shipping_methods');
    await page.getByRole('button', { name: 'Add a shipping method' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Standard');
    await dialog.getByLabel('Prices').fill('50: 4.90\n*: 0');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add a shipping method' }).click();
    const row = page.getByRole('row', { name: /Standard/ });
    await row.waitFor();
    const [method] = (await read('/api/shipping_methods')).data;
    expect(method.tiers).to.deep.equal([
      { up_to: 50, price: 4.9 },
      { up_to: null, price: 0 },
    ]);
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Letter');
    await dialog.getByRole('button', { name: 'Edit' }).click();
    const changed = page.getByRole('row', { name: /Letter/ });
    await changed.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no shipping method').waitFor();
    expect((await read('/api/shipping_methods')).data).to.deep.equal([]);
  });

  it('adds a webhook, shows its secret once, and lists a test delivery', async () => {
    const page = await open('/webhooks');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://hooks.example/commerce');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    expect(await page.locator('.secret code').innerText()).to.match(/^whsec_/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'https://hooks.example/commerce' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await dialog.getByRole('button', { name: 'Send a test event' }).click();
    // the host does not exist: how that fails depends on the network
    await page
      .getByRole('dialog', { name: 'Send a test event' })
      .getByText(/^\d[\d,]* ms$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await createProduct(app(), { name: 'Announced' });
    const { id } = (await read('/api/webhooks')).data[0];
    await eventually('a delivery', async () => (await read(`/api/webhooks/${id}/deliveries`)).data.length > 0);
    await page.reload();
    await page
      .getByRole('row', { name: /product.created/ })
      .getByRole('button', { name: 'Show' })
      .click();
    await page.getByRole('dialog', { name: 'product.created' }).getByText('Announced').waitFor();
    await expectAccessible(page);
  });

  it('saves a view of a list and returns to it', async () => {
    await createProduct(app(), { name: 'Archived thing', status: 'archived' });
    const page = await open('/products?status=archived');
    await page.getByText('Views').click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old stock');
    await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${app().url}/dashboard/products`);
    await page.getByText('Views').click();
    await page.getByRole('button', { name: 'Old stock', exact: true }).click();
    await page.waitForURL('**/products?status=archived');
    await expectAccessible(page);
  });

  it('changes the shop, and tells the second of two tabs', async () => {
    const [first, second] = [await open('/shop'), await open('/shop', { expectedLines: [/status of 412/] })];
    await first.getByLabel('Legal name').fill('Linen Ltd');
    await second.getByLabel('Prefix of invoices').fill('LIN-');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByText('Saved.').waitFor();
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByRole('button', { name: 'Use the chosen values' }).click();
    await second.getByRole('button', { name: 'Save' }).click();
    await second.getByText('Saved.').waitFor();
    expect(await read('/api/shop')).to.include({ legal_name: 'Linen Ltd', invoice_prefix: 'LIN-' });
  });

  it('draws the sales of the last 30 days, and shares them by the address', async () => {
    await createPayment(app(), (await createOrder(app())).id);
    const page = await open('/analytics');
    await page.getByRole('img', { name: 'Sales after refunds' }).waitFor();
    await page.getByLabel('Compare with the period before').check();
    await page.getByLabel('Figure', { exact: true }).selectOption('orders');
    await page.getByRole('img', { name: 'Orders' }).waitFor();
    const address = new URL(page.url());
    expect(Object.fromEntries(address.searchParams)).to.include({ compare: 'previous', figure: 'orders' });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await downloading).suggestedFilename()).to.equal('sales.csv');
  });
});
