import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';

onDashboard('a test of prices', { run: STAFF_FLOW }, ({ app, open, click, fill, select, check, expectAccessible }) => {
  const { createProduct, createAnalyst, get, post } = ordersOf(app);

  before(async () => {
    await post('/api/tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
    await post('/api/tax_rates', { name: 'TVA', percent: 20, country: 'FR' });
    await post('/api/tax_rates', { name: 'Sales tax', percent: 8.875, country: 'US', region: 'NY' });
    await post('/api/discounts', { name: 'Welcome', code: 'WELCOME', kind: 'percent', percent: 10 });
    await post('/api/discounts', { name: 'Ten of a kind', kind: 'percent', percent: 50, min_quantity: 10 });
    const tiers = [{ up_to: null, price: 10 }];
    await post('/api/shipping_methods', { name: 'Express', countries: ['DE'], tiers });
    await post('/api/shipping_methods', { name: 'Post', countries: ['FR'], tiers });
  });

  it('shows what a cart costs and why, and is shared by its address', async () => {
    await createProduct({ name: 'Brass lamp', price: 100 });
    const customer = await post('/api/users', { email: 'ada@example.com', name: 'Ada Lovelace' });
    const page = await open('/price_test', { expectedLines: [REFUSED] });
    await fill(page.getByLabel('Add a product'), 'brass');
    await click(page.getByRole('option', { name: /^Brass lamp/ }));
    await select(page.getByLabel('Country'), 'DE');
    await fill(page.getByLabel('Discount codes'), 'welcome,summer,');
    await fill(page.getByLabel('Search for a customer'), 'ada');
    await click(page.getByRole('option', { name: /^Ada Lovelace/ }));
    await check(page.getByRole('radio', { name: 'Express $10.00' }));
    const expectReasons = async (): Promise<void> => {
      // 100 less 10, and 19 %
      await page
        .getByRole('row', { name: /^Brass lamp 1 \$100.00 Welcome: -\$10.00 VAT 19% \$17.10 \$107.10/ })
        .waitFor();
      await page.getByRole('row', { name: /^Shipping: Express .* VAT 19% \$1.90 \$11.90/ }).waitFor();
      await page.getByRole('row', { name: 'VAT 19% $100.00 $19.00' }).waitFor();
      await page.getByText('The tax rates are those of Germany.').waitFor();
      await page.getByRole('row', { name: 'Shipping Post does not ship to DE' }).waitFor();
      await page.getByRole('row', { name: 'Discount SUMMER is not a valid discount code of this shop' }).waitFor();
      await page.getByRole('row', { name: /Ten of a kind applies to at least 10 of its items/ }).waitFor();
    };
    await expectReasons();
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('user_id')).to.equal(customer.id);
    await page.reload();
    await expectReasons();
    const codes = page.getByRole('list', { name: 'Discount codes: chosen' });
    expect((await codes.getByRole('button').allInnerTexts()).join()).to.match(/welcome.*summer/s);
    await page.getByText('ada@example.com').waitFor();
    await select(page.getByLabel('Country'), 'FR');
    await page.getByText('The tax rates are those of France.').waitFor();
    await page.getByRole('row', { name: 'Shipping Express does not ship to FR' }).waitFor();
    await page.getByRole('radio', { name: 'Post $10.00' }).waitFor();
    expect((await get('/api/orders')).data).to.deep.equal([]);
  });

  it('says at the field what the service does not accept, and leaves out what no longer exists', async () => {
    const { id } = await createProduct({ name: 'Gold lamp', price: 50 });
    const page = await open(`/price_test?items=${id}:two,prod_01h455vb4pex5vsknk084sn02q:1`, {
      expectedLines: [REFUSED],
    });
    await page.locator('.line .field-error').waitFor();
    expect(await page.locator('.line').count()).to.equal(1);
    await fill(page.getByLabel('Quantity: Gold lamp'), '2');
    await page.getByRole('row', { name: /^Gold lamp 2 \$50.00/ }).waitFor();
    await expectAccessible(page);
  });

  it('shows rates as exactly as they are', async () => {
    const { id } = await createProduct({ name: 'Steel lamp', price: 100 });
    const page = await open(`/price_test?items=${id}:1&country=US&state=NY`);
    await page.getByRole('row', { name: /^Steel lamp .* Sales tax 8.875% \$8.88/ }).waitFor();
    await page.getByRole('row', { name: 'Sales tax 8.875% $100.00 $8.88' }).waitFor();
    await page.getByText('Sales tax 8.875%', { exact: true }).first().waitFor();
    await page.goto(`${app().url}/dashboard/tax_rates`);
    await page.getByRole('cell', { name: '8.875%' }).waitFor();
    await page.goto(`${app().url}/dashboard/discounts`);
    await page.getByRole('cell', { name: '10%' }).waitFor();
  });

  it('is not shown to those who may not quote orders', async () => {
    const page = await open('/price_test', { user: await createAnalyst() });
    await page.getByRole('heading', { name: 'There is no such screen, or you may not see it.' }).waitFor();
    expect(await page.getByRole('link', { name: 'Price test' }).count()).to.equal(0);
  });
});
