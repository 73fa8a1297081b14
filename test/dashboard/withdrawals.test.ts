import { expect } from 'chai';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { HOSTILE, ordersOf } from '../support/browser/dashboard-orders.ts';
import { photograph } from '../support/browser/photograph.ts';
import { eventually } from '../support/eventually.ts';

const WIDTHS = [390, 1440];

const DAY_MS = 24 * 3_600_000;

onDashboard('withdrawals', { run: STAFF_FLOW }, ({ app, open, click, fill, select, expectAccessible }) => {
  const { createOrder, createProduct, get, pay, post } = ordersOf(app);

  /** A paid order of two shirts, which were sent. */
  const createSent = async () => {
    const order = await createOrder();
    await pay(order);
    await post(`/api/orders/${order.id}/fulfillments`, {});
    return order;
  };

  /** The withdrawal from an order once it has a status or waits for something. */
  const settled = async (id: string, outcome: string) => {
    const find = async () => (await get(`/api/withdrawals?order_id=${id}`)).data[0];
    await eventually(`the withdrawal is ${outcome}`, async () => {
      const found = await find();
      return found?.status === outcome || found?.reason === outcome;
    });
    return find();
  };

  /** Stated by a stranger, who names an order that does not exist. */
  const createUnmatched = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`;
    const body = { name, order_number: '#999999', email };
    expect((await app().call('/api/withdrawals', { method: 'POST', body })).status).to.equal(202);
    const find = async () =>
      (await get('/api/withdrawals?status=received')).data.find((each: { email: string }) => each.email === email);
    await eventually('it waits', async () => (await find())?.reason === 'unmatched');
    return find();
  };

  it('that wait are counted on the home screen, which leads to them, and are accepted for the order that is found', async () => {
    const order = await createSent();
    const { id } = await createUnmatched('Grace');
    const page = await open('');
    await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
    await click(page.getByRole('link', { name: /^1\s*withdrawals to decide on$/i }));
    const row = page.getByRole('row', { name: /Grace/ });
    await row.filter({ hasText: 'No order found' }).waitFor();
    await expectAccessible(page);
    await photograph(page, 'withdrawals', WIDTHS);
    await click(row.getByRole('link').first());
    await page.getByText('No order has this number and this e-mail.').waitFor();
    expect(await page.getByRole('button', { name: 'Accept' }).count()).to.equal(0);
    await fill(page.getByLabel('Number of the order, e-mail or SKU'), order.email);
    await click(page.getByRole('option', { name: new RegExp(order.email) }));
    await expectAccessible(page);
    await photograph(page, 'withdrawal-unmatched', WIDTHS);
    await click(page.getByRole('button', { name: 'Accept' }));
    const dialog = page.getByRole('dialog', { name: 'Accept' });
    await dialog.getByText('What is sent comes back in an approved return').waitFor();
    expect(await dialog.getByRole('textbox', { name: /^Linen shirt/ }).inputValue()).to.equal('2');
    await expectAccessible(page);
    await photograph(page, 'withdrawal-accept', WIDTHS);
    await click(dialog.getByRole('button', { name: 'Accept' }));
    await page.getByText('The withdrawal was accepted.').waitFor();
    await page.getByRole('heading', { level: 1 }).getByText('Accepted').waitFor();
    expect(await get(`/api/withdrawals/${id}`)).to.include({ status: 'accepted', order_id: order.id });
    await photograph(page, 'withdrawal-accepted', WIDTHS);
    await page.goto(`${app().url}/dashboard`);
    await page.getByRole('link', { name: /orders to fulfil$/i }).waitFor();
    expect(await page.getByRole('link', { name: /withdrawals to decide on$/i }).count()).to.equal(0);
  });

  it('from a part in words are accepted for the items that the staff chooses', async () => {
    const order = await createSent();
    await post('/api/withdrawals', { order_id: order.id, name: 'Ada', note: `One shirt ${HOSTILE}` });
    await settled(order.id, 'needs_review');
    const page = await open(`/orders/${order.id}`, { expectedLines: [REFUSED] });
    const section = page.locator('section.card').filter({ hasText: 'The buyer may withdraw until' });
    await section.getByText('Part described in words').waitFor();
    await page.locator('.timeline').getByText('Withdrawal received').waitFor();
    await click(section.getByRole('link'));
    await page.getByText(`One shirt ${HOSTILE}`).waitFor();
    await click(page.getByRole('button', { name: 'Accept' }));
    const quantity = page.getByRole('dialog').getByRole('textbox', { name: /^Linen shirt/ });
    await fill(quantity, '3');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Accept' }));
    await page.getByRole('dialog').getByText('what the buyer keeps and no return has').waitFor();
    await fill(quantity, '1');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Accept' }));
    await page.getByText('The withdrawal was accepted.').waitFor();
    const { accepted_items: items, return_id: returnId } = await settled(order.id, 'accepted');
    expect(items).to.deep.equal([{ item_id: order.items[0].id, quantity: 1 }]);
    await click(page.locator('dl').getByRole('link', { name: 'Approved' }));
    await page.getByRole('link', { name: 'From a withdrawal' }).waitFor();
    await page.locator('.timeline').getByText('Withdrawal accepted').waitFor();
    await expectAccessible(page);
    await photograph(page, 'withdrawal-order', WIDTHS);
    expect((await get(`/api/returns/${returnId}`)).items[0]).to.include({ quantity: 1 });
    await page.goto(`${app().url}/dashboard/returns`);
    await page
      .getByRole('row', { name: `${order.number}` })
      .filter({ hasText: 'Withdrawal' })
      .waitFor();
  });

  it('are rejected after a confirmation, and can be accepted later', async () => {
    const order = await createSent();
    await post('/api/withdrawals', { order_id: order.id, name: 'Ada', note: 'The shirt' });
    const { id } = await settled(order.id, 'needs_review');
    const page = await open(`/withdrawals/${id}`);
    await click(page.getByRole('button', { name: 'Reject' }));
    const dialog = page.getByRole('dialog', { name: 'Reject' });
    await dialog.getByText('The order stays as it is').waitFor();
    expect((await get(`/api/withdrawals/${id}`)).status).to.equal('received');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Reject' }));
    await page.getByText('The shop has rejected it.').waitFor();
    await photograph(page, 'withdrawal-rejected', WIDTHS);
    expect(await get(`/api/withdrawals/${id}`)).to.include({ status: 'rejected', reason: 'rejected_by_shop' });
    expect(await page.getByRole('button', { name: 'Reject' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    await page.goto(`${app().url}/dashboard/orders/${order.id}`);
    const entry = page.locator('.timeline li').filter({ hasText: 'Withdrawal rejected' });
    await entry.getByText('Rejected by the shop').waitFor();
  });

  it('show the last day of the refund, marked when it is near or over, and only until it is done', async () => {
    const order = await createSent();
    await post('/api/withdrawals', { order_id: order.id, name: 'Margaret' });
    const { refund_by: end, return_id: returnId } = await settled(order.id, 'accepted');
    const page = await open('/withdrawals');
    const row = page.getByRole('row', { name: /Margaret/ });
    const lastDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(
      new Date(Date.parse(end) - DAY_MS / 2),
    );
    await row.getByText(lastDay).waitFor();
    for (const [left, mark] of [
      [3.1 * DAY_MS, ''],
      [2.9 * DAY_MS, 'Due soon'],
      [0, 'Overdue'],
    ] as const) {
      await page.clock.setFixedTime(Date.parse(end) - left);
      await page.reload();
      await row.getByText(lastDay).waitFor();
      const cell = row.locator('.badges');
      expect(await cell.locator('.badge').allTextContents(), mark).to.deep.equal(mark === '' ? [] : [mark]);
    }
    await expectAccessible(page);
    await post(`/api/returns/${returnId}/receive`, {});
    await settled(order.id, 'completed');
    await page.reload();
    await row.filter({ hasText: 'Completed' }).waitFor();
    expect(await row.getByText(lastDay).count()).to.equal(0);
  });

  it('are filtered by their status', async () => {
    await createUnmatched('Edith');
    const page = await open('/withdrawals');
    await page.getByRole('row', { name: /Edith/ }).waitFor();
    await click(page.getByRole('button', { name: 'Filters' }));
    await select(page.locator('.filters').getByLabel('Status'), 'completed');
    await page.getByRole('row', { name: /Edith/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Margaret/ }).waitFor();
  });

  it('say at an order what is exempt, and why a cancelled one was cancelled', async () => {
    const custom = await createProduct({ withdrawal_exemption: 'custom_made', name: 'Engraved mug' });
    const order = await createOrder();
    const exempt = await createOrder({
      items: [
        { product_id: order.items[0].product_id, quantity: 1 },
        { product_id: custom.id, quantity: 1 },
      ],
    });
    const page = await open(`/orders/${exempt.id}`);
    await page.getByText('The period begins once everything is delivered.').waitFor();
    await page.getByText('Engraved mug: Custom-made or personalized').waitFor();
    await post('/api/withdrawals', { order_id: order.id, name: 'Ada' });
    await settled(order.id, 'completed');
    await page.goto(`${app().url}/dashboard/orders/${order.id}`);
    await page.locator('.problem').getByText('Withdrawal', { exact: false }).waitFor();
    expect(await page.locator('.problem').textContent()).to.match(/: Withdrawal$/);
  });

  it('that a buyer has declared by letter are stated for them', async () => {
    const order = await createSent();
    const page = await open(`/orders/${order.id}`);
    await click(page.getByRole('button', { name: 'State a withdrawal' }));
    const dialog = page.getByRole('dialog', { name: 'State a withdrawal' });
    expect(await dialog.getByLabel('Name').inputValue()).to.equal('Ada Lovelace');
    await expectAccessible(page);
    await photograph(page, 'withdrawal-state', WIDTHS);
    await fill(dialog.getByRole('textbox', { name: /^Linen shirt/ }), '1');
    await click(dialog.getByRole('button', { name: 'State a withdrawal' }));
    await page.getByText('The withdrawal was stated.').waitFor();
    await page.getByText('Refund at the latest on').waitFor();
    const { accepted_items: items, verified } = await settled(order.id, 'accepted');
    expect({ items, verified }).to.deep.equal({ items: [{ item_id: order.items[0].id, quantity: 1 }], verified: true });
  });

  it('are shown in German', async () => {
    const { id } = await createUnmatched('Emmy');
    const page = await open(`/withdrawals/${id}`, { context: { locale: 'de-DE' } });
    await page.getByRole('heading', { level: 1, name: 'Widerruf von Emmy' }).waitFor();
    await page.getByText('Keine Bestellung hat diese Nummer und diese E-Mail.').waitFor();
    await page.getByRole('button', { name: 'Ablehnen' }).waitFor();
    await photograph(page, 'withdrawal-german', WIDTHS);
  });
});
