import { expect } from 'chai';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  paymentStep,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('cancellations of items', ({ app }) => {
  const cancel = (order: { id: string }, item: { id: string }, body: object, query = '') =>
    app().call(`/api/orders/${order.id}/items/${item.id}/cancel${query}`, { method: 'POST', body });
  const read = async ({ id }: { id: string }) => (await app().call(`/api/orders/${id}`)).json;
  const pay = ({ id }: { id: string }, fields: object = {}) => createPayment(app(), id, fields);
  const refunded = (order: { id: string }, amount: number) =>
    eventually('the refund was recorded', async () => {
      const { amount_refunded: now, refund_due: due } = await read(order);
      return now === amount && due === 0;
    });

  const twoProducts = async () => {
    const [shirt, scarf] = [
      await createProduct(app(), { price: 20, stock: 5 }),
      await createProduct(app(), { price: 7, stock: 5 }),
    ];
    const order = await createOrder(app(), { items: [...itemsOf([shirt], 3), ...itemsOf([scarf])] });
    return { shirt, scarf, order, items: order.items };
  };

  it('reduce an unpaid order, and restore the stock', async () => {
    const { shirt, order, items } = await twoProducts();
    const reply = await cancel(order, items[0], { quantity: 2 });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.json).to.include({ total: 27, amount_due: 27, status: 'open' });
    expect(reply.json.items[0]).to.include({ quantity: 1, cancelled_quantity: 2, subtotal: 20 });
    expect(await read(order)).to.deep.equal(reply.json);
    expect(await stockOf(app(), shirt)).to.equal(4);
    await pay(order);
    expect(await read(order)).to.include({ payment_status: 'paid', amount_paid: 27 });
  });

  it('refund what was paid, and complete an order whose other items are fulfilled', async () => {
    const { order, items, shirt } = await twoProducts();
    await pay(order);
    const body = { items: [{ item_id: items[1].id, quantity: 1 }] };
    await orderStep(app(), order.id, 'fulfillments', body);
    const reply = await cancel(order, items[0], { quantity: 3, restock: false, reason: 'Damaged.' });
    expect(reply.json).to.include({ status: 'completed', fulfillment_status: 'fulfilled', total: 7, refund_due: 60 });
    await refunded(order, 60);
    expect(await stockOf(app(), shirt)).to.equal(2);
    const payments = (await app().call(`/api/payments?order_id=${order.id}`)).json.data;
    expect(payments[0]).to.include({ amount_refunded: 60 });
    const timeline = (await app().call(`/api/orders/${order.id}/timeline`)).json.data;
    expect(timeline.map(({ type }: { type: string }) => type)).to.include.members(['item_cancelled', 'refunded']);
  });

  it('void what is authorized above the total, once the rest is captured', async () => {
    const { order, items } = await twoProducts();
    const { id } = await pay(order, { capture_method: 'manual' });
    await cancel(order, items[0], { quantity: 1 });
    const captured = await paymentStep(app(), id, 'capture');
    expect(captured.json, captured.text).to.include({ amount: 67, amount_captured: 47 });
    expect(await read(order)).to.include({ payment_status: 'paid', amount_paid: 47 });
    await eventually('the rest is voided', async () => {
      const { status, actions } = (await app().call(`/api/payments/${id}`)).json;
      return status === 'succeeded' && !actions.includes('capture');
    });
  });

  it('refund nothing that was refunded before, or that the shop settles otherwise', async () => {
    const { order, items } = await twoProducts();
    const { id } = await pay(order);
    const refund = await app().call(`/api/payments/${id}/refunds`, { method: 'POST', body: { amount: 15 } });
    expect(refund.status).to.equal(201);
    expect((await cancel(order, items[0], { quantity: 1 })).json).to.include({ total: 47, refund_due: 5 });
    await refunded(order, 20);
    expect((await cancel(order, items[0], { quantity: 1, refund: false })).json).to.include({ refund_due: 0 });
    expect(await read(order)).to.include({ amount_refunded: 20 });
  });

  it('let the rest of an authorized order be captured', async () => {
    const { order, items } = await twoProducts();
    const { id } = await pay(order, { capture_method: 'manual' });
    expect((await cancel(order, items[0], { quantity: 1 })).json).to.include({
      total: 47,
      payment_status: 'authorized',
    });
    const above = await app().call(`/api/payments/${id}/capture`, { method: 'POST', body: { amount: 67 } });
    expectProblem(above, 422, 'validation_failed');
    const captured = await app().call(`/api/payments/${id}/capture`, { method: 'POST', body: {} });
    expect(captured.json).to.include({ amount_captured: 47 });
    expect(await read(order)).to.include({ payment_status: 'paid', amount_paid: 47 });
  });

  it('are refused above the unfulfilled quantity, for all items, during a payment and for unknown items', async () => {
    const { order, items } = await twoProducts();
    const other = await twoProducts();
    expectProblem(await cancel(order, items[0], { quantity: 4 }), 422, 'validation_failed');
    expectProblem(await cancel(order, items[0], { quantity: 0 }), 422, 'validation_failed');
    expectProblem(await cancel(order, other.items[0], { quantity: 1 }), 404, 'not_found');
    await cancel(order, items[0], { quantity: 3 });
    expectProblem(await cancel(order, items[1], { quantity: 1 }), 409, 'invalid_state');
    await pay(order, byToken('tok_requires_action'));
    expectProblem(await cancel(order, items[1], { quantity: 1 }), 409, 'invalid_state');
    expect(await read(order)).to.include({ total: 7 });
  });

  it('leave the tax of what is left, whatever was cancelled before, in the order and in its refunds', async () => {
    const rate = { name: 'VAT', percent: 19, country: 'DE' };
    expect((await app().call('/api/tax_rates', { method: 'POST', body: rate })).status).to.equal(201);
    const product = await createProduct(app(), { price: 0.99 });
    const shipping_address = { line1: '1 Main St', country: 'DE' };
    const order = await createOrder(app(), { items: itemsOf([product], 10), shipping_address });
    await pay(order);
    const shown: number[][] = [];
    for (let left = 9; left >= 2; left -= 1) {
      const { tax, total } = (await cancel(order, order.items[0], { quantity: 1 })).json;
      shown.push([tax, total]);
      await refunded(order, Math.round(1178 - 100 * total) / 100);
    }
    expect(shown.map(([tax]) => tax)).to.deep.equal([1.69, 1.5, 1.32, 1.13, 0.94, 0.75, 0.56, 0.38]);
    expect(shown.at(-1)).to.deep.equal([0.38, 2.36]);
    const other = await createOrder(app(), { items: itemsOf([product], 3), shipping_address });
    expect((await cancel(other, other.items[0], { quantity: 1 })).json).to.include({ tax: 0.38, total: 2.36 });
  });

  it('have a dry run, and are done once under an idempotency key', async () => {
    const { order, items } = await twoProducts();
    const tried = await cancel(order, items[0], { quantity: 1 }, '?dry_run=true');
    expect(tried.json).to.deep.include({ total: 47, dry_run: true, emits: ['product.updated', 'order.updated'] });
    expect(await read(order)).to.include({ total: 67 });
    const options = { method: 'POST', body: { quantity: 1 }, headers: { 'Idempotency-Key': 'cancel-once' } };
    const path = `/api/orders/${order.id}/items/${items[0].id}/cancel`;
    const replies = await Promise.all([1, 2].map(() => app().call(path, options)));
    expect(replies.map(({ status }) => status)).to.include(200);
    expect(await read(order)).to.include({ total: 47 });
  });

  it('of the same quantity succeed once', async () => {
    const { order, items } = await twoProducts();
    const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(order, items[0], { quantity: 2 })));
    expect(replies.filter(({ status }) => status === 200)).to.have.length(1);
    expect(await read(order)).to.include({ total: 27 });
  });
});
