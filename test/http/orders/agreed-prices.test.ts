import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  patchProduct,
  posted,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Readonly<Record<string, unknown>> & Readonly<{ id: string }>;

onService('what was agreed of an order', ({ app }) => {
  const post = (at: string, body: object = {}) => posted(app(), at, body);
  const patch = (at: string, body: object) => app().call(at, { method: 'PATCH', body });
  const edited = async ({ id }: Json, body: object) => {
    const reply = await patch(`/api/orders/${id}`, body);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  };
  const read = async ({ id }: Json) => (await app().call(`/api/orders/${id}`)).json;
  const addressIn = (country: string) => ({ line1: '1 Main St', city: 'A', postal_code: '10115', country });
  const correction = { shipping_address: { postal_code: '10117' } };

  const rates: Record<string, string> = {};
  let method: Json;

  before(async () => {
    for (const [country, percent] of [
      ['DE', 19],
      ['AT', 20],
      ['FR', 20],
    ] as const) {
      rates[country] = (await post('/api/tax_rates', { name: 'VAT', percent, country })).id;
    }
    method = await post('/api/shipping_methods', {
      name: 'Standard',
      countries: ['DE', 'AT', 'FR'],
      tiers: [{ up_to: null, price: 5 }],
    });
  });

  /** A paid order of a shirt of 100 with shipping of 5, to Germany. */
  const paidOrder = async (fields: object = {}) => {
    const shirt = await createProduct(app(), { price: 100 });
    const order = await createOrder(app(), {
      items: itemsOf([shirt]),
      shipping_address: addressIn('DE'),
      shipping_method_id: method.id,
      ...fields,
    });
    const { id: paymentId } = await createPayment(app(), order.id);
    return { shirt, order, paymentId };
  };

  /** The sums stay, and nothing is due, by a correction of the postal code. */
  const expectUnchanged = async (order: Json, { payment_status = 'paid' } = {}) => {
    const corrected = await edited(order, correction);
    const { total, tax, discount, shipping, subtotal, items, shipping_lines, discount_lines, tax_lines } = order;
    expect(corrected).to.deep.include({ total, tax, discount, shipping, subtotal, items, shipping_lines });
    expect(corrected).to.deep.include({ discount_lines, tax_lines, amount_due: 0, refund_due: 0, payment_status });
    expect(corrected.shipping_address.postal_code).to.equal('10117');
  };

  it('stays when a sale has ended since', async () => {
    const sale = await post('/api/discounts', { name: 'Sale', kind: 'percent', percent: 5 });
    const { order } = await paidOrder();
    expect(order).to.include({ discount: 5 });
    await patch(`/api/discounts/${sale.id}`, { active: false });
    await expectUnchanged(order);
  });

  it('stays when its code has ended or has no use left, and its use is not counted anew', async () => {
    const code = { name: 'Code', code: 'AGREED', kind: 'percent', percent: 10, max_uses: 1 };
    const discount = await post('/api/discounts', code);
    const { order } = await paidOrder({ discount_codes: ['AGREED'] });
    expect(order).to.include({ discount: 10 });
    const usesOf = async () => (await app().call(`/api/discounts/${discount.id}`)).json.uses;
    const uses = await usesOf();
    await expectUnchanged(order);
    await patch(`/api/discounts/${discount.id}`, { percent: 50, active: false });
    await expectUnchanged(await edited(order, { shipping_address: { postal_code: '10115' } }));
    expect(await usesOf()).to.equal(uses);
  });

  it('stays when the price of the product has changed', async () => {
    const { order, shirt } = await paidOrder();
    await patchProduct(app(), shirt.id, { price: 200, name: 'Dear shirt', status: 'draft' });
    await expectUnchanged(order);
  });

  it('stays when shipping was made dearer or is no longer offered', async () => {
    const { order } = await paidOrder();
    await patch(`/api/shipping_methods/${method.id}`, { tiers: [{ up_to: null, price: 50 }] });
    await expectUnchanged(order);
    await patch(`/api/shipping_methods/${method.id}`, { active: false });
    await edited(order, { shipping_address: { postal_code: '10119' } });
    await expectUnchanged(order);
    await patch(`/api/shipping_methods/${method.id}`, { active: true, tiers: [{ up_to: null, price: 5 }] });
  });

  it('stays when the tax was raised', async () => {
    const { order } = await paidOrder();
    await patch(`/api/tax_rates/${rates['DE']}`, { percent: 25 });
    await expectUnchanged(order);
    await patch(`/api/tax_rates/${rates['DE']}`, { percent: 19 });
  });

  it('comes back with an item that was cancelled, unless discounts were found anew since', async () => {
    await post('/api/discounts', { name: 'Back', code: 'BACK', kind: 'percent', percent: 10 });
    for (const [codes, discount] of [
      [['BACK'], 20],
      [[], 0],
    ] as const) {
      const [coat, scarf] = [await createProduct(app(), { price: 100 }), await createProduct(app(), { price: 100 })];
      const items = itemsOf([coat, scarf]);
      const order = await createOrder(app(), { items, discount_codes: ['BACK'] });
      await post(`/api/orders/${order.id}/items/${order.items[0].id}/cancel`, { quantity: 1 });
      await edited(order, { discount_codes: codes });
      expect(await edited(order, { items })).to.include({ discount, subtotal: 200 });
    }
  });

  it('changes its tax where two places differ today, and keeps prices and discounts', async () => {
    const code = { name: 'Moving', code: 'MOVING', kind: 'percent', percent: 10 };
    const discount = await post('/api/discounts', code);
    const { order, shirt } = await paidOrder({ discount_codes: ['MOVING'] });
    expect(order).to.include({ subtotal: 100, discount: 10, shipping: 5, tax: 18.05, total: 113.05 });
    await patch(`/api/discounts/${discount.id}`, { active: false });
    await patchProduct(app(), shirt.id, { price: 200 });
    const moved = await edited(order, { shipping_address: { country: 'AT' } });
    expect(moved).to.include({ subtotal: 100, discount: 10, shipping: 5, tax: 19, total: 114, amount_due: 0.95 });
    // Austria and France have the same tax
    await patch(`/api/tax_rates/${rates['AT']}`, { percent: 21 });
    await patch(`/api/tax_rates/${rates['FR']}`, { percent: 21 });
    expect(await edited(order, { shipping_address: { country: 'FR' } })).to.include({ tax: 19, total: 114 });
    await patch(`/api/tax_rates/${rates['AT']}`, { percent: 20 });
    await patch(`/api/tax_rates/${rates['FR']}`, { percent: 20 });
  });

  it('changes its shipping where it costs something else at the new place', async () => {
    const dear = await post('/api/shipping_methods', {
      name: 'Abroad',
      countries: ['AT'],
      tiers: [{ up_to: null, price: 9 }],
    });
    const { order } = await paidOrder();
    const refused = await patch(`/api/orders/${order.id}`, {
      shipping_method_id: dear.id,
    });
    expectProblem(refused, 422, 'validation_failed');
    const moved = await edited(order, { shipping_address: { country: 'AT' }, shipping_method_id: dear.id });
    expect(moved).to.include({ shipping: 9, tax: 21.8 });
    // the method does not ship to Germany
    expectProblem(
      await patch(`/api/orders/${order.id}`, { shipping_address: { country: 'DE' } }),
      422,
      'validation_failed',
    );
  });

  it('is never due again once it was refunded, but for goods that are added', async () => {
    const { order, paymentId } = await paidOrder();
    await post(`/api/payments/${paymentId}/refunds`, { amount: 10 });
    await expectUnchanged(order, { payment_status: 'partially_refunded' });
    const scarf = await createProduct(app(), { price: 20 });
    const items = [{ product_id: order.items[0].product_id, quantity: 1 }, ...itemsOf([scarf])];
    const more = await edited(order, { items });
    expect(more).to.include({ total: 148.75, amount_due: 23.8, payment_status: 'partially_paid' });
    expect(await edited(order, { shipping_address: { postal_code: '10999' } })).to.include({ amount_due: 23.8 });
    await createPayment(app(), order.id);
    expect(await read(order)).to.include({ amount_due: 0, payment_status: 'paid', amount_paid: 148.75 });
  });

  it('is kept for more of the same, and today’s prices are for what is added', async () => {
    const sale = await post('/api/discounts', { name: 'Ten off', kind: 'amount', amount: 10 });
    const { order, shirt } = await paidOrder();
    expect(order).to.include({ discount: 10 });
    await patchProduct(app(), shirt.id, { price: 300 });
    const scarf = await createProduct(app(), { price: 20 });
    // an amount is not given twice
    const more = await edited(order, { items: [...itemsOf([shirt], 2), ...itemsOf([scarf])] });
    expect(more).to.include({ subtotal: 220, discount: 10, shipping: 5 });
    await patch(`/api/discounts/${sale.id}`, { kind: 'percent', percent: 10, amount: null });
    const most = await edited(order, { items: [...itemsOf([shirt], 3), ...itemsOf([scarf])] });
    expect(most).to.include({ subtotal: 320, discount: 20, shipping: 5 });
    await patch(`/api/discounts/${sale.id}`, { active: false });
    // what is taken off again leaves its part
    expect(await edited(order, { items: itemsOf([shirt], 1) })).to.include({ subtotal: 100 });
  });
});

