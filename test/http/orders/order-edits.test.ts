import { expect } from 'chai';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  patchProduct,
  payment,
  paymentStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('edits of orders', ({ app }) => {
  const edit = ({ id }: { id: string }, body: object, options: { key?: string; query?: string } = {}) => {
    const { key, query = '' } = options;
    const caller = key === undefined ? {} : { key };
    return app().call(`/api/orders/${id}${query}`, { method: 'PATCH', body, ...caller });
  };
  const read = async ({ id }: { id: string }) => (await app().call(`/api/orders/${id}`)).json;

  const anOrder = async () => {
    const shirt = await createProduct(app(), { price: 20, stock: 5 });
    const scarf = await createProduct(app(), { price: 7, stock: 5 });
    return { shirt, scarf, order: await createOrder(app(), { items: itemsOf([shirt], 2) }) };
  };

  it('add, change and remove items of an unpaid order, and the stock follows', async () => {
    const { shirt, scarf, order } = await anOrder();
    const more = await edit(order, { items: [...itemsOf([shirt], 3), ...itemsOf([scarf])] });
    expect(more.status, more.text).to.equal(200);
    expect(more.json).to.include({ total: 67, amount_due: 67, version: 2 });
    expect(more.json.items[0]).to.include({ id: order.items[0].id, quantity: 3 });
    expect([await stockOf(app(), shirt), await stockOf(app(), scarf)]).to.deep.equal([2, 4]);
    expect(await read(order)).to.deep.equal(more.json);
    const other = await edit(order, { items: itemsOf([scarf], 2) });
    expect(other.json).to.include({ total: 14 });
    expect([await stockOf(app(), shirt), await stockOf(app(), scarf)]).to.deep.equal([5, 3]);
    const same = await edit(order, {
      items: itemsOf([scarf], 2),
      shipping_address: { line1: '1 Main St', country: 'PT' },
    });
    expect(same.json).to.include({ total: 14 });
    expect(same.json.shipping_address).to.include({ country: 'PT' });
    expect(await stockOf(app(), scarf)).to.equal(3);
  });

  it('show the difference in a dry run, without effect', async () => {
    const { shirt, order } = await anOrder();
    await createPayment(app(), order.id);
    const tried = await edit(order, { items: itemsOf([shirt], 3) }, { query: '?dry_run=true' });
    expect(tried.json).to.include({ total: 60, amount_due: 20, dry_run: true });
    const less = await edit(order, { items: itemsOf([shirt]) }, { query: '?dry_run=true' });
    expect(less.json).to.include({ total: 20, amount_due: 0, refund_due: 20 });
    expect(await read(order)).to.include({ total: 40, payment_status: 'paid' });
    expect(await stockOf(app(), shirt)).to.equal(3);
  });

  it('let the difference be paid, or refund it', async () => {
    const { shirt, order } = await anOrder();
    await createPayment(app(), order.id);
    const more = await edit(order, { items: itemsOf([shirt], 3) });
    expect(more.json).to.include({ payment_status: 'partially_paid', amount_due: 20, expires_at: null });
    expect((await createPayment(app(), order.id)).amount).to.equal(20);
    expect(await read(order)).to.include({ payment_status: 'paid', amount_paid: 60 });
    expect((await edit(order, { items: itemsOf([shirt]) })).json).to.include({
      payment_status: 'paid',
      refund_due: 40,
    });
    await eventually('the refund was recorded', async () => (await read(order)).amount_refunded === 40);
    expect(await read(order)).to.include({ total: 20, refund_due: 0, payment_status: 'paid' });
    expect((await orderStep(app(), order.id, 'fulfillments')).json).to.include({ status: 'completed' });
  });

  it('leave metadata that the shop writes with them to the shop', async () => {
    const customer = await createUser(app());
    const key = await signIn(app(), customer);
    const shirt = await createProduct(app(), { price: 20 });
    const own = (await order(app(), { items: itemsOf([shirt]), metadata: { note: 'by the customer' } }, { key })).json;
    const byShop = await edit(own, { items: itemsOf([shirt], 2), metadata: { note: 'by the shop' } });
    expect(byShop.json).to.deep.include({ total: 40, metadata: { note: 'by the shop' } });
    expectProblem(await edit(own, { metadata: { note: 'mine again' } }, { key }), 422, 'validation_failed');
  });

  it('count what the order has of the stock, and name what could be ordered', async () => {
    const { shirt, order } = await anOrder();
    const missing = expectProblem(await edit(order, { items: itemsOf([shirt], 6) }), 409, 'insufficient_stock');
    expect(missing.errors[0].message).to.contain('at most 5');
    expect(missing.items[0]).to.include({ requested: 6, available: 5 });
    expect((await edit(order, { items: itemsOf([shirt], 5) })).json).to.include({ total: 100 });
    expect(await stockOf(app(), shirt)).to.equal(0);
  });

  it('are refused while a part of the order is authorized', async () => {
    const { shirt, order } = await anOrder();
    const { id } = await createPayment(app(), order.id, { amount: 30, capture_method: 'manual' });
    expect(await read(order)).to.include({ payment_status: 'unpaid' });
    expectProblem(await edit(order, { items: itemsOf([shirt]) }), 409, 'invalid_state');
    await paymentStep(app(), id, 'cancel');
    expect((await edit(order, { items: itemsOf([shirt]) })).json).to.include({ total: 20, amount_due: 20 });
  });

  it('keep products that are no longer on sale, and sell no more of them', async () => {
    const { shirt, scarf, order } = await anOrder();
    await patchProduct(app(), shirt.id, { status: 'draft' });
    const more = await edit(order, { items: itemsOf([shirt], 3) });
    expect(errorPathsOf(expectProblem(more, 422, 'unknown_reference'))).to.deep.equal(['/items/0/product_id']);
    const added = await edit(order, { items: [...itemsOf([shirt], 2), ...itemsOf([scarf])] });
    expect(added.json).to.include({ total: 47 });
    expect((await edit(order, { items: itemsOf([shirt]) })).json).to.include({ total: 20 });
    expect(await stockOf(app(), shirt)).to.equal(4);
  });

  it('keep a code that has ended since, for what was agreed, and name it if codes are chosen anew', async () => {
    const { json: discount } = await app().call('/api/discounts', {
      method: 'POST',
      body: { name: 'Sale', code: 'OLD', kind: 'percent', percent: 10 },
    });
    const shirt = await createProduct(app(), { price: 20 });
    const own = await createOrder(app(), { items: itemsOf([shirt]), discount_codes: ['OLD'] });
    await app().call(`/api/discounts/${discount.id}`, { method: 'PATCH', body: { active: false } });
    // the second shirt is not of what was agreed
    const more = await edit(own, { items: itemsOf([shirt], 2) }, { query: '?dry_run=true' });
    expect(more.json, more.text).to.include({ discount: 2, total: 38 });
    const codes = ['OLD', 'UNKNOWN'];
    const refused = expectProblem(await edit(own, { discount_codes: codes }), 422, 'validation_failed');
    expect(refused.errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal([
      '/discount_codes/0',
      '/discount_codes/1',
    ]);
    expect((await edit(own, { items: itemsOf([shirt], 2), discount_codes: [] })).json).to.include({ total: 40 });
  });

  it('of the address change tax and shipping with the place, and keep the prices of items', async () => {
    const make = (at: string, body: object) => app().call(at, { method: 'POST', body });
    await make('/api/tax_rates', { name: 'VAT', percent: 10, country: 'LU' });
    const shirt = await createProduct(app(), { price: 20 });
    const address = { line1: '1 Main St', city: 'Faro', postal_code: '8000', country: 'PT' };
    const own = await createOrder(app(), { items: itemsOf([shirt], 2), shipping_address: address });
    await patchProduct(app(), shirt.id, { price: 30 });
    const paid = await createPayment(app(), own.id);
    expect(paid.amount).to.equal(40);
    const corrected = await edit(own, { shipping_address: { line1: '2 Main St' } });
    expect(corrected.json).to.include({ total: 40, tax: 0, payment_status: 'paid' });
    const tried = await edit(own, { shipping_address: { country: 'LU' } }, { query: '?dry_run=true' });
    expect(tried.json).to.include({ total: 44, tax: 4, amount_due: 4 });
    const moved = await edit(own, { shipping_address: { country: 'LU' } });
    expect(moved.json).to.include({ total: 44, tax: 4, amount_due: 4, payment_status: 'partially_paid' });
    const back = await edit(own, { shipping_address: { country: 'PT' } });
    expect(back.json).to.include({ total: 40, tax: 0, amount_due: 0, payment_status: 'paid' });
    const nowhere = expectProblem(await edit(own, { shipping_address: { country: null } }), 422, 'validation_failed');
    expect(errorPathsOf(nowhere)).to.deep.equal(['/shipping_address/country']);
    await orderStep(app(), own.id, 'fulfillments');
    expectProblem(await edit(own, { shipping_address: { country: 'LU' } }), 409, 'invalid_state');
  });

  it('leave the prices where a product is deleted and only the address changes', async () => {
    const shirt = await createProduct(app(), { price: 20 });
    const address = { line1: '1 Main St', city: 'Faro', postal_code: '8000', country: 'PT' };
    const own = await createOrder(app(), { items: itemsOf([shirt]), shipping_address: address });
    await app().call(`/api/products/${shirt.id}`, { method: 'DELETE' });
    const moved = await edit(own, { shipping_address: { postal_code: '8001' } });
    expect(moved.status, moved.text).to.equal(200);
    expect(moved.json).to.include({ total: 20 });
  });

  it('price what is added, with shipping, tax and a code that it keeps', async () => {
    const { shirt, order: first } = await anOrder();
    const make = (path: string, body: object) => app().call(path, { method: 'POST', body });
    await make('/api/tax_rates', { name: 'VAT', percent: 10, country: 'MT' });
    const tiers = [{ up_to: null, price: 5 }];
    const method = (await make('/api/shipping_methods', { name: 'Malta', countries: ['MT'], tiers })).json;
    await make('/api/discounts', { name: 'Once', code: 'EDIT-ONCE', kind: 'percent', percent: 50, max_uses: 1 });
    const address = { line1: '1 Main St', country: 'MT' };
    const priced = await edit(first, {
      shipping_address: address,
      shipping_method_id: method.id,
      discount_codes: ['EDIT-ONCE'],
      expected_total: 27.5,
    });
    expect(priced.json).to.include({ subtotal: 40, discount: 20, shipping: 5, tax: 2.5, total: 27.5 });
    const again = await edit(first, { items: itemsOf([shirt]) });
    expect(again.json).to.include({ subtotal: 20, discount: 10, shipping: 5, tax: 1.5, total: 16.5 });
    const used = await order(app(), { items: itemsOf([shirt]), discount_codes: ['EDIT-ONCE'] });
    expectProblem(used, 422, 'validation_failed');
    expect((await edit(first, { discount_codes: [] })).json).to.include({ discount: 0 });
    expect((await order(app(), { items: itemsOf([shirt]), discount_codes: ['EDIT-ONCE'] })).status).to.equal(201);
    expectProblem(await edit(first, { expected_total: 1 }), 409, 'total_changed');
  });

  it('are refused without stock, after a fulfillment, during a payment, and to customers', async () => {
    const { shirt, order: first } = await anOrder();
    expectProblem(await edit(first, { items: itemsOf([shirt], 6) }), 409, 'insufficient_stock');
    const unknown = await edit(first, { items: [{ product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 1 }] });
    expect(errorPathsOf(expectProblem(unknown, 422, 'unknown_reference'))).to.deep.equal(['/items/0/product_id']);
    const held = await payment(app(), first.id, { capture_method: 'manual' });
    expectProblem(await edit(first, { items: itemsOf([shirt]) }), 409, 'invalid_state');
    await paymentStep(app(), held.json.id, 'cancel');
    await payment(app(), first.id, byToken('tok_requires_action'));
    expectProblem(await edit(first, { items: itemsOf([shirt]) }), 409, 'invalid_state');
    const customer = await createUser(app());
    const key = await signIn(app(), customer);
    const own = await createOrder(app(), { items: itemsOf([shirt]), user_id: customer.id });
    expectProblem(await edit(own, { items: itemsOf([shirt], 2) }, { key }), 403, 'insufficient_scope');
    await createPayment(app(), own.id);
    await orderStep(app(), own.id, 'fulfillments');
    expectProblem(await edit(own, { items: itemsOf([shirt], 2) }), 409, 'invalid_state');
    expect(await stockOf(app(), shirt)).to.equal(2);
  });

  it('race payments, cancellations and each other, and lose nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shirt, order: first } = await anOrder();
      await Promise.all([
        edit(first, { items: itemsOf([shirt], 1 + (round % 3)) }),
        payment(app(), first.id),
        edit(first, { items: itemsOf([shirt], 4) }),
        ...(round % 2 === 0 ? [orderStep(app(), first.id, 'cancel')] : []),
      ]);
      await eventually('what was overpaid was refunded', async () => (await read(first)).refund_due === 0);
      const now = await read(first);
      const held = now.amount_paid - now.amount_refunded;
      if (now.status === 'cancelled') expect(held, JSON.stringify(now)).to.equal(0);
      else expect(held + now.amount_due, JSON.stringify(now)).to.equal(now.total);
      const taken = now.status === 'cancelled' ? 0 : now.items[0].quantity;
      expect(await stockOf(app(), shirt)).to.equal(5 - taken);
    }
  });
});
