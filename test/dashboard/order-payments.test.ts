import { expect } from 'chai';
import { countClicks } from '../support/browser/clicks.ts';
import { onDashboard, REFUSED, STAFF_FLOW } from '../support/browser/dashboard.ts';
import { ordersOf } from '../support/browser/dashboard-orders.ts';
import { chooseOfScreen } from '../support/browser/row-menu.ts';
import { eventually } from '../support/eventually.ts';

const OPTIONS = { run: STAFF_FLOW };

onDashboard(
  'payments and returns of an order',
  OPTIONS,
  ({ app, open, click, check, fill, select, uncheck, mails, expectAccessible }) => {
    const { createOrder, createProduct, get, post, pay } = ordersOf(app);

    it('captures an authorized payment, and refunds by item', async () => {
      const { id, items } = await createOrder();
      const payment = await pay({ id }, { capture_method: 'manual' });
      const page = await open(`/orders/${id}`);
      await click(page.getByRole('button', { name: 'Capture' }));
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Amount').inputValue()).to.equal('40');
      await click(dialog.getByRole('button', { name: 'Capture' }));
      await page.getByText('$40.00 captured').waitFor();

      await click(page.getByRole('button', { name: 'Refund items' }));
      await fill(dialog.getByLabel(items[0].name), '1');
      await fill(dialog.getByLabel('Reason'), 'A button was missing.');
      await dialog.getByRole('definition').getByText('$20.00').first().waitFor();
      await expectAccessible(page);
      await click(dialog.getByRole('button', { name: 'Refund $20.00' }));
      await page.getByText('$20.00 refunded').waitFor();
      await page.getByText('1 cancelled').waitFor();
      const { data: refunds } = await get(`/api/payments/${payment.id}/refunds`);
      expect(refunds[0]).to.deep.include({
        amount: 20,
        reason: 'A button was missing.',
        items: [{ item_id: items[0].id, quantity: 1 }],
      });
      await expectAccessible(page);
    });

    it('captures a part, and offers exactly the rest', async () => {
      const { id: productId } = await createProduct({ price: 39.98 });
      const { id } = await createOrder({ items: [{ product_id: productId, quantity: 1 }] });
      await pay({ id }, { capture_method: 'manual' });
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await click(page.getByRole('button', { name: 'Capture' }));
      await fill(dialog.getByLabel('Amount'), '9.97');
      await click(dialog.getByRole('button', { name: 'Capture' }));
      await page.getByText('$9.97 captured').waitFor();
      await click(page.getByRole('button', { name: 'Capture' }));
      expect(await dialog.getByLabel('Amount').inputValue()).to.equal('30.01');
      await click(dialog.getByRole('button', { name: 'Capture' }));
      await page.getByText('$39.98 captured').waitFor();
    });

    it('refunds an amount, and cancels what is authorized', async () => {
      const { id } = await createOrder();
      await pay({ id }, { amount: 15 });
      const page = await open(`/orders/${id}`);
      await click(page.getByRole('button', { name: 'Refund', exact: true }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel('Amount'), '5,50');
      await click(dialog.getByRole('button', { name: 'Refund $5.50' }));
      await page.getByText('$5.50 refunded').waitFor();

      const { id: held } = await pay({ id }, { capture_method: 'manual' });
      await page.reload();
      await click(page.getByRole('button', { name: 'Cancel the payment' }));
      await click(dialog.getByRole('button', { name: 'Cancel the payment' }));
      await page.getByText('The payment was cancelled.').waitFor();
      expect((await get(`/api/payments/${held}`)).status).to.equal('cancelled');
    });

    it('refunds all that was paid in two clicks', async () => {
      const { id } = await createOrder();
      const payment = await pay({ id });
      const page = await open(`/orders/${id}`);
      const clicks = await countClicks(page);
      await click(page.getByRole('button', { name: 'Refund', exact: true }));
      await click(page.getByRole('dialog').getByRole('button', { name: 'Refund $40.00' }));
      await page.getByText('$40.00 refunded').waitFor();
      expect(clicks()).to.be.at.most(2);
      expect(await get(`/api/payments/${payment.id}`)).to.include({ amount_refunded: 40 });
    });

    it('refunds only the amount that it has shown', async () => {
      const { id, items } = await createOrder();
      const payment = await pay({ id });
      const page = await open(`/orders/${id}`, { expectedLines: [REFUSED] });
      const dialog = page.getByRole('dialog');
      await chooseOfScreen({ click }, page, 'Cancel the order');
      await dialog.getByRole('button', { name: 'Cancel the order and refund $40.00' }).waitFor();
      const cancelled = { quantity: 1, expected_refund: 20 };
      await post(`/api/orders/${id}/items/${items[0].id}/cancel`, cancelled);
      await eventually(
        'the part is refunded',
        async () => (await get(`/api/payments/${payment.id}`)).amount_refunded === 20,
      );
      await click(dialog.getByRole('button', { name: 'Cancel the order and refund $40.00' }));
      await dialog.getByText('The refund is 20.00 USD, not 40.00; nothing was changed.').waitFor();
      expect(await get(`/api/orders/${id}`)).to.include({ status: 'open' });
      await click(dialog.getByRole('button', { name: 'Cancel the order and refund $20.00' }));
      await page.getByText('The order was cancelled.').waitFor();
    });

    it('marks an order as paid, in part and with a note', async () => {
      const { id } = await createOrder();
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await click(page.getByRole('button', { name: 'Collect payment' }));
      await select(dialog.getByLabel('Received by'), 'Cash');
      await fill(dialog.getByLabel('Amount'), '10');
      await fill(dialog.getByLabel('Reference or note'), 'Till 3');
      await expectAccessible(page);
      await click(dialog.getByRole('button', { name: 'Mark as paid' }));
      await page.getByText('$10.00 captured').waitFor();
      const { data } = await get(`/api/payments?order_id=${id}`);
      expect(data[0]).to.deep.include({ gateway: 'manual', amount: 10, metadata: { reference: 'Till 3' } });
    });

    it('tries a test card, which may need the buyer', async () => {
      const { id } = await createOrder();
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await click(page.getByRole('button', { name: 'Collect payment' }));
      await check(dialog.getByRole('radio', { name: 'Test card' }));
      await select(dialog.getByLabel('Outcome'), 'The bank asks the buyer for a confirmation');
      await click(dialog.getByRole('button', { name: 'Pay' }));
      await page.getByText('The buyer pays at this address:').waitFor();
      const { data } = await get(`/api/payments?order_id=${id}&status=requires_action`);
      await page.getByText(data[0].next_action.redirect_url).waitFor();
      await expectAccessible(page);
      // it waits for the payer, and the screen follows
      await app().call(`${new URL(data[0].next_action.redirect_url).pathname}/approve`, { method: 'POST' });
      await page.getByText('$40.00 captured').waitFor();
    });

    it('sends a payment link, shows it, and deactivates it', async () => {
      const { id, email } = await createOrder();
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await click(page.getByRole('button', { name: 'Collect payment' }));
      await check(dialog.getByRole('radio', { name: 'Send a payment link' }));
      await click(dialog.getByRole('button', { name: 'Send by e-mail' }));
      await dialog.getByRole('button', { name: 'Copy' }).waitFor();
      const { data } = await get(`/api/payment_links?order_id=${id}`);
      await dialog.getByText(data[0].url).waitFor();
      await expectAccessible(page);
      await eventually('the mail has arrived', async () => {
        const [mail] = (await mails().mailsTo(email)).filter(({ text }) => text.includes(data[0].url));
        return /^Pay your order/.test(mail?.subject ?? '');
      });
      await click(dialog.getByRole('button', { name: 'Deactivate' }));
      await eventually('the link is inactive', async () => {
        return !(await get(`/api/payment_links/${data[0].id}`)).active;
      });
      await dialog.getByText(data[0].url).waitFor({ state: 'detached' });
    });

    it('counts down where an order expires', async () => {
      const { id } = await createOrder();
      const page = await open(`/orders/${id}`);
      await page.getByText(/^Expires in (29|30) min$/).waitFor();
    });

    it('follows a payment that waits for its payer, also after an error', async () => {
      const { id } = await createOrder();
      const payment = await pay({ id }, { payment_method: { token: 'tok_requires_action' } });
      const page = await open(`/orders/${id}`, { expectedLines: [/status of 503/] });
      await page.getByText('The buyer pays at this address:').waitFor();
      await page.route(`**/api/orders/${id}`, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await app().call(`${new URL(payment.next_action.redirect_url).pathname}/approve`, { method: 'POST' });
      await page.getByText('$40.00 captured').waitFor();
    });

    it('creates, approves and receives a return with another refund', async () => {
      const { id, items } = await createOrder();
      await pay({ id });
      await post(`/api/orders/${id}/fulfillments`, {});
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await click(page.getByRole('button', { name: 'Return items' }));
      await fill(dialog.getByLabel(items[0].name), '1');
      await fill(dialog.getByLabel('Reason'), 'Too small.');
      await uncheck(dialog.getByLabel('The items are here already'));
      await click(dialog.getByRole('button', { name: 'Return items' }));
      for (const step of ['Approve', 'Receive']) {
        await click(page.getByRole('button', { name: step }));
        if (step === 'Receive') await fill(dialog.getByLabel(`Refund for 1 × ${items[0].name}`), '15');
        await expectAccessible(page);
        const amount = step === 'Receive' ? ' and refund $15.00' : '';
        await click(dialog.getByRole('button', { name: `${step}${amount}` }));
      }
      await page.getByText('$15.00 refunded').waitFor();
      expect(await get(`/api/orders/${id}`)).to.include({ amount_refunded: 15 });
      await page.getByText('1 returned').waitFor();
      await expectAccessible(page);
    });

    it('returns items that are here in four clicks at most, for the refund that it has shown', async () => {
      const { id, items } = await createOrder();
      const payment = await pay({ id });
      await post(`/api/orders/${id}/fulfillments`, {});
      const page = await open(`/orders/${id}`);
      const clicks = await countClicks(page);
      await click(page.getByRole('button', { name: 'Return items' }));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel(items[0].name), '1');
      await dialog.getByRole('button', { name: 'Return items and refund $20.00' }).waitFor();
      await expectAccessible(page);
      await uncheck(dialog.getByLabel('Return to the stock'));
      await click(dialog.getByRole('button', { name: 'Return items and refund $20.00' }));
      await page.getByText('$20.00 refunded').waitFor();
      expect(clicks()).to.be.at.most(4);
      await page.getByText('1 returned').waitFor();
      const { data } = await get(`/api/orders/${id}/returns`);
      expect(data[0]).to.include({ status: 'received' });
      expect(data[0].items[0]).to.include({ restocked: false, refund: 20 });
      expect(await get(`/api/payments/${payment.id}`)).to.include({ amount_refunded: 20 });
    });
  },
);
