import { expect } from 'chai';
import { countClicks } from '../support/browser/clicks.ts';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { HOSTILE, holdDryRuns, ordersOf } from '../support/browser/dashboard-orders.ts';
import { chooseOfRow, chooseOfScreen } from '../support/browser/row-menu.ts';

onDashboard('an order', { run: STAFF_FLOW }, ({ app, open, user, click, check, fill, select, expectAccessible }) => {
  const { createOrder, createProduct, createAnalyst, get, post, pay } = ordersOf(app);

  it('fulfils a part with tracking', async () => {
    const { id, number } = await createOrder();
    const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
    await click(page.getByRole('button', { name: 'Fulfil' }));
    const dialog = page.getByRole('dialog');
    const quantity = dialog.getByRole('textbox', { name: /^Linen shirt/ });
    await fill(quantity, '3');
    await page.keyboard.press('Enter');
    await page.getByText('must be at most 2, the unfulfilled quantity').waitFor();
    // the invalid input has the focus
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('1');
    await fill(dialog.getByLabel('Tracking number'), '00340434161094');
    await fill(dialog.getByLabel('Carrier'), 'DHL');
    await page.keyboard.press('Enter');
    await page.getByText('The fulfillment was created.').waitFor();
    const order = await get(`/api/orders/${id}`);
    expect(order.fulfillment_status).to.equal('partially_fulfilled');
    expect(order.fulfillments[0]).to.include({ tracking_number: '00340434161094', carrier: 'DHL' });
    expect(order.fulfillments[0].items[0].quantity).to.equal(1);
    await page.getByText('Partially fulfilled').waitFor();
    await expectAccessible(page);
  });

  it('fulfils all in two clicks', async () => {
    const { id } = await createOrder();
    const page = await open(`/orders/${id}`);
    const clicks = await countClicks(page);
    await click(page.getByRole('button', { name: 'Fulfil' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Fulfil' }));
    await page.getByText('The fulfillment was created.').waitFor();
    expect(clicks()).to.be.at.most(2);
    expect(await get(`/api/orders/${id}`)).to.include({ fulfillment_status: 'fulfilled' });
  });

  it('cancels a part, and then the whole order', async () => {
    const { id } = await createOrder();
    const page = await open(`/orders/${id}`);
    const dialog = page.getByRole('dialog');
    await chooseOfRow({ click }, page.getByRole('row', { name: /Linen shirt/ }), 'Cancel a part');
    await fill(dialog.getByLabel('Quantity'), '1');
    await fill(dialog.getByLabel('Reason'), 'It is damaged.');
    await click(dialog.getByRole('button', { name: 'Cancel a part' }));
    await page.getByText('1 cancelled').waitFor();
    await page.getByRole('listitem').getByText('It is damaged.').waitFor();
    expect(await get(`/api/orders/${id}`)).to.include({ status: 'open', total: 20 });

    await chooseOfScreen({ click }, page, 'Cancel the order');
    await fill(dialog.getByLabel('Reason'), 'All of it is.');
    await click(dialog.getByRole('button', { name: 'Cancel the order' }));
    await page.getByText(/^Cancelled .*: All of it is\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Fulfil' }).count()).to.equal(0);
    await expectAccessible(page);
  });

  it('edits the items and shows beforehand what is then to pay', async () => {
    const scarf = await createProduct({ name: 'Woollen scarf', price: 29 });
    const { id, items } = await createOrder();
    const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Edit items' }));
    const dialog = page.getByRole('dialog');
    const quantity = dialog.getByLabel(`Quantity: ${items[0].name}`);
    await fill(quantity, '11');
    await dialog.getByText(/must be at most 10/).waitFor();
    await fill(quantity, '1');
    await fill(dialog.getByLabel('Add a product'), 'woollen');
    await click(dialog.getByRole('option', { name: /^Woollen scarf/ }));
    await dialog.getByText('$49.00').first().waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('The items were changed.').waitFor();
    const order = await get(`/api/orders/${id}`);
    expect(order.total).to.equal(49);
    expect(order.items.map((item: { product_id: string }) => item.product_id)).to.include(scarf.id);
  });

  it('saves edited items only at a total that it has shown', async () => {
    const { id, items } = await createOrder();
    const page = await open(`/orders/${id}`);
    await click(page.getByRole('button', { name: 'Edit items' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('$40.00').first().waitFor();
    const { release } = await holdDryRuns(page);
    await fill(dialog.getByLabel(`Quantity: ${items[0].name}`), '1');
    await click(dialog.getByRole('button', { name: 'Save' }));
    release();
    await page.getByText('The total is now $20.00.').waitFor();
    expect(await get(`/api/orders/${id}`)).to.include({ total: 40 });
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('The items were changed.').waitFor();
    expect(await get(`/api/orders/${id}`)).to.include({ total: 20 });
  });

  it('edits the address only as the user has seen it', async () => {
    const { id } = await createOrder({ metadata: { channel: 'phone', former: 'yes' } });
    const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Edit details' }));
    const dialog = page.getByRole('dialog', { name: 'Edit details' });
    const address = dialog.getByRole('group', { name: 'Shipping address' });
    await fill(address.getByLabel('City'), 'Potsdam');
    await fill(dialog.getByRole('group', { name: 'Metadata 1' }).getByLabel('Value'), 'shop');
    await click(dialog.getByRole('button', { name: 'Remove: former' }));
    await app().call(`/api/orders/${id}`, { method: 'PATCH', body: { shipping_address: { city: 'Bernau' } } });
    await click(dialog.getByRole('button', { name: 'Save' }));
    const conflict = page.getByRole('dialog', { name: 'Somebody else has saved changes' });
    await conflict.getByText('Bernau').waitFor();
    await expectAccessible(page);
    await click(conflict.getByRole('button', { name: 'Use the chosen values' }));
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('Saved.').waitFor();
    const order = await get(`/api/orders/${id}`);
    expect(order.shipping_address.city).to.equal('Potsdam');
    expect(order.metadata).to.deep.equal({ channel: 'shop' });
  });

  it('removes an address that is cleared', async () => {
    const { id } = await createOrder({ billing_address: { line1: 'Unter den Linden 1', country: 'DE' } });
    const page = await open(`/orders/${id}`);
    await click(page.getByRole('button', { name: 'Edit details' }));
    const dialog = page.getByRole('dialog');
    const address = dialog.getByRole('group', { name: 'Billing address' });
    await fill(address.getByLabel('Street and number'), '');
    await select(address.getByLabel('Country'), '');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('Saved.').waitFor();
    expect((await get(`/api/orders/${id}`)).billing_address).to.equal(null);
  });

  it('corrects the tracking, records the delivery, and prints the packing slip of the fulfillment', async () => {
    const { id, number, items, created_at: createdAt } = await createOrder();
    await post(`/api/orders/${id}/fulfillments`, { items: [{ item_id: items[0].id, quantity: 1 }], carrier: 'DHL' });
    const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
    const dialog = page.getByRole('dialog');
    await click(page.getByRole('button', { name: 'Edit tracking and delivery' }));
    await fill(page.getByLabel('Tracking number'), '00340434161095');
    await fill(dialog.getByLabel('Delivered'), '2099-01-31T12:00');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('must not be in the future').waitFor();
    const minute = await page.evaluate(
      (at) => new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
      createdAt,
    );
    await fill(dialog.getByLabel('Delivered'), minute);
    await click(dialog.getByRole('button', { name: 'Save' }));
    const fulfillment = page.getByRole('article').filter({ hasText: /00340434161095.*Delivered: / });
    await click(fulfillment.getByRole('link', { name: 'Packing slip' }));
    await page.getByRole('heading', { name: 'Packing slip' }).waitFor();
    await page.getByText(`Order ${number},`).waitFor();
    await page.getByRole('row', { name: `1 ${items[0].name}` }).waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).to.equal(false);
    expect(await page.getByRole('banner').isVisible()).to.equal(false);
    expect(await page.getByText('Berlin').isVisible()).to.equal(true);
  });

  it('adds a note, and shows the timeline page by page with the names of actors', async () => {
    const { id } = await createOrder();
    for (let count = 1; count <= 25; count += 1) await post(`/api/orders/${id}/notes`, { text: `Note ${count}.` });
    const page = await open(`/orders/${id}`);
    await click(page.getByRole('button', { name: 'Add a note' }));
    await fill(page.getByRole('dialog').getByLabel('Note'), 'Ring twice.');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Add a note' }));
    const newest = page.locator('.timeline > li').first();
    await newest.getByText('Ring twice.').waitFor();
    expect(await newest.innerText()).to.include(user().email);
    expect(await page.getByText('Created', { exact: true }).locator('xpath=ancestor::li').count()).to.equal(0);
    await click(page.getByRole('button', { name: 'Show earlier entries' }));
    await page.locator('.timeline > li').getByText('Created', { exact: true }).waitFor();
    expect(await page.locator('.timeline > li').count()).to.equal(27);
  });

  it('asks before what was typed in a dialog is discarded', async () => {
    const { id } = await createOrder();
    const page = await open(`/orders/${id}`);
    await click(page.getByRole('button', { name: 'Add a note' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Note'), 'Call first.');
    await page.keyboard.press('Escape');
    await dialog.getByText('What you have typed is not saved.').waitFor();
    await click(dialog.getByRole('button', { name: 'Add a note' }));
    await page.locator('.timeline').getByText('Call first.').waitFor();
    for (const leave of ['Cancel', 'Close']) {
      await click(page.getByRole('button', { name: 'Add a note' }));
      await fill(dialog.getByLabel('Note'), 'Nothing.');
      await click(dialog.getByRole('button', { name: leave }).first());
      await click(dialog.getByRole('button', { name: 'Discard the changes' }));
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('says what somebody else has ordered meanwhile, and lets the user decide', async () => {
    const { id, items } = await createOrder();
    const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Edit items' }));
    const dialog = page.getByRole('dialog');
    const quantity = dialog.getByLabel(`Quantity: ${items[0].name}`);
    await fill(quantity, '1');
    await dialog.getByRole('definition').getByText('$20.00').first().waitFor();
    const others = [{ product_id: items[0].product_id, quantity: 4 }];
    await app().call(`/api/orders/${id}`, { method: 'PATCH', body: { items: others } });
    await click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.getByText(`It has now: 4 × ${items[0].name}.`).waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Take those items' }));
    expect(await quantity.inputValue()).to.equal('4');
    await fill(quantity, '3');
    await dialog.getByText('$60.00').first().waitFor();
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('The items were changed.').waitFor();
    expect(await get(`/api/orders/${id}`)).to.include({ total: 60 });
  });

  it('shows a payment that was declined behind the dialog that says so', async () => {
    const { id } = await createOrder();
    const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
    await click(page.getByRole('button', { name: 'Collect payment' }));
    const dialog = page.getByRole('dialog');
    await check(dialog.getByRole('radio', { name: 'Test card' }));
    await select(dialog.getByLabel('Outcome'), 'The bank declines it');
    await click(dialog.getByRole('button', { name: 'Pay' }));
    await dialog.getByRole('alert').waitFor();
    await page.getByText('Failed').first().waitFor({ state: 'attached' });
  });

  it('asks before edited items are discarded', async () => {
    const { id, items } = await createOrder();
    const page = await open(`/orders/${id}`);
    await click(page.getByRole('button', { name: 'Edit items' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel(`Quantity: ${items[0].name}`), '1');
    await page.keyboard.press('Escape');
    await dialog.getByText('What you have typed is not saved.').waitFor();
    await click(dialog.getByRole('button', { name: 'Discard the changes' }));
    await dialog.waitFor({ state: 'detached' });
    expect(await get(`/api/orders/${id}`)).to.include({ total: 40 });
  });

  it('shows what its buyer has accepted in the checkout, and whether that is completed', async () => {
    const items = [{ product_id: (await createProduct()).id, quantity: 1 }];
    const cart = await post('/api/carts', { items, email: 'buyer@example.com' });
    const checkout = await post('/api/checkouts', { cart_id: cart.id, accepted: { terms: true } });
    const { order_id: id } = await post(`/api/checkouts/${checkout.id}/complete`, {});
    const page = await open(`/orders/${id}`);
    const fact = page.locator('.facts > div', { has: page.getByText('Checkout', { exact: true }) });
    await fact.getByText('Waiting for the payment').waitFor();
    expect(await fact.locator('time').getAttribute('datetime')).to.equal(checkout.accepted.terms);
    await fact.getByText('Terms accepted').waitFor();
    await fact.locator(`[title=${cart.id}]`).waitFor();
    expect(await fact.getByText('End of the right of withdrawal accepted').count()).to.equal(0);
    await expectAccessible(page);
    await pay({ id });
    await page.reload();
    await fact.getByText('Completed').waitFor();
  });

  it('shows what buyers, staff and products say as text', async () => {
    const product = await createProduct({ name: HOSTILE, price: 1 });
    const { id } = await createOrder({
      items: [{ product_id: product.id, quantity: 1 }],
      shipping_address: { name: HOSTILE, line1: HOSTILE, city: HOSTILE, country: 'DE' },
      metadata: { [HOSTILE]: HOSTILE },
    });
    await post(`/api/orders/${id}/notes`, { text: HOSTILE });
    const page = await open(`/orders/${id}`);
    for (const place of ['table', 'address', '.timeline', '.facts']) {
      await page.locator(place).getByText(HOSTILE).first().waitFor();
    }
    await click(page.getByRole('button', { name: 'Fulfil' }));
    await page.getByRole('dialog').getByText(HOSTILE).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
    await page.goto(`${app().url}/dashboard/orders/${id}/packing_slip`);
    await page.locator('table').getByText(HOSTILE).waitFor();
    expect(await page.locator('img').count()).to.equal(0);
  });

  it('disables for an analyst what needs a permission, and names it', async () => {
    const { id } = await createOrder();
    await pay({ id }, { capture_method: 'manual' });
    const page = await open(`/orders/${id}`, { user: await createAnalyst() });
    for (const [name, scope, menu] of [
      ['Fulfil', 'orders:write'],
      ['Cancel the order', 'orders:write', page.locator('.screen-header summary')],
      ['Cancel a part', 'orders:write', page.getByRole('row', { name: /Linen shirt/ }).locator('summary')],
      ['Edit details', 'orders:write'],
      ['Add a note', 'orders:write'],
      ['Capture', 'payments:write'],
      ['Cancel the payment', 'payments:write'],
    ] as const) {
      if (menu !== undefined) await click(menu);
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      expect(await button.isDisabled(), name).to.equal(true);
      expect(await button.getAttribute('title'), name).to.equal(`This needs the permission ${scope}.`);
    }
    await expectAccessible(page);
  });
});
