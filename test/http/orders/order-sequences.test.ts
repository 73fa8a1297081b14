import { expect } from 'chai';
import fc from 'fast-check';
import { byToken, createPayment, createProduct, itemsOf, posted, stockOf } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { runs } from '../../support/extent.ts';
import { onService } from '../../support/servers/on-service.ts';

type Line = Readonly<{ id: string; quantity: number; subtotal: number; discount: number; total: number }>;

type Amounts = Readonly<Record<'total' | 'subtotal' | 'discount' | 'tax', number>>;
type Paid = Readonly<Record<'amount_paid' | 'amount_refunded' | 'amount_due' | 'refund_due', number>>;

type Order = Amounts &
  Paid &
  Readonly<{
    id: string;
    items: readonly Line[];
    shipping_lines: readonly Line[];
    tax_lines: readonly Readonly<{ amount: number }>[];
    discount_lines: readonly Readonly<{ amount: number }>[];
  }>;

type Sent = Readonly<{ method: string; path: string; body: object }>;

/** What a step sends, of an order as it is and the id of its first payment. */
type Step = (order: Order, payment: string) => Sent;

const STOCK = 50;
const COUNTRIES = ['DE', 'AT', 'FR'];
const INCLUDES_TAX = [false, true];

const cents = (amount: number): number => {
  expect(amount).to.equal(Number(amount.toFixed(2)));
  return Math.round(amount * 100);
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + cents(amount), 0);

const priceFrom = (least: number) =>
  fc.oneof(fc.integer({ min: least, max: 100 }), fc.integer({ min: least, max: 20_000 })).map((minor) => minor / 100);

const price = priceFrom(0);

const quantity = fc.integer({ min: 1, max: 4 });

const customItem = fc.record(
  { name: fc.constant('Engraving'), unit_price: price, quantity, tax_category: fc.constant('books') },
  { requiredKeys: ['name', 'unit_price', 'quantity'] },
);

const address = fc.constantFrom(...COUNTRIES).map((country) => ({ line1: '1 Main St', postal_code: '10115', country }));

/** Which of the items, and how many of it. */
const part = fc.record({ index: fc.nat(5), quantity: fc.integer({ min: 1, max: 2 }) });

const partOf = ({ items }: Order, { index, quantity: count }: Readonly<{ index: number; quantity: number }>) => ({
  item_id: items[index % items.length]?.id,
  quantity: count,
});

const post = (path: string, body: object): Sent => ({ method: 'POST', path, body });

const edit = fc
  .record({
    kept: fc.array(fc.record({ change: fc.integer({ min: -2, max: 2 }), price: fc.option(price) }), { maxLength: 4 }),
    added: fc.array(customItem, { minLength: 1, maxLength: 1 }),
  })
  .map(
    ({ kept, added }): Step =>
      (order) => {
        const known = order.items.slice(0, kept.length).map(({ id, quantity: count }, index) => ({
          id,
          quantity: Math.max(1, count + (kept[index]?.change ?? 0)),
          ...(kept[index]?.price !== null && { unit_price: kept[index]?.price }),
        }));
        return { method: 'PATCH', path: `/api/orders/${order.id}`, body: { items: [...known, ...added].slice(0, 4) } };
      },
  );

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: edit },
  address.map(
    (to): Step =>
      ({ id }) => ({ method: 'PATCH', path: `/api/orders/${id}`, body: { shipping_address: to } }),
  ),
  part.map(
    (of): Step =>
      (order) => {
        const { item_id: item, ...body } = partOf(order, of);
        return post(`/api/orders/${order.id}/items/${item}/cancel`, body);
      },
  ),
  fc.constant<Step>(({ id }) => post('/api/payments', { order_id: id, ...byToken('tok_success') })),
  part.map(
    (of): Step =>
      (order) =>
        post(`/api/orders/${order.id}/fulfillments`, { items: [partOf(order, of)] }),
  ),
  part.map(
    (of): Step =>
      (order) =>
        post(`/api/orders/${order.id}/returns`, { items: [partOf(order, of)], received: true }),
  ),
  part.map(
    (of): Step =>
      (order, payment) =>
        post(`/api/payments/${payment}/refunds`, { items: [partOf(order, of)] }),
  ),
  fc.constant<Step>((_order, payment) => post(`/api/payments/${payment}/refunds`, { shipping: true })),
  fc.integer({ min: 1, max: 999 }).map(
    (minor): Step =>
      (_order, payment) =>
        post(`/api/payments/${payment}/refunds`, { amount: minor / 100 }),
  ),
);

/** An order's amounts add up, and no more is refunded than was paid, nor kept than it costs. */
const expectSound = (order: Order): void => {
  const lines = [...order.items, ...order.shipping_lines];
  expect(sum(lines.map(({ total }) => total)), 'the totals of the lines').to.equal(cents(order.total));
  expect(sum(order.items.map(({ subtotal }) => subtotal)), 'the subtotals').to.equal(cents(order.subtotal));
  expect(sum(order.tax_lines.map(({ amount }) => amount)), 'the taxes').to.equal(cents(order.tax));
  expect(sum(lines.map(({ discount }) => discount)), 'the discounts of the lines').to.equal(cents(order.discount));
  expect(sum(order.discount_lines.map(({ amount }) => amount)), 'the discounts').to.equal(cents(order.discount));
  for (const { discount, subtotal } of order.items) expect(discount).to.be.within(0, subtotal);
  const kept = cents(order.amount_paid) - cents(order.amount_refunded);
  expect(kept, 'what is kept').to.be.within(0, cents(order.total));
  expect(order.amount_due).to.be.within(0, order.total);
};

