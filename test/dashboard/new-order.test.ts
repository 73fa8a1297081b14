import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { HOSTILE, holdDryRuns, ordersOf } from '../support/browser/dashboard-orders.ts';
import { createUser } from '../support/builders/resources.ts';

const ORDER_PAGE = /\/dashboard\/orders\/ord_/;

onDashboard('a new order', { run: STAFF_FLOW }, ({ app, open, click, fill, check, expectAccessible }) => {
  const { createProduct, createAnalyst, get, post } = ordersOf(app);

  /** Searches a product and adds it. */
  const addProduct = async (page: Page, name: string): Promise<void> => {
    await fill(page.getByLabel('Add a product'), name);
    await click(page.getByRole('option', { name: new RegExp(`^${name}`) }));
  };

  it('quotes and creates an order for a customer', async () => {
    await createProduct({ name: 'Felt hat', price: 50 });
    await post('/api/tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
    await post('/api/discounts', { name: 'Welcome', code: 'WELCOME', kind: 'percent', percent: 10 });
    await post('/api/shipping_methods', {
      name: 'Express',
      countries: ['DE'],
      tiers: [{ up_to: null, price: 10 }],
    });
    const customer = await post('/api/users', {
      email: 'grace@example.com',
      name: 'Grace Hopper',
      addresses: [{ line1: 'Torstr. 2', city: 'Berlin', postal_code: '10115', country: 'DE' }],
    });
    const page = await open('/orders/new', { expectedLines: [REFUSED] });
    await addProduct(page, 'Felt hat');
    await fill(page.getByLabel('Quantity: Felt hat'), '2');
    await page.getByRole('definition').getByText('$100.00').first().waitFor();
    await fill(page.getByLabel('Search for a customer'), 'grace');
    await click(page.getByRole('option', { name: /^Grace Hopper/ }));
    await check(page.getByRole('radio', { name: 'Express $10.00' }));
    await fill(page.getByLabel('Discount codes'), 'welcome,summer,');
    await page.getByText(/^summer: /i).waitFor();
    await click(page.locator('.chip', { hasText: 'summer' }));
    // 100 less 10, and 10 for shipping, and 19 % of that
    await page.getByText('$119.00').waitFor();
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.waitForURL(ORDER_PAGE);
    const { data } = await get(`/api/orders?user_id=${customer.id}`);
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ total: 119, email: 'grace@example.com' });
    expect(data[0].shipping_address.city).to.equal('Berlin');
    await page.getByRole('heading', { name: `Order ${data[0].number}` }).waitFor();
    await page.goto(`${app().url}/dashboard/orders/new`);
    await page.getByRole('heading', { name: 'New order' }).waitFor();
    expect(await page.getByLabel('Quantity: Felt hat').count()).to.equal(0);
  });

  it('ships to the customer that was chosen last, unless an address was typed', async () => {
    const address = (line1: string) => ({ line1, city: 'Berlin', postal_code: '10115', country: 'DE' });
    await createUser(app(), { name: 'Otto Wrong', role: 'customer', addresses: [address('Former Street 1')] });
    await createUser(app(), { name: 'Anna Right', role: 'customer', addresses: [address('Right Street 2')] });
    const page = await open('/orders/new');
    const choose = async (name: string): Promise<void> => {
      await fill(page.getByLabel('Search for a customer'), name);
      await click(page.getByRole('option', { name: new RegExp(`^${name}`) }));
    };
    const street = page.getByLabel('Street and number').first();
    await choose('Otto Wrong');
    expect(await street.inputValue()).to.equal('Former Street 1');
    await click(page.getByRole('button', { name: 'Remove Otto Wrong' }));
    expect(await street.inputValue()).to.equal('');
    await choose('Anna Right');
    expect(await street.inputValue()).to.equal('Right Street 2');
    await fill(street, 'Typed Street 3');
    await click(page.getByRole('button', { name: 'Remove Anna Right' }));
    expect(await street.inputValue()).to.equal('Typed Street 3');
  });

  it('offers only the variant whose SKU is typed', async () => {
    const { id } = await createProduct({ name: 'Wool cap' });
    for (const size of ['S', 'L']) {
      await createProduct({ name: 'Wool cap', parent_id: id, sku: `CAP-${size}`, options: { size } });
    }
    const page = await open('/orders/new');
    await fill(page.getByLabel('Add a product'), 'cap-l');
    const found = page.getByRole('listbox').getByRole('option');
    await found.first().waitFor();
    expect(await found.allInnerTexts()).to.have.length(1);
    expect(await found.first().innerText()).to.include('Wool cap, L');
  });

  it('creates an order of a guest', async () => {
    await createProduct({ name: 'Straw hat', price: 7 });
    const page = await open('/orders/new', { expectedLines: [REFUSED] });
    await addProduct(page, 'Straw hat');
    // the focus is back in the search box
    await page.getByLabel('Add a product').and(page.locator(':focus')).waitFor();
    await fill(page.getByLabel('Quantity: Straw hat'), '3');
    await fill(page.getByLabel('E-mail'), 'straw@example.com');
    await page.getByText('$21.00').first().waitFor();
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.waitForURL(ORDER_PAGE);
    const { data } = await get('/api/orders?email=straw@example.com');
    expect(data[0].items[0].quantity).to.equal(3);
  });

  it('sells a product at a set price, and what is no product, with a note for the staff', async () => {
    await createProduct({ name: 'Signet ring', price: 100 });
    const page = await open('/orders/new', { expectedLines: [REFUSED] });
    await addProduct(page, 'Signet ring');
    await fill(page.getByLabel('Unit price: Signet ring'), '90.50');
    await page.locator('s', { hasText: '$100.00' }).waitFor();
    await click(page.getByRole('button', { name: 'Add a custom item' }));
    const name = page.getByLabel('Name: Custom item');
    await name.and(page.locator(':focus')).waitFor();
    await fill(name, 'Engraving');
    await fill(page.getByLabel('E-mail'), 'ring@example.com');
    await fill(page.getByLabel('Note'), 'Ready by Friday.');
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.getByText('is required', { exact: true }).waitFor();
    await fill(page.getByLabel('Unit price: Engraving'), '15');
    await page.getByText('$105.50').first().waitFor();
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.waitForURL(ORDER_PAGE);
    const [created] = (await get('/api/orders?email=ring@example.com')).data;
    expect(created).to.include({ total: 105.5 });
    await page.getByRole('cell', { name: 'Engraving' }).waitFor();
    expect(await page.getByRole('link', { name: 'Engraving' }).count()).to.equal(0);
    await page.getByText('Ready by Friday.').waitFor();
    // what is due comes first
    expect(await page.locator('.primary').allInnerTexts()).to.deep.equal(['Collect payment']);
    await click(page.getByRole('button', { name: 'Edit the note' }));
    await fill(page.getByRole('dialog').getByLabel('Note'), 'Collected.');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await page.locator('.note', { hasText: 'Collected.' }).waitFor();
    await click(page.getByRole('button', { name: 'Edit items' }));
    await fill(page.getByRole('dialog').getByLabel('Unit price: Engraving'), '12');
    await page.getByRole('dialog').getByText('$102.50').first().waitFor();
    await expectAccessible(page);
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await get(`/api/orders/${created.id}`)).to.include({ total: 102.5, note: 'Collected.' });
  });

  it('says at the fields what is wrong, before anything is created', async () => {
    await createProduct({ name: 'Bowler hat', stock: 2 });
    const page = await open('/orders/new', { expectedLines: [REFUSED] });
    await addProduct(page, 'Bowler hat');
    const quantity = page.getByLabel('Quantity: Bowler hat');
    await fill(quantity, '3');
    await page.getByText('must be at most 2, the quantity in stock', { exact: true }).waitFor();
    expect(await quantity.getAttribute('aria-invalid')).to.equal('true');
    await fill(quantity, '2');
    await page.getByText('$40.00').first().waitFor();
    expect(await quantity.getAttribute('aria-invalid')).to.equal('false');
    await fill(page.getByLabel('City').first(), 'Berlin');
    const street = page.getByLabel('Street and number').first();
    await page.locator('.field > .field-error').first().waitFor();
    expect(await street.getAttribute('aria-invalid')).to.equal('true');
    await fill(page.getByLabel('City').first(), '');
    await page.locator('.field > .field-error').first().waitFor({ state: 'detached' });
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.getByText('must name the buyer').first().waitFor();
    await expectAccessible(page);
    expect((await get('/api/orders?q=bowler')).data).to.deep.equal([]);
  });

  it('does not create an order at another price than it has shown', async () => {
    const { id } = await createProduct({ name: 'Top hat', price: 80 });
    const page = await open('/orders/new', { expectedLines: [REFUSED] });
    await fill(page.getByLabel('E-mail'), 'top@example.com');
    // the last change: the quote that it leads to is the last one
    await addProduct(page, 'Top hat');
    await page.getByText('$80.00').nth(1).waitFor();
    await app().call(`/api/products/${id}`, { method: 'PATCH', body: { price: 90 } });
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.getByText('$90.00').first().waitFor();
    expect((await get('/api/orders?email=top@example.com')).data).to.deep.equal([]);
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.waitForURL(ORDER_PAGE);
    expect((await get('/api/orders?email=top@example.com')).data[0].total).to.equal(90);
  });

  it('does not create an order at a price that it has not shown yet', async () => {
    await createProduct({ name: 'Silk hat', price: 60 });
    const page = await open('/orders/new', { expectedLines: [REFUSED] });
    await addProduct(page, 'Silk hat');
    await fill(page.getByLabel('E-mail'), 'silk@example.com');
    await page.getByText('$60.00').nth(1).waitFor();
    const { release } = await holdDryRuns(page);
    await fill(page.getByLabel('Quantity: Silk hat'), '2');
    await click(page.getByRole('button', { name: 'Create an order' }));
    release();
    await page.getByText('The total is now $120.00.').waitFor();
    expect((await get('/api/orders?email=silk@example.com')).data).to.deep.equal([]);
    await click(page.getByRole('button', { name: 'Create an order' }));
    await page.waitForURL(ORDER_PAGE);
    expect((await get('/api/orders?email=silk@example.com')).data[0].total).to.equal(120);
  });

  it('keeps in the tab what was put together, and discards it on request', async () => {
    await createProduct({ name: 'Sun hat' });
    const page = await open('/orders/new');
    await addProduct(page, 'Sun hat');
    await fill(page.getByLabel('E-mail'), 'sun@example.com');
    await click(page.getByRole('link', { name: 'Orders' }).first());
    await click(page.getByRole('link', { name: 'Create an order' }));
    await page.getByText('This form has changes that you have not saved.').waitFor();
    await page.getByLabel('Quantity: Sun hat').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).to.equal('sun@example.com');
    await click(page.getByRole('button', { name: 'Discard the changes' }));
    await page.getByLabel('Quantity: Sun hat').waitFor({ state: 'detached' });
    expect(await page.getByLabel('E-mail').inputValue()).to.equal('');
    await page.reload();
    await page.getByRole('heading', { name: 'New order' }).waitFor();
    expect(await page.getByRole('button', { name: 'Discard the changes' }).count()).to.equal(0);
  });

  it('shows products and customers as text', async () => {
    await createProduct({ name: `Cap ${HOSTILE}` });
    await post('/api/users', { email: 'cap@example.com', name: `Cap ${HOSTILE}` });
    const page = await open('/orders/new');
    await fill(page.getByLabel('Add a product'), 'cap');
    await click(page.getByRole('option', { name: `Cap ${HOSTILE}` }));
    await fill(page.getByLabel('Search for a customer'), 'cap');
    await click(page.getByRole('option', { name: `Cap ${HOSTILE} cap@example.com` }));
    await page.getByText('Cap <img').nth(1).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
  });

  it('is disabled for an analyst', async () => {
    const page = await open('/orders/new', { user: await createAnalyst() });
    const create = page.getByRole('button', { name: 'Create an order' });
    expect(await create.isDisabled()).to.equal(true);
    expect(await create.getAttribute('title')).to.equal('This needs the permission orders:write.');
  });
});
