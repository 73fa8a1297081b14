import { expect } from 'chai';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';
import { ordersOf } from '../support/dashboard-orders.ts';

onDashboard(
  'payments and returns of an order',
  ({ app, open }) => {
    const { createOrder, createProduct, get, post, pay } = ordersOf(app);

    it('captures an authorized payment, and refunds by item', async () => {
      const { id, items } = await createOrder();
      const payment = await pay({ id }, { capture_method: 'manual' });
      const page = await open(`/orders/${id}`);
      await page.getByRole('button', { name: 'Capture' }).click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Amount').inputValue()).to.equal('40');
      await dialog.getByRole('button', { name: 'Capture' }).click();
      await page.getByText('$40.00 captured').waitFor();

      await page.getByRole('button', { name: 'Refund items' }).click();
      await dialog.getByLabel(items[0].name).fill('1');
      await dialog.getByLabel('Reason').fill('A button was missing.');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Refund items' }).click();
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
      await page.getByRole('button', { name: 'Capture' }).click();
      await dialog.getByLabel('Amount').fill('9.97');
      await dialog.getByRole('button', { name: 'Capture' }).click();
      await page.getByText('$9.97 captured').waitFor();
      await page.getByRole('button', { name: 'Capture' }).click();
      expect(await dialog.getByLabel('Amount').inputValue()).to.equal('30.01');
      await dialog.getByRole('button', { name: 'Capture' }).click();
      await page.getByText('$39.98 captured').waitFor();
    });

    it('refunds an amount, and cancels what is authorized', async () => {
      const { id } = await createOrder();
      await pay({ id }, { amount: 15 });
      const page = await open(`/orders/${id}`);
      await page.getByRole('button', { name: 'Refund an amount' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount').fill('5,50');
      await dialog.getByRole('button', { name: 'Refund an amount' }).click();
      await page.getByText('$5.50 refunded').waitFor();

      const { id: held } = await pay({ id }, { capture_method: 'manual' });
      await page.reload();
      await page.getByRole('button', { name: 'Cancel the payment' }).click();
      await dialog.getByRole('button', { name: 'Cancel the payment' }).click();
      await page.getByText('The payment was cancelled.').waitFor();
      expect((await get(`/api/payments/${held}`)).status).to.equal('cancelled');
    });

    it('records money that has arrived, and shows the link of a payment that waits for its payer', async () => {
      const { id } = await createOrder();
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Record a payment' }).click();
      await dialog.getByLabel('Received by').selectOption('Cash');
      await dialog.getByLabel('Amount').fill('10');
      await dialog.getByRole('button', { name: 'Record a payment' }).click();
      await page.getByText('$10.00 captured').waitFor();

      await page.getByRole('button', { name: 'Charge by sandbox' }).click();
      await dialog.getByLabel('Token').fill('tok_requires_action');
      await dialog.getByRole('button', { name: 'Charge by sandbox' }).click();
      await page.getByText('The buyer pays at this address:').waitFor();
      const { data } = await get(`/api/payments?order_id=${id}&status=requires_action`);
      await page.getByText(data[0].next_action.redirect_url).waitFor();
      await expectAccessible(page);
      // it waits for the payer, and the screen follows
      await app().call(`${new URL(data[0].next_action.redirect_url).pathname}/approve`, { method: 'POST' });
      await page.getByText('$30.00 captured').waitFor();
    });

    it('creates, approves and receives a return with another refund', async () => {
      const { id, items } = await createOrder();
      await pay({ id });
      await post(`/api/orders/${id}/fulfillments`, {});
      const page = await open(`/orders/${id}`);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Create a return' }).click();
      await dialog.getByLabel(items[0].name).fill('1');
      await dialog.getByLabel('Reason').fill('Too small.');
      await dialog.getByRole('button', { name: 'Create a return' }).click();
      for (const step of ['Approve', 'Receive']) {
        await page.getByRole('button', { name: step }).click();
        if (step === 'Receive') await dialog.getByLabel(`Refund for 1 × ${items[0].name}`).fill('15');
        await expectAccessible(page);
        await dialog.getByRole('button', { name: step }).click();
      }
      await page.getByText('$15.00 refunded').waitFor();
      expect(await get(`/api/orders/${id}`)).to.include({ amount_refunded: 15 });
      await page.getByText('1 returned').waitFor();
      await expectAccessible(page);
    });
  },
  { PAYMENT_GATEWAYS: 'sandbox,manual' },
);
