import { expect } from 'chai';
import {
  createInvoice,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const SHIPPED = { shipping_address: { line1: 'Ring 1', city: 'Wien', country: 'AT' } };

/** What the cases share: rates, discounts that end with the test, and amounts of an order. */
const makeShop = (app: () => TestApp) => {
  const created: string[] = [];
  const make = async (path: string, body: object) => {
    const reply = await app().call(path, { method: 'POST', body });
    expect(reply.status, reply.text).to.equal(201);
    created.push(`${path}/${reply.json.id}`);
    return reply.json;
  };
  const read = async ({ id }: { id: string }) => (await app().call(`/api/orders/${id}`)).json;
  return {
    read,
    tax: (percent: number) => make('/api/tax_rates', { name: 'VAT', percent, country: 'AT' }),
    discount: (fields: object) => make('/api/discounts', { name: 'Sale', ...fields }),
    shipping: (price: number) => make('/api/shipping_methods', { name: 'Standard', tiers: [{ up_to: null, price }] }),
    product: (price: number, fields: object = {}) => createProduct(app(), { price, ...fields }),
    place: (fields: object) => createOrder(app(), { ...SHIPPED, ...fields }),
    async buy(fields: object) {
      const order = await createOrder(app(), { ...SHIPPED, ...fields });
      return { order, payment: order.total === 0 ? null : await createPayment(app(), order.id) };
    },
    refunded: (order: { id: string }, amount: number) =>
      eventually(`${amount} is refunded`, async () => (await read(order)).amount_refunded === amount),
    async clear() {
      for (const path of created.splice(0)) await app().call(path, { method: 'DELETE' });
    },
  };
};

onService(
  'amounts that other shops got wrong, where prices include the tax',
  ({ app }) => {
    const { tax, discount, product, place, buy, refunded, clear } = makeShop(app);
    afterEach(clear);

    it('take the tax of a fixed discount off with it: medusajs/medusa#12226', async () => {
      await tax(19);
      await discount({ kind: 'amount', amount: 119 });
      const order = await place({ items: itemsOf([await product(1_190)]) });
      expect(order).to.include({ total: 1_071, tax: 171 });
    });

    it('refund all items for no cent more than was paid: woocommerce/woocommerce#64668', async () => {
      await tax(20);
      await discount({ kind: 'percent', percent: 25 });
      const { order, payment } = await buy({ items: itemsOf([await product(23.9)], 10) });
      expect(order).to.include({ total: 179.25, tax: 29.88 });
      const items = [{ item_id: order.items[0].id, quantity: 10 }];
      await orderStep(app(), order.id, 'fulfillments', { items });
      const reply = await paymentStep(app(), payment.id, 'refunds', { items });
      expect(reply.json.amount, reply.text).to.equal(179.25);
      await refunded(order, 179.25);
    });

    it('refund items one after the other for what was paid: solidusio/solidus', async () => {
      await tax(23);
      await discount({ kind: 'amount', amount: 1 });
      const { order, payment } = await buy({ items: itemsOf([await product(3.33), await product(1.11)], 3) });
      const quantities = order.items.flatMap(({ id }: { id: string }) => [id, id, id]);
      let sum = 0;
      for (const item_id of quantities.slice(0, -1)) {
        const reply = await paymentStep(app(), payment.id, 'refunds', { items: [{ item_id, quantity: 1 }] });
        expect(reply.status, reply.text).to.equal(201);
        sum += Math.round(reply.json.amount * 100);
        await refunded(order, sum / 100);
      }
      const rest = await paymentStep(app(), payment.id, 'refunds', {});
      expect(sum + Math.round(rest.json.amount * 100), rest.text).to.equal(Math.round(order.total * 100));
    });
  },
  { PRICES_INCLUDE_TAX: 'true' },
);

onService('amounts that other shops got wrong, where tax is added', ({ app }) => {
  const { tax, discount, shipping, product, place, buy, read, refunded, clear } = makeShop(app);
  afterEach(clear);

  it('refund an item with half a cent of tax: woocommerce/woocommerce#10162', async () => {
    await tax(21);
    const { order, payment } = await buy({ items: itemsOf([await product(7.5)]) });
    expect(order).to.include({ total: 9.08, tax: 1.58 });
    const reply = await paymentStep(app(), payment.id, 'refunds', {});
    expect(reply.json.amount, reply.text).to.equal(9.08);
    await refunded(order, 9.08);
  });

  it('take a code off the reduced price: saleor/saleor#17453', async () => {
    await discount({ kind: 'percent', percent: 40, combinable: true, priority: 1 });
    await discount({ kind: 'percent', percent: 70, code: 'WIN', combinable: true });
    const items = itemsOf([await product(100)], 10);
    expect(await place({ items, discount_codes: ['WIN'] })).to.include({ total: 180, discount: 820 });
  });

  it('keep the share of a discount with a cancelled item: vendurehq/vendure#4811', async () => {
    await discount({ kind: 'amount', amount: 10 });
    const { order } = await buy({ items: itemsOf([await product(60), await product(40)]) });
    expect(order.total).to.equal(90);
    const cancelled = await orderStep(app(), order.id, `items/${order.items[1].id}/cancel`, { quantity: 1 });
    expect(cancelled.json).to.include({ total: 54, discount: 6, refund_due: 36 });
    await refunded(order, 36);
  });

  it('refund a cancelled order with the tax of its shipping: vendurehq/vendure#989', async () => {
    await tax(19);
    const { id } = await shipping(4.9);
    const { order } = await buy({ items: itemsOf([await product(19.99)]), shipping_method_id: id });
    expect(order).to.include({ total: 29.62, tax: 4.73 });
    await orderStep(app(), order.id, 'cancel', {});
    await refunded(order, 29.62);
    expect(await read(order)).to.include({ status: 'cancelled', payment_status: 'refunded' });
  });

  it('cost nothing with a discount above the total and free shipping: vendurehq/vendure#2367, saleor/saleor#787', async () => {
    await tax(20);
    const { id } = await shipping(80);
    await discount({ kind: 'amount', amount: 100, combinable: true });
    await discount({ kind: 'free_shipping', code: 'SHIP', combinable: true });
    const free = { items: itemsOf([await product(35.9)]), shipping_method_id: id };
    for (const fields of [free, { ...free, discount_codes: ['SHIP'] }]) {
      const { order } = await buy(fields);
      const shipped = 'discount_codes' in fields ? 0 : 96;
      expect(order).to.include({ total: shipped, tax: shipped === 0 ? 0 : 16 });
    }
  });

  it('owe nothing more after an item was cancelled and refunded: vendurehq/vendure#1414', async () => {
    await tax(8.1);
    const { order } = await buy({ items: itemsOf([await product(7.49), await product(20.1)]) });
    expect(order.total).to.equal(29.82);
    await orderStep(app(), order.id, `items/${order.items[0].id}/cancel`, { quantity: 1 });
    await refunded(order, 8.09);
    expect(await read(order)).to.include({ total: 21.73, amount_due: 0, payment_status: 'paid' });
  });

  it('tax an item that is added to an order: medusajs/medusa#11429', async () => {
    await tax(20);
    const one = await product(10);
    const { order } = await buy({ items: itemsOf([one]) });
    expect(order).to.include({ total: 12, tax: 2 });
    const body = { items: itemsOf([one, await product(5)]) };
    const edited = await app().call(`/api/orders/${order.id}`, { method: 'PATCH', body });
    expect(edited.json, edited.text).to.include({ total: 18, tax: 3, amount_due: 6 });
  });

  it('credit a whole invoice for its amounts, also with half a cent of tax: kosit/validator-configuration-xrechnung#74', async () => {
    const invoice = await createInvoice(app(), {
      lines: [{ description: 'Advice', quantity: 1, unit_price: 7_612.5, tax_rate: 19 }],
    });
    expect(invoice).to.include({ total: 9_058.88, tax: 1_446.38 });
    const note = await app().call('/api/credit_notes', {
      method: 'POST',
      body: { invoice_id: invoice.id, amount: 9_058.88, reason: 'correction' },
    });
    expect(note.json, note.text).to.include({ total: 9_058.88, tax: 1_446.38, subtotal: 7_612.5 });
  });

  it('refund the amount that was asked for: recurly/recurly-client-java#73', async () => {
    await tax(7.7);
    const { order, payment } = await buy({ items: itemsOf([await product(11.61)]) });
    expect(order.total).to.equal(12.5);
    const invoiced = await app().call('/api/invoices', { method: 'POST', body: { order_id: order.id } });
    await app().call(`/api/invoices/${invoiced.json.id}/finalize`, { method: 'POST' });
    const reply = await paymentStep(app(), payment.id, 'refunds', { amount: 10 });
    expect(reply.json.amount, reply.text).to.equal(10);
    await refunded(order, 10);
    const notes = (await app().call(`/api/credit_notes?invoice_id=${invoiced.json.id}`)).json.data;
    expect(notes.map(({ total, tax: part }: { total: number; tax: number }) => [total, part])).to.deep.equal([
      [10, 0.71],
    ]);
  });
});
