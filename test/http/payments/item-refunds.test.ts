import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  paymentStep,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('refunds of items', ({ app }) => {
  const read = async (at: string) => (await app().call(at)).json;
  const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });

  /** A paid order of three shirts at 20 and a scarf at 7, of which some shirts are fulfilled. */
  const paidOrder = async (fulfilled = 0, fields: object = {}) => {
    const shirt = await createProduct(app(), { price: 20, stock: 5 });
    const scarf = await createProduct(app(), { price: 7, stock: 5 });
    const order = await createOrder(app(), { items: [...itemsOf([shirt], 3), ...itemsOf([scarf])], ...fields });
    const payment = await createPayment(app(), order.id);
    const [shirts, scarfs] = order.items;
    const items = [{ item_id: shirts.id, quantity: fulfilled }];
    if (fulfilled > 0) await orderStep(app(), order.id, 'fulfillments', { items });
    return { shirt, scarf, shirts, scarfs, payment, at: `/api/orders/${order.id}`, id: order.id };
  };
  type Paid = Awaited<ReturnType<typeof paidOrder>>;

  const refund = ({ payment }: Paid, body: object) => paymentStep(app(), payment.id, 'refunds', body);
  const of = (item: { id: string }, quantity: number) => ({ item_id: item.id, quantity });

  it('cancel unfulfilled items, and restore the stock', async () => {
    const order = await paidOrder();
    const items = [of(order.shirts, 1), of(order.scarfs, 1)];
    const reply = await refund(order, { items, reason: 'Sold out.' });
    expect(reply.status, reply.text).to.equal(201);
    expect(reply.json).to.deep.include({ amount: 27, status: 'succeeded', items, restock: true });
    expect(await read(`/api/payments/${order.payment.id}/refunds/${reply.json.id}`)).to.deep.equal(reply.json);
    const after = await read(order.at);
    expect(after).to.include({ total: 40, amount_refunded: 27, refund_due: 0, payment_status: 'paid' });
    expect(after.items[0]).to.include({ quantity: 2, cancelled_quantity: 1, returned_quantity: 0 });
    expect([await stockOf(app(), order.shirt), await stockOf(app(), order.scarf)]).to.deep.equal([3, 5]);
    const refunded = (await read(`${order.at}/timeline`)).data.find(
      ({ type }: { type: string }) => type === 'refunded',
    );
    expect(refunded.details).to.deep.include({ amount: 27, items });
  });

  it('return fulfilled items, whose stock is restored unless the shop says otherwise', async () => {
    const order = await paidOrder(3);
    await orderStep(app(), order.id, 'fulfillments');
    await refund(order, { items: [of(order.shirts, 2)], restock: false });
    expect(await stockOf(app(), order.shirt)).to.equal(2);
    await refund(order, { items: [of(order.shirts, 1)] });
    expect(await stockOf(app(), order.shirt)).to.equal(3);
    const after = await read(order.at);
    expect(after).to.include({
      total: 67,
      amount_refunded: 60,
      payment_status: 'partially_refunded',
      status: 'completed',
    });
    expect(after.items[0]).to.include({ quantity: 3, returned_quantity: 3, cancelled_quantity: 0 });
    const again = await refund(order, { items: [of(order.shirts, 1)] });
    expect(errorPathsOf(expectProblem(again, 422, 'validation_failed'))).to.deep.equal(['/items/0/quantity']);
  });

  it('take unfulfilled items before fulfilled ones, and complete an order without unfulfilled items', async () => {
    const order = await paidOrder(1);
    await refund(order, { items: [of(order.shirts, 3), of(order.scarfs, 1)] });
    const after = await read(order.at);
    expect(after).to.include({ total: 20, amount_refunded: 67, payment_status: 'refunded', status: 'completed' });
    expect(after.items[0]).to.include({ quantity: 1, cancelled_quantity: 2, returned_quantity: 1 });
    expect(await stockOf(app(), order.shirt)).to.equal(5);
  });

  it('refund tax and discount in proportion, to the cent', async () => {
    await post('/api/tax_rates', { name: 'VAT', percent: 19, country: 'AT' });
    await post('/api/discounts', { name: 'Sale', code: 'ITEMS', kind: 'percent', percent: 15 });
    const shirt = await createProduct(app(), { price: 9.99, stock: 9 });
    const scarf = await createProduct(app(), { price: 7, stock: 9 });
    const placed = await createOrder(app(), {
      items: [...itemsOf([shirt], 3), ...itemsOf([scarf])],
      discount_codes: ['ITEMS'],
      shipping_address: { line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' },
    });
    const payment = await createPayment(app(), placed.id);
    const [shirts] = placed.items;
    let amount = 0;
    for (let part = 0; part < 3; part += 1) {
      const { json } = await paymentStep(app(), payment.id, 'refunds', { items: [of(shirts, 1)] });
      amount += json.amount;
    }
    expect(amount).to.be.closeTo(shirts.total, 0.001);
    const after = await read(`/api/orders/${placed.id}`);
    expect(after.amount_paid - after.amount_refunded).to.be.closeTo(after.total, 0.001);
    expect(after).to.include({ payment_status: 'paid', refund_due: 0 });
  });

  it('refund another amount where it is given', async () => {
    const order = await paidOrder(3);
    expect((await refund(order, { items: [of(order.shirts, 1)], amount: 15.5 })).json).to.include({ amount: 15.5 });
    expect(await read(order.at)).to.include({ amount_refunded: 15.5, refund_due: 0 });
  });

  it('are refused with the field that is wrong, and change nothing', async () => {
    const order = await paidOrder(1);
    const other = await paidOrder();
    for (const [body, path, code] of [
      [{ items: [of(order.shirts, 4)] }, '/items/0/quantity', 'validation_failed'],
      [{ items: [of(other.shirts, 1)] }, '/items/0/item_id', 'unknown_reference'],
      [{ items: [of(order.shirts, 0)] }, '/items/0/quantity', 'validation_failed'],
      [{ items: [of(order.shirts, 1), of(order.shirts, 1)] }, '/items/1', 'validation_failed'],
      [{ items: [] }, '/items', 'validation_failed'],
      [{ items: [of(order.shirts, 1)], amount: 68 }, '/amount', 'validation_failed'],
      [{ restock: true }, '/restock', 'validation_failed'],
    ] as const) {
      expect(errorPathsOf(expectProblem(await refund(order, body), 422, code))).to.deep.equal([path]);
    }
    const all = [of(other.shirts, 3), of(other.scarfs, 1)];
    expectProblem(await refund(other, { items: all }), 409, 'invalid_state');
    const unpaid = await paidOrder();
    await refund(unpaid, { amount: 60 });
    const rest = expectProblem(await refund(unpaid, { items: [of(unpaid.shirts, 1)] }), 422, 'validation_failed');
    expect(errorPathsOf(rest)).to.deep.equal(['/items']);
    expect(await read(order.at)).to.include({ amount_refunded: 0, refund_due: 0, total: 67 });
    expect(await stockOf(app(), order.shirt)).to.equal(2);
  });

  it('leave items that an open return has to the return', async () => {
    const order = await paidOrder(3);
    const requested = await post(`${order.at}/returns`, { items: [of(order.shirts, 2)] });
    expect(requested.status, requested.text).to.equal(201);
    const many = await refund(order, { items: [of(order.shirts, 2)] });
    expect(errorPathsOf(expectProblem(many, 422, 'validation_failed'))).to.deep.equal(['/items/0/quantity']);
    expect((await refund(order, { items: [of(order.shirts, 1)] })).status).to.equal(201);
    await post(`/api/returns/${requested.json.id}/approve`);
    await post(`/api/returns/${requested.json.id}/receive`);
    await eventually('all shirts are refunded', async () => (await read(order.at)).amount_refunded === 60);
    expect(await stockOf(app(), order.shirt)).to.equal(5);
  });

  it('race each other, returns and cancellations, and refund each item once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await paidOrder(1);
      const { json: requested } = await post(`${order.at}/returns`, { items: [of(order.shirts, 1)] });
      await post(`/api/returns/${requested.id}/approve`);
      const replies = await Promise.all([
        ...Array.from({ length: 4 }, () => refund(order, { items: [of(order.shirts, 1)] })),
        post(`/api/returns/${requested.id}/receive`),
        post(`${order.at}/items/${order.shirts.id}/cancel`, { quantity: 1 }),
      ]);
      for (const { status, text } of replies) expect(status, text).to.be.oneOf([200, 201, 409, 422]);
      await eventually('what is due is refunded', async () => (await read(order.at)).refund_due === 0);
      const after = await read(order.at);
      const [shirts] = after.items;
      const gone = shirts.cancelled_quantity + shirts.returned_quantity;
      expect(after.amount_refunded).to.equal(20 * gone);
      expect(await stockOf(app(), order.shirt)).to.equal(2 + gone);
    }
  });
});
