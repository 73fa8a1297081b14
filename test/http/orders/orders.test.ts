import { expect } from 'chai';
import {
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  patchProduct,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** An item without discounts and tax. */
const UNTAXED = {
  cancelled_quantity: 0,
  returned_quantity: 0,
  discount: 0,
  discount_allocations: [],
  tax_name: null,
  tax_rate: null,
  tax: 0,
};

const ADDRESS = { name: 'Ada', line1: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048', country: 'PT' };
const WHOLE_ADDRESS = { ...ADDRESS, company: null, line2: null, state: null, phone: null };

onService('orders', ({ app }) => {
  it('are created with a snapshot, a number, a total and reserved stock', async () => {
    const shirt = await createProduct(app(), {
      sku: 'ORDERED-SHIRT',
      slug: 'ordered-shirt',
      stock: 5,
      images: ['https://cdn.example.com/shirt.jpg', 'https://cdn.example.com/back.jpg'],
      withdrawal_exemption: 'custom_made',
    });
    const scarf = await createProduct(app(), { name: 'Wool scarf', price: 29, stock: null });
    const body = {
      items: [
        { product_id: shirt.id, quantity: 3 },
        { product_id: scarf.id, quantity: 1 },
      ],
      expected_total: 88.97,
      currency: 'USD',
      email: 'ada@example.com',
      shipping_address: ADDRESS,
      metadata: { channel: 'newsletter' },
    };
    const reply = await order(app(), body);
    expect(reply.status, reply.text).to.equal(201);
    expect(reply.headers.get('location')).to.equal(`/api/orders/${reply.json.id}`);
    const { id, number, items, created_at: createdAt, updated_at: _at, expires_at: expiresAt, ...rest } = reply.json;
    expect(number).to.be.greaterThan(1000);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).to.equal(30 * 60_000);
    expect(items.map(({ id: _id, ...item }: { id: string }) => item)).to.deep.equal([
      {
        product_id: shirt.id,
        name: 'Linen shirt',
        sku: 'ORDERED-SHIRT',
        slug: 'ordered-shirt',
        image: 'https://cdn.example.com/shirt.jpg',
        options: {},
        withdrawal_exemption: 'custom_made',
        unit_price: 19.99,
        quantity: 3,
        fulfilled_quantity: 0,
        subtotal: 59.97,
        ...UNTAXED,
        total: 59.97,
      },
      {
        product_id: scarf.id,
        name: 'Wool scarf',
        sku: null,
        slug: scarf.slug,
        image: null,
        options: {},
        withdrawal_exemption: null,
        unit_price: 29,
        quantity: 1,
        fulfilled_quantity: 0,
        subtotal: 29,
        ...UNTAXED,
        total: 29,
      },
    ]);
    expect(rest).to.deep.equal({
      shipping_lines: [],
      discount_lines: [],
      tax_lines: [],
      prices_include_tax: false,
      tax_id: null,
      tax_exemption: null,
      discount: 0,
      shipping: 0,
      tax: 0,
      refund_due: 0,
      shipping_refunded: 0,
      object: 'order',
      status: 'open',
      payment_status: 'unpaid',
      fulfillment_status: 'unfulfilled',
      subtotal: 88.97,
      total: 88.97,
      amount_paid: 0,
      amount_refunded: 0,
      amount_due: 88.97,
      currency: 'USD',
      external_id: null,
      user_id: null,
      invoice_id: null,
      checkout_id: null,
      email: 'ada@example.com',
      shipping_address: WHOLE_ADDRESS,
      billing_address: null,
      fulfillments: [],
      cancelled_at: null,
      cancel_reason: null,
      metadata: { channel: 'newsletter' },
      note: null,
      actions: ['cancel', 'fulfill'],
      version: 1,
      withdrawal: {
        until: null,
        items: [{ item_id: items[1].id, quantity: 1 }],
        exempt: [{ item_id: items[0].id, reason: 'custom_made' }],
      },
    });
    expect((await app().call(`/api/orders/${id}`)).text).to.equal(reply.text);
    expect([await stockOf(app(), shirt), await stockOf(app(), scarf)]).to.deep.equal([2, null]);
  });

  it('keep names, slugs, images, exemptions and prices when products change', async () => {
    const product = await createProduct(app(), {
      stock: 1,
      images: ['https://cdn.example.com/linen.jpg'],
      withdrawal_exemption: 'custom_made',
    });
    const placed = await createOrder(app(), { items: itemsOf([product]) });
    const images = ['https://cdn.example.com/silk.jpg'];
    const exemption = { withdrawal_exemption: 'perishable' };
    await patchProduct(app(), product.id, { name: 'Silk shirt', slug: 'silk-shirt', price: 99, images, ...exemption });
    expect(placed.items[0].withdrawal_exemption).to.equal('custom_made');
    await app().call(`/api/products/${product.id}`, { method: 'DELETE' });
    expect((await app().call(`/api/orders/${placed.id}`)).json).to.deep.equal(placed);
    expect((await orderStep(app(), placed.id, 'cancel')).json.status).to.equal('cancelled');
  });

  it('are numbered consecutively, without gaps for dry runs and rejected orders', async () => {
    const product = await createProduct(app(), { stock: 2 });
    const items = itemsOf([product]);
    const first = await createOrder(app(), { items });
    const dryRunResult = await app().call('/api/orders?dry_run=true', {
      method: 'POST',
      body: { items, anonymous: true },
    });
    expect(dryRunResult.json).to.include({ number: first.number + 1, dry_run: true });
    expect(dryRunResult.json.emits).to.deep.equal(['order.created', 'product.updated']);
    expect(await stockOf(app(), product)).to.equal(1);
    expectProblem(await app().call(`/api/orders/${dryRunResult.json.id}`), 404, 'not_found');
    expectProblem(await order(app(), { items: itemsOf([product], 2) }), 409, 'insufficient_stock');
    expect((await createOrder(app(), { items })).number).to.equal(first.number + 1);
  });

  it('are created once per Idempotency-Key, and their errors are replayed', async () => {
    const product = await createProduct(app(), { stock: 1 });
    const send = (key: string) => order(app(), { items: itemsOf([product]) }, { headers: { 'Idempotency-Key': key } });
    const [first, again] = [await send('placed'), await send('placed')];
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    const response = await send('refused');
    expectProblem(response, 409, 'insufficient_stock');
    await orderStep(app(), first.json.id, 'cancel');
    expect((await send('refused')).text).to.equal(response.text);
    expect(await stockOf(app(), product)).to.equal(1);
  });

  it('change a product’s version, time and availability for readers', async () => {
    const product = await createProduct(app(), { stock: 1 });
    const seen = await app().call(`/api/products/${product.id}`);
    await createOrder(app(), { items: itemsOf([product]) });
    const again = await app().call(`/api/products/${product.id}`, {
      headers: { 'If-None-Match': seen.headers.get('etag') ?? '' },
    });
    expect(again.status).to.equal(200);
    expect(again.json).to.include({ version: 2, stock: 0, available: false });
    const stale = await patchProduct(app(), product.id, { name: 'x' }, { 'If-Match': '"1"' });
    expect(expectProblem(stale, 412, 'version_mismatch').changed_fields).to.deep.equal(['available', 'stock']);
  });

  it('are paid from the start and never expire when they are free', async () => {
    const free = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 0 })]) });
    expect(free).to.include({ payment_status: 'paid', total: 0, amount_due: 0, expires_at: null });
    const sent = (await orderStep(app(), free.id, 'fulfillments')).json;
    expect(sent).to.include({ status: 'completed', fulfillment_status: 'fulfilled' });
    expect(sent.actions).to.deep.equal([]);
  });

  it('are exact in minor units of every currency', async () => {
    for (const [currency, price, quantity, total] of [
      ['USD', 19.99, 3, 59.97],
      ['USD', 0.1, 3, 0.3],
      ['JPY', 1999, 3, 5997],
      ['KWD', 1.005, 3, 3.015],
      ['CLF', 0.0001, 3, 0.0003],
      ['USD', 99_999_999.99, 10_000, 999_999_999_900],
    ] as const) {
      const product = await createProduct(app(), { price, currency });
      const placed = await createOrder(app(), { items: itemsOf([product], quantity), expected_total: total });
      expect([placed.total, placed.items[0].subtotal, placed.currency]).to.deep.equal([total, total, currency]);
    }
  });

  it('belong to the caller by default, also with orders:write', async () => {
    const seller = await createUser(app(), { permissions: ['orders:write'] });
    const key = await signIn(app(), seller);
    const items = itemsOf([await createProduct(app())]);
    expect((await order(app(), { items }, { key })).json.user_id).to.equal(seller.id);
    const anonymous = await order(app(), { items, user_id: null, anonymous: true }, { key });
    expect([anonymous.status, anonymous.json.user_id]).to.deep.equal([201, null]);
  });

  it('have a buyer, unless staff say that they have none', async () => {
    const items = itemsOf([await createProduct(app())]);
    const send = (body: object) => app().call('/api/orders', { method: 'POST', body: { items, ...body } });
    for (const body of [{}, { user_id: null }, { email: null }, { anonymous: false }]) {
      const problem = expectProblem(await send(body), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/email', '/user_id']);
    }
    const { id } = await createUser(app());
    for (const body of [{ anonymous: true }, { user_id: id }, { email: 'ada@example.com' }]) {
      expect((await send(body)).status).to.equal(201);
    }
    const both = expectProblem(await send({ anonymous: true, user_id: id }), 422, 'validation_failed');
    expect(errorPathsOf(both)).to.deep.equal(['/anonymous']);
  });

  it('belong to the customer who places them and have the e-mail of the account', async () => {
    const [ada, bob] = [await createUser(app()), await createUser(app())];
    const [asAda, asBob] = [await signIn(app(), ada), await signIn(app(), bob)];
    const items = itemsOf([await createProduct(app())]);
    const placed = (await order(app(), { items }, { key: asAda })).json;
    expect(placed).to.include({ user_id: ada.id, email: ada.email });
    for (const userId of [bob.id, 'usr_01h455vb4pex5vsknk084sn02q']) {
      const response = await order(app(), { items, user_id: userId }, { key: asAda });
      expect(expectProblem(response, 422, 'unknown_reference').errors[0].pointer).to.equal('/user_id');
    }
    const asGuest = await order(app(), { items, email: null }, { key: asAda });
    expect(asGuest.json).to.include({ user_id: ada.id, email: null });
    await orderStep(app(), asGuest.json.id, 'cancel');
    const unknownUser = await order(app(), { items, user_id: 'usr_01h455vb4pex5vsknk084sn02q' });
    expect(expectProblem(unknownUser, 422, 'unknown_reference').errors[0].pointer).to.equal('/user_id');
    const listed = async (key: string, query = ''): Promise<string[]> =>
      (await app().call(`/api/orders${query}`, { key })).json.data.map(({ id }: { id: string }) => id);
    expect(await listed(asAda)).to.deep.equal([asGuest.json.id, placed.id]);
    expect(await listed(asBob)).to.deep.equal([]);
    expect(await listed(asBob, `?user_id=${ada.id}`)).to.deep.equal([]);
    expect((await app().call('/api/orders/export', { key: asBob })).text.split('\r\n')).to.have.length(2);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/cancel'],
      ['GET', '/timeline'],
    ] as const) {
      const body = method === 'PATCH' ? { body: { email: 'bob@example.com' } } : {};
      const reply = await app().call(`/api/orders/${placed.id}${path}`, { method, key: asBob, ...body });
      expectProblem(reply, 404, 'not_found');
    }
    expect((await app().call(`/api/orders/${placed.id}/cancel`, { method: 'POST', key: asAda })).status).to.equal(200);
  });
});
