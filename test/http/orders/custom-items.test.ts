import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  order,
  orderStep,
  posted,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type Item = Readonly<{ id: string; product_id: string | null; name: string }>;

const BERLIN = { line1: '1 Main St', city: 'Berlin', postal_code: '10115', country: 'DE' };
const ENGRAVING = { name: 'Engraving', unit_price: 15.5, quantity: 2 };
const BOOKLET = { name: 'Booklet', unit_price: 10, quantity: 1, tax_category: 'books' };

onService('orders with custom items and set prices', ({ app }) => {
  const at = ({ id }: { id: string }, step = '') => `/api/orders/${id}${step}`;
  const read = async (found: { id: string }) => (await app().call(at(found))).json;
  const patch = (found: { id: string }, body: object, query = '') =>
    app().call(at(found, query), { method: 'PATCH', body });
  const edited = async (found: { id: string }, body: object) => {
    const reply = await patch(found, body);
    expect(reply.status, reply.text).to.equal(200);
    expect(await read(found)).to.deep.equal(reply.json);
    return reply.json;
  };
  const refunded = (found: { id: string }, amount: number) =>
    eventually('the refund was recorded', async () => {
      const { amount_refunded: now, refund_due: due } = await read(found);
      return now === amount && due === 0;
    });

  before(async () => {
    for (const [country, percent, category] of [
      ['DE', 19, null],
      ['DE', 7, 'books'],
      ['AT', 20, null],
      ['AT', 10, 'books'],
    ] as const) {
      await posted(app(), '/api/tax_rates', { name: 'VAT', percent, country, tax_category: category });
    }
  });

  /** A ring of 100 for 90, twice, with engravings and a booklet: 221 and a tax of 40.79. */
  const anOrder = async (fields: object = {}) => {
    const ring = await createProduct(app(), { price: 100, stock: 5 });
    const items = [{ product_id: ring.id, quantity: 2, unit_price: 90 }, ENGRAVING, BOOKLET];
    const placed = await createOrder(app(), { items, shipping_address: BERLIN, ...fields });
    const [rings, engravings, booklet] = placed.items as readonly [Item, Item, Item];
    return { ring, placed, rings, engravings, booklet };
  };

  it('cost what was quoted, with the tax of their categories, and take only products from the stock', async () => {
    const { ring, placed } = await anOrder();
    expect(placed).to.include({ subtotal: 221, tax: 40.79, total: 261.79 });
    expect(placed.items[0]).to.include({ product_id: ring.id, unit_price: 90, subtotal: 180 });
    expect(placed.items[1]).to.include({ product_id: null, name: 'Engraving', unit_price: 15.5, quantity: 2 });
    expect(placed.items[1]).to.include({ sku: null, slug: null, image: null, tax_rate: 19 });
    expect(placed.items[2]).to.include({ product_id: null, name: 'Booklet', tax_rate: 7, tax: 0.7 });
    expect(await stockOf(app(), ring)).to.equal(3);
    expect(await read(placed)).to.deep.equal(placed);
    const body = { items: [ENGRAVING, BOOKLET], anonymous: true, shipping_address: BERLIN };
    const quote = await app().call('/api/orders?dry_run=true', { method: 'POST', body });
    expect(quote.json, quote.text).to.include({ total: 47.59, currency: 'USD' });
    expect((await order(app(), { ...body, expected_total: 47.59 })).status).to.equal(201);
    const expanded = await app().call(at(placed, '?expand=items.product'));
    expect(expanded.json.items.map((item: { product: Item | null }) => item.product?.id ?? null)).to.deep.equal([
      ring.id,
      null,
      null,
    ]);
  });

  it('are reduced by discounts of the order, and not by those of products and categories', async () => {
    const { ring } = await anOrder();
    const items = [{ product_id: ring.id, quantity: 1, unit_price: 50 }, ENGRAVING];
    const discount = (code: string, fields: object) =>
      posted(app(), '/api/discounts', { name: code, code, kind: 'percent', percent: 10, ...fields });
    await discount('RINGS', { product_ids: [ring.id] });
    await discount('ORDERS', {});
    const ofRings = await createOrder(app(), { items, discount_codes: ['RINGS'] });
    expect(ofRings.items.map((item: { discount: number }) => item.discount)).to.deep.equal([5, 0]);
    const ofOrders = await createOrder(app(), { items, discount_codes: ['ORDERS'] });
    expect(ofOrders.items.map((item: { discount: number }) => item.discount)).to.deep.equal([5, 3.1]);
  });

  it('are for the staff alone, and need a price', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const { key: guest } = await createKey(app(), { kind: 'publishable', allowed_origins: ['https://a.example'] });
    const ring = await createProduct(app());
    const items = [{ product_id: ring.id, quantity: 1, unit_price: 1 }, ENGRAVING];
    for (const query of ['', '?dry_run=true']) {
      for (const options of [{ key }, { key: guest, headers: { Origin: 'https://a.example' } }]) {
        const body = { items, ...(options.key === guest && { email: 'guest@example.com' }) };
        const headers = { ...options.headers, 'Idempotency-Key': `guest-${crypto.randomUUID()}` };
        const reply = await app().call(`/api/orders${query}`, { method: 'POST', body, key: options.key, headers });
        const paths = errorPathsOf(expectProblem(reply, 422, 'validation_failed'));
        expect(paths).to.deep.equal(['/items/0/unit_price', '/items/1/name']);
      }
    }
    for (const [wrong, path] of [
      [{ quantity: 1 }, '/items/0'],
      [{ name: 'Engraving', quantity: 1 }, '/items/0/unit_price'],
      [{ product_id: ring.id, name: 'Engraving', unit_price: 1, quantity: 1 }, '/items/0'],
      [{ product_id: ring.id, tax_category: 'books', quantity: 1 }, '/items/0'],
      [{ ...ENGRAVING, unit_price: 1.005 }, '/items/0/unit_price'],
      [{ ...ENGRAVING, unit_price: -1 }, '/items/0/unit_price'],
    ] as const) {
      const refused = expectProblem(await order(app(), { items: [wrong] }), 422, 'validation_failed');
      expect(errorPathsOf(refused)).to.deep.equal([path]);
    }
  });

  it('keep what was agreed when the order is edited or moves, and change by their ids', async () => {
    const { ring, placed, rings, engravings, booklet } = await anOrder();
    await app().call(`/api/products/${ring.id}`, { method: 'PATCH', body: { name: 'Renamed', price: 200 } });
    const moved = await edited(placed, { shipping_address: { ...BERLIN, country: 'AT' } });
    expect(moved).to.include({ subtotal: 221, tax: 43.2, total: 264.2 });
    const kept = [rings, engravings].map(({ id }, index) => ({ id, quantity: 2 - index }));
    const less = await edited(placed, { items: [...kept, { name: 'Chain', unit_price: 20, quantity: 1 }] });
    expect(less.items.map(({ id }: Item) => id).slice(0, 2)).to.deep.equal([rings.id, engravings.id]);
    expect(less).to.include({ subtotal: 215.5, total: 258.6 });
    const repriced = await edited(placed, {
      items: [
        { id: rings.id, quantity: 1, unit_price: 80 },
        { id: engravings.id, quantity: 1, unit_price: 15.5 },
      ],
    });
    // only the price is another one
    expect(repriced.items[0]).to.include({ id: rings.id, product_id: ring.id, name: rings.name, unit_price: 80 });
    expect(repriced).to.include({ subtotal: 95.5, total: 114.6 });
    expect(await stockOf(app(), ring)).to.equal(4);
    const again = {
      items: [
        { id: rings.id, quantity: 1 },
        { product_id: ring.id, quantity: 1 },
      ],
    };
    expect(errorPathsOf(expectProblem(await patch(placed, again), 422, 'validation_failed'))).to.deep.equal([
      '/items/1/product_id',
    ]);
    const gone = { items: [{ id: booklet.id, quantity: 1 }] };
    expect(errorPathsOf(expectProblem(await patch(placed, gone), 422, 'unknown_reference'))).to.deep.equal([
      '/items/0/id',
    ]);
  });

  it('are cancelled in part and refunded for what they cost', async () => {
    const { ring, placed, rings, engravings } = await anOrder();
    await createPayment(app(), placed.id);
    const cancelled = await posted(app(), at(placed, `/items/${engravings.id}/cancel`), { quantity: 1 });
    expect(cancelled).to.include({ total: 243.35, refund_due: 18.44 });
    await refunded(placed, 18.44);
    const cheaper = await patch(placed, {
      items: [
        { id: rings.id, quantity: 2, unit_price: 70 },
        { id: engravings.id, quantity: 1 },
      ],
    });
    expect(cheaper.json, cheaper.text).to.include({ subtotal: 155.5, total: 185.05, refund_due: 58.3 });
    await refunded(placed, 76.74);
    expect(await stockOf(app(), ring)).to.equal(3);
  });

  it('come back without a restock, and the whole order is refunded to the cent', async () => {
    const { ring, placed, rings, engravings, booklet } = await anOrder();
    await createPayment(app(), placed.id);
    expect((await orderStep(app(), placed.id, 'fulfillments')).status).to.equal(201);
    const items = [
      { item_id: engravings.id, quantity: 1 },
      { item_id: rings.id, quantity: 1 },
    ];
    const received = await posted(app(), at(placed, '/returns'), { items, received: true });
    expect(received.status).to.equal('received');
    await refunded(placed, 125.54);
    expect(await stockOf(app(), ring)).to.equal(4);
    const rest = [engravings, rings, booklet].map(({ id }) => ({ item_id: id, quantity: 1 }));
    await posted(app(), at(placed, '/returns'), { items: rest, received: true });
    await refunded(placed, 261.79);
    expect(await read(placed)).to.include({ payment_status: 'refunded' });
    expect(await stockOf(app(), ring)).to.equal(5);
  });

  it('are sold alone, cancelled, and found by the revenue of the reports', async () => {
    const placed = await createOrder(app(), { items: [ENGRAVING], currency: 'EUR' });
    expect(placed).to.include({ currency: 'EUR', total: 31 });
    await createPayment(app(), placed.id);
    await eventually('the sale is counted', async () => {
      const { json } = await app().call('/api/analytics/revenue?currency=EUR');
      return JSON.stringify(json).includes('31');
    });
    const cancelled = await orderStep(app(), placed.id, 'cancel');
    expect(cancelled.status, cancelled.text).to.equal(200);
    expect(cancelled.json).to.include({ status: 'cancelled', amount_refunded: 31 });
  });
});

