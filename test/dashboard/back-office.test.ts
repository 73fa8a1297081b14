import { expect } from 'chai';
import { OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { photograph } from '../support/browser/photograph.ts';
import { chooseOfRow, chooseOfScreen } from '../support/browser/row-menu.ts';
import {
  createInvoice,
  createOrder,
  createPayment,
  createProduct,
  createSubscription,
  itemsOf,
} from '../support/builders/resources.ts';
import { eventually } from '../support/eventually.ts';
import { OWNER } from '../support/servers/calls.ts';

onDashboard('the back office', { run: OWNER_FLOW }, ({ app, open, click, fill, select, check, expectAccessible }) => {
  const read = async (path: string) => (await app().call(path)).json;

  it('refunds a part of a payment', async () => {
    const payment = await createPayment(app(), (await createOrder(app())).id);
    const page = await open(`/payments/${payment.id}`);
    await click(page.getByRole('button', { name: 'Refund' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Amount'), '5');
    await fill(dialog.getByLabel('Reason'), 'damaged');
    await click(dialog.getByRole('button', { name: 'Refund $5.00' }));
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'damaged' }) });
    // who has refunded it
    await row.getByText(OWNER.email).waitFor();
    expect((await read(`/api/payments/${payment.id}`)).amount_refunded).to.equal(5);
  });

  it('refuses a refund of more than was captured, at the field', async () => {
    const payment = await createPayment(app(), (await createOrder(app())).id);
    const page = await open(`/payments/${payment.id}`, { expectedLines: [/status of 4\d\d/] });
    await click(page.getByRole('button', { name: 'Refund' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Amount'), '5000');
    await click(dialog.getByRole('button', { name: 'Refund' }));
    await dialog.locator('.field-error, .problem').waitFor();
    expect((await read(`/api/payments/${payment.id}`)).amount_refunded).to.equal(0);
  });

  it('records that an invoice was paid by bank transfer', async () => {
    const invoice = await createInvoice(app());
    const page = await open(`/invoices/${invoice.id}`);
    await click(page.getByRole('button', { name: 'Collect payment' }));
    await page.getByRole('radio', { name: 'Mark as paid' }).waitFor();
    await expectAccessible(page);
    await click(page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }));
    await page.getByRole('heading', { level: 1, name: /Paid/ }).waitFor();
    expect((await read(`/api/invoices/${invoice.id}`)).status).to.equal('paid');
  });

  it('voids an invoice', async () => {
    const invoice = await createInvoice(app());
    const page = await open(`/invoices/${invoice.id}`);
    await chooseOfScreen({ click }, page, 'Void');
    await expectAccessible(page);
    await click(page.getByRole('dialog').getByRole('button', { name: 'Void' }));
    await page.getByRole('heading', { level: 1, name: /Void/ }).waitFor();
    expect((await read(`/api/invoices/${invoice.id}`)).status).to.equal('void');
  });

  it('cancels a subscription at the end of its period, and keeps it again', async () => {
    const { id } = await createSubscription(app());
    const page = await open(`/subscriptions/${id}`);
    await chooseOfScreen({ click }, page, 'Cancel the subscription');
    await click(page.getByRole('dialog').locator('form button[type=submit]'));
    await page.getByText(/^Ends on /).waitFor();
    await click(page.getByRole('button', { name: 'Keep the subscription' }));
    expect((await read(`/api/subscriptions/${id}`)).at_period_end).to.equal('cancel');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Keep the subscription' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/^Renews on /).waitFor();
    expect((await read(`/api/subscriptions/${id}`)).at_period_end).to.equal('renew');
  });

  it('adds, changes and deletes a shipping method', async () => {
    const page = await open('/shipping_methods');
    await click(page.getByRole('button', { name: 'Add a shipping method' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Standard');
    await fill(dialog.getByLabel('Up to'), '50');
    await fill(dialog.getByLabel('Price', { exact: true }), '4.90');
    await click(dialog.getByRole('button', { name: 'Add: Prices' }));
    await fill(dialog.getByLabel('Price', { exact: true }).last(), '0');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Add a shipping method' }));
    const row = page.getByRole('row', { name: /Standard/ });
    await row.waitFor();
    const [method] = (await read('/api/shipping_methods')).data;
    expect(method.tiers).to.deep.equal([
      { up_to: 50, price: 4.9 },
      { up_to: null, price: 0 },
    ]);
    await chooseOfRow({ click }, row, 'Edit');
    await fill(dialog.getByLabel('Name'), 'Letter');
    await click(dialog.getByRole('button', { name: 'Save' }));
    const changed = page.getByRole('row', { name: /Letter/ });
    await chooseOfRow({ click }, changed, 'Delete');
    await click(dialog.getByRole('button', { name: 'Delete' }));
    await page.getByText('There is no shipping method').waitFor();
    expect((await read('/api/shipping_methods')).data).to.deep.equal([]);
  });

  it('adds a webhook, shows its secret once, and lists a test delivery', async () => {
    const page = await open('/webhooks');
    await click(page.getByRole('button', { name: 'Add an endpoint' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('URL'), 'https://hooks.example/commerce');
    await click(dialog.getByRole('button', { name: 'Add an endpoint' }));
    expect(await page.locator('.secret code').innerText()).to.match(/^whsec_/);
    await click(dialog.getByRole('button', { name: 'I have stored it' }));
    await click(page.getByRole('link', { name: 'https://hooks.example/commerce' }));
    await click(page.getByRole('button', { name: 'Send a test event' }));
    await click(dialog.getByRole('button', { name: 'Send a test event' }));
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
    await chooseOfRow({ click }, page.getByRole('row', { name: /product.created/ }), 'Show');
    await page.getByRole('dialog', { name: 'product.created' }).getByText('Announced').waitFor();
    await expectAccessible(page);
  });

  it('saves a view of a list and returns to it', async () => {
    await createProduct(app(), { name: 'Archived thing', status: 'archived' });
    const page = await open('/products?sort=name&status=archived');
    await click(page.getByRole('button', { name: 'Save this view' }));
    await fill(page.getByRole('dialog').getByLabel('Name'), 'Old stock');
    // the dialog does not close over what was typed
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByText('What you have typed is not saved.').waitFor();
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save this view' }));
    await page.locator('.notice').getByText('Saved.').waitFor();
    await page.goto(`${app().url}/dashboard/products`);
    await click(page.getByRole('button', { name: 'Old stock', exact: true }));
    await page.waitForURL('**/products?sort=name&status=archived');
    await expectAccessible(page);
  });

  it('changes the shop, and tells the second of two tabs', async () => {
    const [first, second] = [await open('/shop'), await open('/shop', { expectedLines: [/status of 412/] })];
    await fill(first.getByLabel('Legal name'), 'Linen Ltd');
    await fill(second.getByLabel('Prefix of invoices'), 'LIN-');
    await click(first.getByRole('button', { name: 'Save' }));
    await first.getByText('Saved.').waitFor();
    await click(second.getByRole('button', { name: 'Save' }));
    await click(second.getByRole('button', { name: 'Use the chosen values' }));
    await click(second.getByRole('button', { name: 'Save' }));
    await second.getByText('Saved.').waitFor();
    expect(await read('/api/shop')).to.include({ legal_name: 'Linen Ltd', invoice_prefix: 'LIN-' });
  });

  it('sets the languages and synonyms of the search', async () => {
    const page = await open('/shop');
    await check(page.getByLabel('French', { exact: true }));
    await click(page.getByRole('button', { name: 'Add: Synonyms' }));
    await fill(page.getByRole('textbox', { name: 'Synonyms 1' }), 'sofa,couch,');
    await click(page.getByRole('button', { name: 'Add: Synonyms' }));
    await fill(page.getByRole('textbox', { name: 'Synonyms 2' }), 'cell phone,mobile phone,');
    await click(page.getByRole('button', { name: 'Save' }));
    await page.getByText('Saved.').waitFor();
    expect(await read('/api/shop')).to.deep.include({
      search_languages: ['en', 'de', 'fr'],
      search_synonyms: [
        ['sofa', 'couch'],
        ['cell phone', 'mobile phone'],
      ],
    });
    await photograph(page, 'shop-search', [390, 1440]);
    await expectAccessible(page);
  });

  it('changes the rules by which the shop sells', async () => {
    const page = await open('/rules', { expectedLines: [/status of 422/] });
    await fill(page.getByLabel('Days to withdraw'), '30');
    await check(page.getByLabel('Request a return'));
    const schedule = page.getByRole('group', { name: /^Failed payments of subscriptions/ });
    for (const last of [4, 3]) await click(schedule.getByRole('button', { name: `Remove: Attempt ${last}` }));
    await fill(schedule.getByRole('textbox', { name: 'Attempt 1' }), '2');
    await fill(schedule.getByRole('textbox', { name: 'Attempt 2' }), 'soon');
    await click(page.getByRole('button', { name: 'Save' }));
    await page.locator('.field-error').first().waitFor();
    await expectAccessible(page);
    await fill(schedule.getByRole('textbox', { name: 'Attempt 2' }), '4');
    await click(page.getByRole('button', { name: 'Save' }));
    await eventually('the rules are saved', async () => (await read('/api/shop/rules')).withdrawal_days === 30);
    expect(await read('/api/shop/rules')).to.deep.include({
      customer_permissions: ['cancel_unpaid', 'request_return'],
      dunning_schedule: [2, 4],
    });
  });

  it('says what sells, where and to whom, with links to the orders', async () => {
    const shirt = await createProduct(app(), { name: 'Sold shirt', price: 20, status: 'active' });
    const to = { line1: 'Rue du Lin 1', city: 'Lyon', country: 'FR' };
    const order = await createOrder(app(), { items: itemsOf([shirt]), shipping_address: to });
    await createPayment(app(), order.id);
    const counted = '/api/analytics/query?metrics=orders&filters=country:FR';
    await eventually('the order is counted', async () => (await read(counted)).rows[0]?.orders === 1);
    const page = await open('/analytics');
    await page.getByRole('img', { name: 'Sales after refunds' }).waitFor();
    await click(page.getByRole('button', { name: /^Orders/ }));
    await page.getByRole('img', { name: 'Orders' }).waitFor();
    await page.getByRole('list', { name: 'Where' }).getByText('France').waitFor();
    await expectAccessible(page);
    await click(page.getByRole('button', { name: '7 days' }));
    await page.waitForURL('**/analytics?period=week');
    const products = page.getByRole('list', { name: 'What sells' });
    await products.locator(`a[href$="/products/${shirt.id}"]`, { hasText: 'Sold shirt' }).waitFor();
    await click(page.getByRole('button', { name: 'Variants' }));
    await click(products.locator('a[href*="/orders?product_id="]', { hasText: 'Sold shirt' }));
    await page.getByRole('link', { name: String(order.number), exact: true }).waitFor();
  });

  it('draws a report of the last 30 days beside those before, and shares it by the address', async () => {
    await createPayment(app(), (await createOrder(app())).id);
    const page = await open('/analytics?report=sales');
    await page.getByRole('img', { name: 'Sales after refunds' }).waitFor();
    await select(page.getByLabel('Figure', { exact: true }), 'orders');
    await page.getByRole('img', { name: 'Orders' }).waitFor();
    await click(page.getByRole('button', { name: 'Custom' }));
    await page.getByLabel('Compare with the period before').press(' ');
    await page.waitForURL((url) => url.searchParams.get('compare') === 'none');
    expect(new URL(page.url()).searchParams.get('figure')).to.equal('orders');
    const downloading = page.waitForEvent('download');
    await click(page.getByRole('button', { name: 'CSV' }));
    expect((await downloading).suggestedFilename()).to.equal('sales.csv');
  });

  it('asks for no report while the year of a date is typed', async () => {
    const page = await open('/analytics?report=sales&period=custom');
    const input = page.getByLabel('From', { exact: true });
    await input.waitFor();
    const entries = await page.evaluate<number>('history.length');
    await input.focus();
    await page.keyboard.type('01152026');
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-01-15');
    expect(await page.evaluate<number>('history.length')).to.equal(entries + 1);
  });

  it('keeps what is typed of a date while a report arrives', async () => {
    const page = await open('/products');
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/api/analytics/sales*', async (route) => {
      await allowed;
      await route.continue();
    });
    await page.goto(`${app().url}/dashboard/analytics?report=sales&period=custom`);
    const input = page.getByLabel('From', { exact: true });
    await input.focus();
    await page.keyboard.type('01152');
    allow();
    await page.getByRole('img', { name: 'Sales after refunds' }).waitFor();
    await page.keyboard.type('026');
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-01-15');
    // a year that is not complete when the input is left is not that of the report
    const next = page.getByLabel('To', { exact: true });
    await next.focus();
    await input.focus();
    await page.keyboard.type('01152');
    expect(await input.inputValue()).to.equal('0002-01-15');
    await next.focus();
    await eventually('the date is that of the report', async () => (await input.inputValue()) === '2026-01-15');
  });

  it('shows the days and hours of a report in its own zone', async () => {
    const page = await open('/analytics?report=sales&from=2026-01-05&to=2026-01-07&timezone=Asia/Tokyo');
    await click(page.getByText('All figures'));
    // Jan 4, 4 PM, in Berlin, where the viewer is
    await page.getByRole('cell', { name: 'Jan 5, 2026', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Jan 7, 2026', exact: true }).waitFor();
    await select(page.getByLabel('Interval'), 'hour');
    await page.getByRole('cell', { name: /^Jan 5, 2026, 12:00\sAM$/ }).waitFor();
  });
});
