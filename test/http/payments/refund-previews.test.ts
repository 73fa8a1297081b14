import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  posted,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('dry runs of what moves money back', ({ app }) => {
  const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });
  const make = (at: string, body: object = {}) => posted(app(), at, body);
  const read = async (at: string) => (await app().call(at)).json;

  before(async () => {
    await make('/api/tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
    await make('/api/discounts', { name: 'Sale', code: 'TEN', kind: 'percent', percent: 10 });
  });

  /** A paid order of two shirts of 50, less 10 %, with shipping of 10, with 19 % added: 107.10 and 11.90. */
  const paidOrder = async () => {
    const tiers = [{ up_to: null, price: 10 }];
    const method = await make('/api/shipping_methods', { name: 'Standard', countries: ['DE'], tiers });
    const order = await createOrder(app(), {
      items: itemsOf([await createProduct(app(), { price: 50, stock: 9 })], 2),
      discount_codes: ['TEN'],
      shipping_address: { line1: '1 Main St', country: 'DE' },
      shipping_method_id: method.id,
    });
    expect(order).to.include({ total: 119 });
    const { id } = await createPayment(app(), order.id);
    const item = { item_id: order.items[0].id, quantity: 1 };
    return { order, item, at: `/api/orders/${order.id}`, refunds: `/api/payments/${id}/refunds` };
  };

  const SHIRT = { items: 53.55, shipping: 0, tax: 8.55, discount: 5, covered: 0 };

  it('show what a refund of items and shipping pays, and do not call the gateway', async () => {
    const { item, at, refunds } = await paidOrder();
    const before = await read(at);
    const tried = await make(`${refunds}?dry_run=true`, { items: [item], shipping: true });
    expect(tried).to.include({ dry_run: true, status: 'succeeded', amount: 65.45, shipping: 11.9 });
    expect(tried.refund_parts).to.deep.equal({ ...SHIRT, amount: 65.45, shipping: 11.9, tax: 10.45 });
    expect(tried.emits).to.include.members(['payment.refunded', 'order.updated', 'product.updated']);
    expect(await read(at)).to.deep.equal(before);
    expect((await read(refunds)).data).to.deep.equal([]);
    const other = expectProblem(await post(refunds, { items: [item], expected_refund: 65.44 }), 409, 'total_changed');
    expect(other).to.include({ total: 53.55, currency: 'USD' });
    expect((await read(refunds)).data).to.deep.equal([]);
    expect(await make(refunds, { items: [item], expected_refund: 53.55 })).to.not.have.property('refund_parts');
    expect(await make(`${refunds}?dry_run=true`, { amount: 5 })).to.not.have.property('refund_parts');
    expectProblem(await post(refunds, { expected_refund: 1.001 }), 422, 'validation_failed');
  });

  it('show what a cancelled item pays, less what an earlier refund covers', async () => {
    const { item, at, refunds } = await paidOrder();
    await make(refunds, { amount: 10 });
    const cancel = `${at}/items/${item.item_id}/cancel`;
    const tried = await make(`${cancel}?dry_run=true`, { quantity: 1 });
    expect(tried).to.include({ dry_run: true, refund_due: 43.55 });
    expect(tried.refund_parts).to.deep.equal({ ...SHIRT, amount: 43.55, covered: 10 });
    expectProblem(await post(cancel, { quantity: 1, expected_refund: 53.55 }), 409, 'total_changed');
    expect(await read(at)).to.include({ refund_due: 0 });
    expect(await make(cancel, { quantity: 1, expected_refund: 43.55 })).to.include({ refund_due: 43.55 });
  });

  it('show what a return pays', async () => {
    const { item, at } = await paidOrder();
    await orderStep(app(), (await read(at)).id, 'fulfillments');
    const { id } = await make(`${at}/returns`, { items: [{ ...item, quantity: 2 }] });
    await make(`/api/returns/${id}/approve`);
    const receive = `/api/returns/${id}/receive`;
    const part = { items: [item] };
    const tried = await make(`${receive}?dry_run=true`, part);
    expect(tried.refund_parts).to.deep.equal({ ...SHIRT, amount: 53.55 });
    expect(await read(`/api/returns/${id}`)).to.include({ version: 2 });
    expectProblem(await post(receive, { ...part, expected_refund: 0 }), 409, 'total_changed');
    expect(await make(receive, { ...part, expected_refund: 53.55 })).to.not.have.property('refund_parts');
  });

  it('show what a cancelled order pays, and cancel it only for the refund that was seen', async () => {
    const { at, refunds } = await paidOrder();
    await make(refunds, { amount: 19 });
    const before = await read(at);
    const tried = await make(`${at}/cancel?dry_run=true`);
    expect(tried).to.include({ dry_run: true, status: 'cancelled', payment_status: 'refunded', amount_refunded: 119 });
    expect(tried.refund_parts).to.deep.equal({
      ...{ amount: 100, items: 107.1, shipping: 11.9, tax: 19, discount: 10, covered: 19 },
    });
    expect(await read(at)).to.deep.equal(before);
    expect(expectProblem(await post(`${at}/cancel`, { expected_refund: 119 }), 409, 'total_changed')).to.include({
      total: 100,
    });
    expect(await read(at)).to.deep.equal(before);
    expect(await make(`${at}/cancel`, { expected_refund: 100 })).to.include({
      status: 'cancelled',
      amount_refunded: 119,
    });
    const unpaid = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 5 })]) });
    expectProblem(await post(`/api/orders/${unpaid.id}/cancel`, { expected_refund: 5 }), 409, 'total_changed');
    expect((await make(`/api/orders/${unpaid.id}/cancel?dry_run=true`)).refund_parts).to.include({ amount: 0 });
  });

  it('show nothing else once the amount changes in between: one of two equal refunds is done', async () => {
    const { at, item } = await paidOrder();
    const cancel = `${at}/items/${item.item_id}/cancel`;
    const replies = await Promise.all(
      [1, 2]
        .map(() => post(`${at}/cancel`, { expected_refund: 119 }))
        .concat([post(cancel, { quantity: 1, expected_refund: 53.55 })]),
    );
    const now = await read(at);
    expect(now.amount_refunded + now.refund_due, JSON.stringify(replies.map(({ status }) => status))).to.be.oneOf([
      119, 53.55,
    ]);
  });
});
