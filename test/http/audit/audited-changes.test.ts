import { expect } from 'chai';
import {
  createCategory,
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  INVOICE_LINE,
  itemsOf,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { enrol } from '../../support/builders/second-factors.ts';
import { onService } from '../../support/servers/on-service.ts';

const WITHHELD = '[withheld]';

onService('the changes in the audit log', ({ app }) => {
  const patch = async (path: string, body: object, key?: string): Promise<void> => {
    const reply = await app().call(path, { method: 'PATCH', body, ...(key === undefined ? {} : { key }) });
    expect(reply.status, reply.text).to.equal(200);
  };
  const post = async (path: string, body: object = {}) => {
    const reply = await app().call(path, { method: 'POST', body });
    expect(reply.status, reply.text).to.be.oneOf([200, 201]);
    return reply.json;
  };
  const latest = async (id: string) => {
    const { json } = await app().call(`/api/audit_log?resource_id=${id}&limit=1`);
    const [{ action, before, after }] = json.data;
    return { action, before, after };
  };

  it('name the other category of a product, also if it has the same label', async () => {
    const [one, other] = [await createCategory(app(), { name: 'Men' }), await createCategory(app(), { name: 'Women' })];
    const from = await createCategory(app(), { name: 'Shirts', parent_id: one.id });
    const to = await createCategory(app(), { name: 'Shirts', parent_id: other.id });
    const { id } = await createProduct(app(), { category_id: from.id });
    await patch(`/api/products/${id}`, { category_id: to.id });
    expect(await latest(id)).to.deep.equal({
      action: 'product.updated',
      before: { category_id: from.id },
      after: { category_id: to.id },
    });
  });

  it('say that the items, the shipping and the discounts of an order changed, and its total', async () => {
    const [shirt, scarf] = [await createProduct(app(), { price: 20 }), await createProduct(app(), { price: 20 })];
    const { id } = await createOrder(app(), { items: itemsOf([shirt]) });
    await patch(`/api/orders/${id}`, { items: itemsOf([scarf]) });
    expect(await latest(id)).to.deep.equal({
      action: 'order.edited',
      before: { items: WITHHELD },
      after: { items: WITHHELD },
    });
    await post('/api/discounts', { name: 'Summer', code: 'SUMMER', kind: 'percent', percent: 10 });
    const tiers = [{ up_to: null, price: 5 }];
    const method = await post('/api/shipping_methods', { name: 'Post', price_by: 'total', tiers });
    await patch(`/api/orders/${id}`, { discount_codes: ['SUMMER'], shipping_method_id: method.id });
    expect(await latest(id)).to.deep.equal({
      action: 'order.edited',
      before: { items: WITHHELD, discount_lines: [], shipping_lines: [], total: 20 },
      after: { items: WITHHELD, discount_lines: WITHHELD, shipping_lines: WITHHELD, total: 23 },
    });
  });

  it('say that the tracking of a fulfillment changed, and name the refund of a cancelled item', async () => {
    const { id, items } = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 20 })], 2) });
    await createPayment(app(), id);
    const part = [{ item_id: items[0].id, quantity: 1 }];
    await orderStep(app(), id, 'fulfillments', { items: part });
    const [fulfillment] = (await app().call(`/api/orders/${id}`)).json.fulfillments;
    await patch(`/api/orders/${id}/fulfillments/${fulfillment.id}`, { tracking_number: '0034' });
    expect(await latest(id)).to.deep.equal({
      action: 'order.tracking_updated',
      before: { fulfillments: WITHHELD },
      after: { fulfillments: WITHHELD },
    });
    await post(`/api/orders/${id}/items/${items[0].id}/cancel`, { quantity: 1 });
    const entries = (await app().call(`/api/audit_log?resource_id=${id}&action=order.item_cancelled`)).json.data;
    expect(entries[0].before).to.include({ items: WITHHELD, refund_due: 0 });
    expect(entries[0].after).to.include({ items: WITHHELD, refund_due: 20 });
  });

  it('name the invoice of an order, and say that the discounts of a draft changed', async () => {
    const { id } = await createOrder(app(), { items: itemsOf([await createProduct(app())]) });
    const invoice = await post('/api/invoices', { order_id: id });
    expect(await latest(id)).to.deep.equal({
      action: 'order.updated',
      before: { invoice_id: null },
      after: { invoice_id: invoice.id },
    });
    await post('/api/discounts', { name: 'Winter', code: 'WINTER', kind: 'percent', percent: 10 });
    const user = await createUser(app());
    const draft = await post('/api/invoices', { user_id: user.id, lines: [INVOICE_LINE] });
    await patch(`/api/invoices/${draft.id}`, { discount_codes: ['WINTER'] });
    const { before, after } = await latest(draft.id);
    expect(before).to.deep.include({ total: 119, discount_lines: [] });
    expect(after).to.deep.include({ total: 107.1, discount_lines: WITHHELD });
  });

  it('say that the items of a return were decided on', async () => {
    const { id, items } = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 20 })]) });
    await createPayment(app(), id);
    await orderStep(app(), id, 'fulfillments', {});
    const wanted = { items: [{ item_id: items[0].id, quantity: 1, reason: 'Too small.' }], reason: 'Too small.' };
    const { id: returned } = await post(`/api/orders/${id}/returns`, wanted);
    await post(`/api/returns/${returned}/approve`);
    await post(`/api/returns/${returned}/receive`);
    expect(await latest(returned)).to.deep.equal({
      action: 'return.received',
      before: { status: 'approved', items: WITHHELD },
      after: { status: 'received', items: WITHHELD },
    });
  });

  it('say that a key and a second factor were renamed, without the names', async () => {
    const { id } = await createKey(app(), { name: 'Ada’s till' });
    await patch(`/api/auth/keys/${id}`, { name: 'Bob’s till' });
    const renamed = { before: { name: WITHHELD }, after: { name: WITHHELD } };
    expect(await latest(id)).to.deep.equal({ action: 'api_key.updated', ...renamed });
    const session = await signIn(app(), await createUser(app()));
    const factor = await enrol(app(), session);
    await patch(`/api/users/me/second_factors/${factor.id}`, { name: 'Work phone' }, session);
    expect(await latest(factor.id)).to.deep.equal({ action: 'second_factor.renamed', ...renamed });
  });
});