onService(
  'what was agreed of an order without tax',
  ({ app }) => {
    const patch = (at: string, body: object) => app().call(at, { method: 'PATCH', body });

    it('stays without the tax, and is computed again only where the tax returns', async () => {
      const rate = { name: 'VAT', percent: 20, country: 'AT' };
      await app().call('/api/tax_rates', { method: 'POST', body: rate });
      await app().call('/api/tax_rates', { method: 'POST', body: { ...rate, percent: 19, country: 'DE' } });
      await patch('/api/shop', {
        address: { line1: 'Marktplatz 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
      });
      const coat = await createProduct(app(), { price: 24 });
      const order = await createOrder(app(), {
        items: itemsOf([coat], 2),
        shipping_address: { line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' },
        tax_id: 'ATU12345675',
        tax_id_confirmed: true,
      });
      expect(order).to.include({ tax_exemption: 'reverse_charge', total: 40, tax: 0 });
      const { json: corrected } = await patch(`/api/orders/${order.id}`, { shipping_address: { postal_code: '1020' } });
      expect(corrected).to.include({ tax_exemption: 'reverse_charge', total: 40, tax: 0, subtotal: 40 });
      const scarf = await createProduct(app(), { price: 12 });
      const items = [...itemsOf([coat], 2), ...itemsOf([scarf])];
      const { json: more } = await patch(`/api/orders/${order.id}`, { items });
      expect(more).to.include({ tax_exemption: 'reverse_charge', total: 50, tax: 0 });
      const { json: taxed } = await patch(`/api/orders/${order.id}`, { tax_id: null });
      expect(taxed).to.include({ tax_exemption: null, total: 60, tax: 10, prices_include_tax: true });
      const { json: again } = await patch(`/api/orders/${order.id}`, {
        tax_id: 'ATU12345675',
        tax_id_confirmed: true,
      });
      expect(again).to.include({ tax_exemption: 'reverse_charge', total: 50, tax: 0, prices_include_tax: false });
    });
  },
  { PRICES_INCLUDE_TAX: 'true' },
);