onService('notes on orders', ({ app }) => {
  it('are written and read by the staff alone, in any state, and leave no trace for the buyer', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const placed = await createOrder(app(), { user_id: user.id, note: 'VIP' });
    const at = `/api/orders/${placed.id}`;
    expect(placed.note).to.equal('VIP');
    const own = (await app().call(at, { key })).json;
    expect(own).to.include({ id: placed.id }).and.not.to.have.property('note');
    const [listed] = (await app().call('/api/orders', { key })).json.data;
    expect(listed).to.not.have.property('note');
    await orderStep(app(), placed.id, 'cancel');
    const changed = await app().call(at, { method: 'PATCH', body: { note: 'Called back.' } });
    expect(changed.json).to.include({ note: 'Called back.', status: 'cancelled' });
    expect((await app().call(at)).json).to.deep.equal(changed.json);
    const typesFor = async (options: object): Promise<string[]> =>
      (await app().call(`${at}/timeline`, options)).json.data.map(({ type }: { type: string }) => type);
    expect(await typesFor({})).to.deep.equal(['note_updated', 'cancelled', 'created']);
    expect(await typesFor({ key })).to.deep.equal(['cancelled', 'created']);
    const refused = await app().call(at, { method: 'PATCH', body: { note: 'Mine.' }, key });
    expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.deep.equal(['/note']);
    const mine = await app().call(at, { method: 'PATCH', body: { metadata: { gift: 'yes' } }, key });
    expect(mine.json.metadata).to.deep.equal({ gift: 'yes' });
    expect((await app().call(at)).json.note).to.equal('Called back.');
    expect((await app().call(at, { method: 'PATCH', body: { note: null } })).json.note).to.equal(null);
  });
});
