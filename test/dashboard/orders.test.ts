import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { HOSTILE, ordersOf } from '../support/browser/dashboard-orders.ts';
import { createUser, itemsOf } from '../support/builders/resources.ts';

onDashboard('orders', { run: STAFF_FLOW }, ({ app, open, click, fill, check, expectAccessible }) => {
  const { createOrder, createProduct, createAnalyst, get, post, pay } = ordersOf(app);

  it('searches an order and opens it', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const page = await open('/orders');
    await page.getByRole('row', { name: new RegExp(other.email) }).waitFor();
    await expectAccessible(page);
    await fill(page.getByLabel('Search Orders'), order.email);
    await page.getByRole('row', { name: new RegExp(other.email) }).waitFor({ state: 'detached' });
    await click(page.getByRole('link', { name: String(order.number), exact: true }));
    await page.getByRole('heading', { name: `Order ${order.number}` }).waitFor();
    await expectAccessible(page);
  });

  it('filters by several states at once', async () => {
    const [open1, completed, cancelled] = [await createOrder(), await createOrder(), await createOrder()];
    await post(`/api/orders/${cancelled.id}/cancel`, {});
    await pay(completed);
    await post(`/api/orders/${completed.id}/fulfillments`, {});
    const page = await open('/orders');
    await click(page.getByRole('button', { name: 'Filters' }));
    const statuses = page.getByRole('group', { name: 'Status', exact: true });
    await check(statuses.getByLabel('Completed'));
    await check(statuses.getByLabel('Cancelled'));
    await page.getByRole('row', { name: new RegExp(open1.email) }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: new RegExp(completed.email) }).waitFor();
    await page.getByRole('row', { name: new RegExp(cancelled.email) }).waitFor();
  });

  it('filters by a customer who is found by name', async () => {
    const customer = await createUser(app(), { name: 'Grace Hopper', role: 'customer' });
    const [own, other] = [await createOrder({ user_id: customer.id }), await createOrder()];
    const page = await open('/orders');
    await page.getByRole('row', { name: new RegExp(String(other.number)) }).waitFor();
    await click(page.getByRole('button', { name: 'Filters' }));
    await fill(page.getByRole('combobox', { name: 'Customer', exact: true }), 'hopper');
    await click(page.getByRole('option', { name: /^Grace Hopper/ }));
    await page.getByRole('row', { name: new RegExp(String(other.number)) }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: new RegExp(String(own.number)) }).waitFor();
    await page.getByRole('button', { name: 'Customer: Grace Hopper' }).waitFor();
    await expectAccessible(page);
  });

  it('filters by a variant that is found by the name of its product', async () => {
    const { id } = await createProduct({ name: 'Canvas tent' });
    const variant = (size: string) => createProduct({ name: 'Canvas tent', parent_id: id, options: { size } });
    const [large] = [await variant('L'), await variant('S')];
    const [own, other] = [await createOrder({ items: itemsOf([large]) }), await createOrder()];
    const page = await open('/orders');
    await page.getByRole('row', { name: new RegExp(String(other.number)) }).waitFor();
    await click(page.getByRole('button', { name: 'Filters' }));
    await fill(page.getByRole('combobox', { name: 'Product', exact: true }), 'canvas');
    await click(page.getByRole('option', { name: 'Canvas tent, L' }));
    await page.getByRole('row', { name: new RegExp(String(other.number)) }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: new RegExp(String(own.number)) }).waitFor();
    await page.getByRole('button', { name: 'Product: Canvas tent, L' }).waitFor();
    await fill(page.getByRole('combobox', { name: 'Product', exact: true }), large.id);
    await page.getByRole('option', { name: 'Canvas tent, L' }).waitFor();
  });

  it('says what is wrong with an address, and goes on with another', async () => {
    const { number } = await createOrder();
    const page = await open('/orders?created_from=yesterday', { expectedLines: [REFUSED] });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('row').count()).to.equal(0);
    await click(page.getByRole('button', { name: /yesterday/ }));
    await page.getByRole('row', { name: new RegExp(String(number)) }).waitFor();
    await page.goto(`${app().url}/dashboard/orders/%E0%A4`);
    await page.getByRole('heading', { name: 'There is no such screen, or you may not see it.' }).waitFor();
  });

  it('finds an order by its number as people write it', async () => {
    const [{ number }] = [await createOrder(), await createOrder()];
    const page = await open('/orders');
    await fill(page.getByRole('searchbox'), `#${number}`);
    await page.waitForURL((url) => url.searchParams.get('q') === `#${number}`);
    await page.getByRole('row', { name: new RegExp(String(number)) }).waitFor();
  });

  it('fulfils several orders, and says which of them it could not', async () => {
    const [first, second, cancelled] = [await createOrder(), await createOrder(), await createOrder()];
    await post(`/api/orders/${cancelled.id}/cancel`, {});
    const page = await open('/orders');
    for (const { number } of [first, second, cancelled]) await check(page.getByLabel(`Select ${number}`));
    await click(page.getByRole('toolbar').getByRole('button', { name: 'Fulfil' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Fulfil' }));
    await page.getByText('Orders that were processed: 2.').waitFor();
    const failures = page.getByRole('dialog', { name: 'These orders did not change' });
    await failures.getByText(`Order ${cancelled.number}`).waitFor();
    await expectAccessible(page);
    expect(await failures.getByRole('listitem').allInnerTexts()).to.deep.equal([
      `Order ${cancelled.number}: The order is cancelled: it cannot be fulfilled.`,
    ]);
    for (const { id } of [first, second]) {
      expect((await get(`/api/orders/${id}`)).fulfillment_status).to.equal('fulfilled');
    }
  });

  it('cancels several orders with a reason', async () => {
    const [first, second] = [await createOrder(), await createOrder()];
    await pay(first);
    const page = await open('/orders');
    for (const { number } of [first, second]) await check(page.getByLabel(`Select ${number}`));
    await click(page.getByRole('toolbar').getByRole('button', { name: 'Cancel orders' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Reason'), 'The warehouse burnt down.');
    await dialog.getByRole('button', { name: 'Keep the orders' }).waitFor();
    await click(dialog.getByRole('button', { name: 'Cancel orders and refund $40.00' }));
    await page.getByText('Orders that were processed: 2.').waitFor();
    for (const { id } of [first, second]) {
      expect(await get(`/api/orders/${id}`)).to.include({
        status: 'cancelled',
        cancel_reason: 'The warehouse burnt down.',
      });
    }
  });

  it('says nothing of processed orders if all have failed', async () => {
    const { id, number } = await createOrder();
    await post(`/api/orders/${id}/cancel`, {});
    const page = await open('/orders');
    await check(page.getByLabel(`Select ${number}`));
    await click(page.getByRole('toolbar').getByRole('button', { name: 'Fulfil' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Fulfil' }));
    await page.getByRole('dialog').getByText(`Order ${number}`).waitFor();
    expect(await page.getByText('Orders that were processed').count()).to.equal(0);
  });

  it('shows what buyers have written as text', async () => {
    const { number } = await createOrder({ shipping_address: { name: HOSTILE, line1: HOSTILE, country: 'DE' } });
    const page = await open('/orders');
    await page.getByLabel(`Select ${number}`).waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.locator('img').count()).to.equal(0);
  });

  it('lets an analyst read, and names the permission that the others need', async () => {
    const { number } = await createOrder();
    const page = await open('/orders', { user: await createAnalyst() });
    const create = page.getByRole('button', { name: 'Create an order' });
    expect(await create.isDisabled()).to.equal(true);
    expect(await create.getAttribute('title')).to.equal('This needs the permission orders:write.');
    await check(page.getByLabel(`Select ${number}`));
    const fulfill = page.getByRole('toolbar').getByRole('button', { name: 'Fulfil' });
    expect(await fulfill.isDisabled()).to.equal(true);
    expect(await fulfill.getAttribute('title')).to.equal('This needs the permission orders:write.');
  });
});