const COMPARED = ['total', 'subtotal', 'tax', 'amount', 'amount_due', 'refund_due'];

for (const includesTax of INCLUDES_TAX) {
  onService(`sequences of steps on orders, prices ${includesTax ? 'with' : 'without'} tax`, ({ app }) => {
    const call = ({ method, path, body }: Sent, query = '') => app().call(`${path}${query}`, { method, body });
    const read = async (path: string) => (await app().call(path)).json;
    let shipping = '';

    before(async () => {
      const rules = { prices_include_tax: includesTax, tax_rounding: includesTax ? 'total' : 'line' };
      expect((await app().call('/api/shop/rules', { method: 'PATCH', body: rules })).status).to.equal(200);
      for (const [country, percent, category] of [
        ['DE', 19, null],
        ['DE', 7, 'books'],
        ['AT', 20, null],
        ['FR', 5.5, null],
      ] as const) {
        await posted(app(), '/api/tax_rates', { name: 'VAT', percent, country, tax_category: category });
      }
      const tiers = [
        { up_to: 50, price: 9.99 },
        { up_to: null, price: 3.33 },
      ];
      shipping = (await posted(app(), '/api/shipping_methods', { name: 'Post', countries: COUNTRIES, tiers })).id;
      await posted(app(), '/api/discounts', { name: 'A tenth', code: 'TENTH', kind: 'percent', percent: 10 });
      const less = { name: 'Less', code: 'LESS', kind: 'amount', amount: 3.37, currency: 'USD' };
      await posted(app(), '/api/discounts', less);
      await posted(app(), '/api/discounts', { name: 'Free shipping', code: 'FREE', kind: 'free_shipping' });
    });

    const settled = async (path: string): Promise<Order> => {
      let order = await read(path);
      await eventually('what is due back is refunded', async () => {
        order = await read(path);
        return order.refund_due === 0;
      });
      expectSound(order);
      return order;
    };

    /** @returns whether the step was taken. Its dry run says the same, with the same amounts, if there is one. */
    const take = async (sent: Sent): Promise<boolean> => {
      const [dry, reply] = [await call(sent, '?dry_run=true'), await call(sent)];
      expect(reply.status, reply.text).to.be.oneOf([200, 201, 409, 422]);
      if (dry.json.code === 'dry_run_unsupported') return reply.status < 300;
      expect(dry.status < 300, `${dry.text} ${reply.text}`).to.equal(reply.status < 300);
      for (const name of COMPARED.filter((each) => each in dry.json && each in reply.json)) {
        expect(dry.json[name], `${name} of ${reply.text}`).to.equal(reply.json[name]);
      }
      return reply.status < 300;
    };

    it('neither lose nor make a cent, whatever is edited, cancelled, returned and refunded', async () => {
      const start = fc.record({
        // a free order takes no payment
        prices: fc.array(priceFrom(1), { minLength: 1, maxLength: 2 }),
        custom: fc.array(customItem, { maxLength: 1 }),
        code: fc.constantFrom('', 'TENTH', 'LESS', 'FREE'),
        to: address,
        isInvoiced: fc.boolean(),
      });
      const property = fc.asyncProperty(start, fc.array(step, { maxLength: 8 }), async (first, steps) => {
        const products = [];
        for (const each of first.prices) products.push(await createProduct(app(), { price: each, stock: STOCK }));
        const body = {
          items: [...itemsOf(products, 3), ...first.custom],
          anonymous: true,
          shipping_address: first.to,
          shipping_method_id: shipping,
        };
        const reduced = post('/api/orders', { ...body, ...(first.code !== '' && { discount_codes: [first.code] }) });
        const placed = await call(reduced);
        // a code may lower nothing
        const { id } = placed.status === 201 ? placed.json : await posted(app(), '/api/orders', body);
        const path = `/api/orders/${id}`;
        const payment = await createPayment(app(), id);
        const invoice = first.isInvoiced ? await posted(app(), '/api/invoices', { order_id: id }) : undefined;
        if (invoice) await posted(app(), `/api/invoices/${invoice.id}/finalize`);
        let order = await settled(path);
        let hasShipped = false;
        for (const each of steps) {
          const sent = each(order, payment.id);
          if ((await take(sent)) && sent.path.endsWith('/fulfillments')) hasShipped = true;
          order = await settled(path);
        }
        const cancelled = await call(post(`${path}/cancel`, {}));
        expect(cancelled.status, cancelled.text).to.be.oneOf(hasShipped ? [200, 409] : [200]);
        if (cancelled.status !== 200) return;
        const last = await settled(path);
        expect(last.amount_refunded, 'all is refunded').to.equal(last.amount_paid);
        if (!hasShipped) for (const each of products) expect(await stockOf(app(), each)).to.equal(STOCK);
        if (invoice === undefined) return;
        await eventually('all is credited', async () => {
          const { total } = await read(`/api/invoices/${invoice.id}`);
          const { data } = await read(`/api/credit_notes?invoice_id=${invoice.id}&limit=100`);
          return sum(data.map((note: Order) => note.total)) === cents(total);
        });
      });
      await fc.assert(property, { numRuns: runs(60) });
    });
  });
}
