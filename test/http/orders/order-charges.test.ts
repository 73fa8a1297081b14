import { expect } from 'chai';
import {
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const ADDRESS = { line1: '1 Main St', city: 'Berlin', postal_code: '10115', country: 'DE' };

const make = async (app: TestApp, path: string, body: object) => {
  const reply = await app.call(path, { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

const taxRate = (app: TestApp, fields: object = {}) =>
  make(app, '/api/tax_rates', { name: 'VAT', percent: 19, country: 'DE', ...fields });

const shippingMethod = (app: TestApp, fields: object = {}) =>
  make(app, '/api/shipping_methods', {
    name: 'Standard',
    countries: ['DE'],
    tiers: [{ up_to: null, price: 4.9 }],
    ...fields,
  });

const discount = (app: TestApp, fields: object = {}) =>
  make(app, '/api/discounts', { name: 'Sale', kind: 'percent', percent: 10, ...fields });

const quote = (app: TestApp, body: object, key?: string) =>
  app.call('/api/orders?dry_run=true', {
    method: 'POST',
    body: { anonymous: true, ...body },
    ...(key === undefined ? {} : { key }),
  });

onService('the costs of orders', ({ app }) => {
  let method: { id: string };
  let portugal: { id: string };

  before(async () => {
    await taxRate(app());
    await taxRate(app(), { name: 'Reduced VAT', percent: 7, tax_category: 'books' });
    method = await shippingMethod(app());
    const tiers = [{ up_to: null, price: 9 }];
    portugal = await shippingMethod(app(), { name: 'To Portugal', countries: ['PT'], tiers });
  });

  it('say to those who read pricing why discounts and shipping methods do not apply', async () => {
    const fields = { countries: ['DE'], regions: ['Bayern'] };
    const regional = await shippingMethod(app(), { name: 'Regional', ...fields });
    const tiers = [{ up_to: 2, price: 1 }];
    const light = await shippingMethod(app(), { name: 'Light', price_by: 'weight', weight_unit: 'kg', tiers });
    const small = await shippingMethod(app(), { name: 'Small', tiers: [{ up_to: 50, price: 1 }] });
    const euros = await shippingMethod(app(), { name: 'Euros', currency: 'EUR' });
    const many = await discount(app(), { name: 'Many', min_quantity: 10 });
    try {
      const product = await createProduct(app(), { price: 30, weight: 3, weight_unit: 'kg' });
      const body = { items: itemsOf([product], 2), shipping_address: ADDRESS };
      const { json, text } = await quote(app(), body);
      expect(json.refused_discounts, text).to.deep.equal([
        {
          discount_id: many.id,
          name: 'Many',
          reason: 'quantity_too_low',
          message: 'applies to at least 10 of its items',
        },
      ]);
      const reasons = json.refused_shipping_methods.map(
        ({ shipping_method_id: id, reason, message }: Record<string, string>) => [id, reason, message],
      );
      expect(reasons).to.have.deep.members([
        [regional.id, 'region_not_covered', 'does not ship to an unknown state'],
        [light.id, 'weight_too_high', 'ships at most 2 kg'],
        [small.id, 'total_too_high', 'ships totals of at most 50 USD'],
        [euros.id, 'currency_mismatch', 'ships orders in EUR only'],
        [portugal.id, 'country_not_covered', 'does not ship to DE'],
      ]);
      const nowhere = (await quote(app(), { items: body.items })).json.refused_shipping_methods;
      expect(nowhere.map(({ reason }: { reason: string }) => reason)).to.include('unknown_address');
      const { json: created } = await app().call('/api/auth/keys', {
        method: 'POST',
        body: { name: 'Orders only', scopes: ['orders:write'] },
      });
      const { json: plain } = await quote(app(), body, created.key);
      expect(plain).to.have.property('shipping_options');
      expect(plain).not.to.have.any.keys('refused_discounts', 'refused_shipping_methods');
    } finally {
      for (const { id } of [regional, light, small, euros])
        await app().call(`/api/shipping_methods/${id}`, { method: 'DELETE' });
      await app().call(`/api/discounts/${many.id}`, { method: 'DELETE' });
    }
  });

  it('are quoted with tax, shipping and a discount, without a reservation', async () => {
    await discount(app(), { code: 'TEN' });
    const [shirt, book] = [
      await createProduct(app(), { price: 20, stock: 5 }),
      await createProduct(app(), { name: 'Book', price: 10, tax_category: 'books' }),
    ];
    const body = {
      items: [...itemsOf([shirt], 2), ...itemsOf([book])],
      shipping_address: ADDRESS,
      shipping_method_id: method.id,
      discount_codes: ['ten'],
    };
    const { status, json, text } = await quote(app(), body);
    expect(status, text).to.equal(201);
    expect(json).to.include({ subtotal: 50, discount: 5, shipping: 4.9, tax: 8.4, total: 58.3, dry_run: true });
    expect(json).to.deep.include({
      tax_lines: [
        { name: 'VAT', rate: 19, taxable: 40.9, amount: 7.77 },
        { name: 'Reduced VAT', rate: 7, taxable: 9, amount: 0.63 },
      ],
      shipping_options: [{ shipping_method_id: method.id, name: 'Standard', amount: 4.9 }],
      shipping_required: true,
      refused_discount_codes: [],
      emits: ['order.created', 'product.updated'],
    });
    expect(await stockOf(app(), shirt)).to.equal(5);
    const created = await order(app(), { ...body, expected_total: 58.3 });
    expect(created.status, created.text).to.equal(201);
    for (const member of ['items', 'shipping_lines', 'discount_lines', 'tax_lines']) {
      const [quoted, kept] = [json, created.json].map((view) =>
        view[member].map(({ id: _id, ...rest }: { id?: string }) => rest),
      );
      expect(kept, member).to.deep.equal(quoted);
    }
    expect(created.json).to.include({ total: 58.3, amount_due: 58.3 });
    const read = await app().call(`/api/orders/${created.json.id}`);
    expect(read.json).to.deep.equal(created.json);
  });

  it('are kept when tables change, and are paid in full by the total', async () => {
    const product = await createProduct(app(), { price: 100 });
    const body = { items: itemsOf([product]), shipping_address: ADDRESS };
    const { json } = await order(app(), body);
    expect(json.total).to.equal(119);
    const payment = { order_id: json.id, payment_method: { token: 'tok_success' } };
    const paid = await app().call('/api/payments', { method: 'POST', body: payment });
    expect(paid.json).to.include({ status: 'succeeded', amount: 119 });
    const now = await app().call(`/api/orders/${json.id}`);
    expect(now.json).to.include({ payment_status: 'paid', total: 119, tax: 19 });
  });

  it('say why a code does not apply, and refuse an order with it', async () => {
    const product = await createProduct(app(), { price: 10 });
    await discount(app(), { code: 'LATE', valid_to: '2026-01-01T00:00:00Z' });
    await discount(app(), { code: 'EARLY', valid_from: '2999-01-01T00:00:00Z' });
    await discount(app(), { code: 'MUCH', min_total: 100 });
    await discount(app(), { code: 'MANY', min_quantity: 3 });
    await discount(app(), { code: 'OFF', active: false });
    await discount(app(), { code: 'OTHER', product_ids: [(await createProduct(app())).id] });
    const reasons = {
      LATE: 'unknown',
      EARLY: 'unknown',
      MUCH: 'total_too_low',
      MANY: 'quantity_too_low',
      OFF: 'unknown',
      OTHER: 'no_matching_items',
      NONE: 'unknown',
    };
    const body = { items: itemsOf([product]), discount_codes: Object.keys(reasons) };
    const { json } = await quote(app(), body);
    const found = json.refused_discount_codes.map(({ code, reason }: Record<string, string>) => [code, reason]);
    expect(Object.fromEntries(found)).to.deep.equal(reasons);
    const problem = expectProblem(await order(app(), body), 422, 'validation_failed');
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal(
      Object.keys(reasons).map((_, index) => `/discount_codes/${index}`),
    );
  });

  it('refuse a shipping method of another country, and the lack of one from customers', async () => {
    const product = await createProduct(app(), { price: 10 });
    const token = await signIn(app(), await createUser(app()));
    const body = { items: itemsOf([product]), shipping_address: { ...ADDRESS, country: 'PT', postal_code: '1100' } };
    const pointersOf = (reply: Awaited<ReturnType<typeof order>>) =>
      expectProblem(reply, 422, 'validation_failed').errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointersOf(await order(app(), { ...body, shipping_method_id: method.id }))).to.deep.equal([
      '/shipping_method_id',
    ]);
    expect(pointersOf(await quote(app(), { ...body, shipping_method_id: 'shm_none' }))).to.deep.equal([
      '/shipping_method_id',
    ]);
    expect(pointersOf(await order(app(), body, { key: token }))).to.deep.equal(['/shipping_method_id']);
    const nowhere = { ...body, shipping_address: { ...body.shipping_address, country: 'NZ' } };
    expect(pointersOf(await order(app(), nowhere, { key: token }))).to.deep.equal(['/shipping_address']);
    expect((await order(app(), body)).status).to.equal(201);
  });

  it('return the use of a code when an order is cancelled', async () => {
    const product = await createProduct(app(), { price: 10 });
    const { id } = await discount(app(), { code: 'ONCE', max_uses: 1 });
    const body = { items: itemsOf([product]), discount_codes: ['ONCE'] };
    const first = await order(app(), body);
    expect(first.status, first.text).to.equal(201);
    const refused = expectProblem(await order(app(), body), 422, 'validation_failed');
    expect(refused.errors[0]).to.include({ pointer: '/discount_codes/0', code: 'discount.used_up' });
    expect((await app().call(`/api/discounts/${id}`)).json.uses).to.equal(1);
    expect((await orderStep(app(), first.json.id, 'cancel')).status).to.equal(200);
    expect((await app().call(`/api/discounts/${id}`)).json.uses).to.equal(0);
    expect((await order(app(), body)).status).to.equal(201);
  });

  it('replay an order whose code has expired since', async () => {
    const product = await createProduct(app(), { price: 10 });
    const { id } = await discount(app(), { code: 'SHORT' });
    const body = { items: itemsOf([product]), discount_codes: ['SHORT'], anonymous: true };
    const options = { method: 'POST', body, headers: { 'Idempotency-Key': 'an-order-with-a-short-code' } };
    const first = await app().call('/api/orders', options);
    expect(first.status, first.text).to.equal(201);
    await app().call(`/api/discounts/${id}`, { method: 'DELETE' });
    const again = await app().call('/api/orders', options);
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
  });

  it('grant seven uses of a code to seven of forty buyers', async () => {
    const product = await createProduct(app(), { price: 10, stock: 100 });
    const { id } = await discount(app(), { code: 'SEVEN', max_uses: 7 });
    const body = { items: itemsOf([product]), discount_codes: ['SEVEN'] };
    const replies = await Promise.all(Array.from({ length: 40 }, () => order(app(), body)));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).to.have.length(7);
    for (const reply of replies) {
      if (reply.status === 201) expect(reply.json.total).to.equal(9);
      else expect(expectProblem(reply, 422, 'validation_failed').errors[0].code).to.equal('discount.used_up');
    }
    expect((await app().call(`/api/discounts/${id}`)).json.uses).to.equal(7);
    expect(await stockOf(app(), product)).to.equal(93);
  });

  it('refuse tax ids of another form, and codes that are too long', async () => {
    const product = await createProduct(app(), { price: 10 });
    const body = { items: itemsOf([product]), shipping_address: ADDRESS };
    for (const [fields, pointer] of [
      [{ tax_id: 'DE12' }, '/tax_id'],
      [{ tax_id: 'FR12345678901' }, '/tax_id'],
      [{ discount_codes: ['x'.repeat(10_000)] }, '/discount_codes/0'],
      [{ discount_codes: ['a', 'A'] }, '/discount_codes/1'],
    ] as const) {
      const problem = expectProblem(await order(app(), { ...body, ...fields }), 422, 'validation_failed');
      expect(problem.errors.map((error: { pointer: string }) => error.pointer)).to.deep.equal([pointer]);
    }
  });
});

onService(
  'the costs of orders whose prices include tax',
  ({ app }) => {
    it('contain the tax', async () => {
      await taxRate(app());
      const product = await createProduct(app(), { price: 119 });
      const { json } = await order(app(), { items: itemsOf([product]), shipping_address: ADDRESS });
      expect(json).to.include({ subtotal: 119, tax: 19, total: 119, prices_include_tax: true });
      expect(json.tax_lines).to.deep.equal([{ name: 'VAT', rate: 19, taxable: 100, amount: 19 }]);
    });
  },
  { PRICES_INCLUDE_TAX: 'true' },
);
