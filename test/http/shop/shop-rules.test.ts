import { expect } from 'chai';
import {
  createOrder,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  itemsOf,
  order,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { emptyStorage, onService } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const PATH = '/api/shop/rules';

const rulesOf = async (app: TestApp) => (await app.call(PATH)).json;

const patchRules = (app: TestApp, body: object, headers: Record<string, string> = {}) =>
  app.call(PATH, { method: 'PATCH', body, headers });

const changeRules = async (app: TestApp, body: object) => {
  const { status, json, text } = await patchRules(app, body);
  expect(status, text).to.equal(200);
  return json;
};

const addTax = async (app: TestApp) => {
  const body = { name: 'VAT', percent: 19, country: 'DE' };
  expect((await app.call('/api/tax_rates', { method: 'POST', body })).status).to.equal(201);
};

/** An order that is taxed. */
const TAXED = { email: 'ada@example.com', billing_address: { line1: '1 Main St', city: 'Berlin', country: 'DE' } };

onService(
  'the rules of the shop',
  ({ app }) => {
    it('begin with the defaults, and with what the environment sets', async () => {
      expect(await rulesOf(app())).to.deep.include({
        object: 'shop_rules',
        currency: 'USD',
        prices_include_tax: false,
        tax_rounding: 'total',
        order_expiry_minutes: 45,
        customer_permissions: ['cancel_unpaid', 'request_return'],
        withdrawal_for: 'eu',
        withdrawal_days: 14,
        transport_days: 5,
        return_costs: 'buyer',
        customer_sign_up: 'off',
        mail_from: null,
        order_page_url: null,
        dunning_schedule: [1, 3, 5, 7],
        webhook_retry_schedule: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
        version: 1,
      });
    });

    it('are changed by merge patches, and audited without the sender of mails', async () => {
      const { version } = await rulesOf(app());
      const fields = {
        mail_language: 'de',
        mail_from: 'Shop <shop@shop.example>',
        order_page_url: 'https://shop.example/order',
        product_page_url: 'https://shop.example/products/{slug}',
        dunning_schedule: [2, 5],
        webhook_retry_schedule: [0.5, 60],
        mails: [],
        withdrawal_for: 'all',
        withdrawal_days: 30,
        transport_days: 0,
        return_costs: 'shop',
      };
      const changed = await changeRules(app(), fields);
      expect(changed).to.deep.include({ ...fields, order_expiry_minutes: 45, version: version + 1 });
      expect(await rulesOf(app())).to.deep.equal(changed);
      const [entry] = (await app().call('/api/audit_log?action=shop_rules.updated&limit=1')).json.data;
      expect(entry.after).to.deep.include({ mail_language: 'de', mail_from: '[withheld]' });
      const reset = await changeRules(app(), { mails: null, mail_language: null, mail_from: null });
      expect(reset).to.deep.include({ mail_language: 'en', mail_from: null, dunning_schedule: [2, 5] });
      expect(reset.mails).to.have.length(7);
      expect((await changeRules(app(), {})).version).to.equal(reset.version);
    });

    it('are rejected with an error that says what would be right', async () => {
      for (const [body, path] of [
        [{ currency: 'XXX' }, '/currency'],
        [{ prices_include_tax: 'yes' }, '/prices_include_tax'],
        [{ tax_rounding: 'up' }, '/tax_rounding'],
        [{ order_expiry_minutes: 0 }, '/order_expiry_minutes'],
        [{ max_unpaid_orders_per_customer: 1.5 }, '/max_unpaid_orders_per_customer'],
        [{ customer_permissions: ['cancel_unpaid', 'cancel_unpaid'] }, '/customer_permissions/1'],
        [{ mails: ['spam'] }, '/mails/0'],
        [{ order_page_url: 'javascript:alert(1)' }, '/order_page_url'],
        [{ dunning_schedule: [3, 1] }, '/dunning_schedule'],
        [{ webhook_retry_schedule: [] }, '/webhook_retry_schedule'],
        [{ withdrawal_for: 'everybody' }, '/withdrawal_for'],
        [{ withdrawal_days: 13 }, '/withdrawal_days'],
        [{ withdrawal_days: 366 }, '/withdrawal_days'],
        [{ transport_days: -1 }, '/transport_days'],
        [{ transport_days: 61 }, '/transport_days'],
        [{ return_costs: 'nobody' }, '/return_costs'],
        [{ name: 'Shop' }, '/name'],
      ] as const) {
        const reply = await patchRules(app(), body);
        expectProblem(reply, 422, 'validation_failed');
        expect(errorPathsOf(reply.json), JSON.stringify(body)).to.include(path);
      }
    });

    it('require the expected version, and say which rules have changed since', async () => {
      const { version } = await rulesOf(app());
      await changeRules(app(), { tax_rounding: 'line' });
      const reply = await patchRules(app(), { tax_rounding: 'total' }, { 'If-Match': `"${version}"` });
      const problem = expectProblem(reply, 412, 'version_mismatch');
      expect(problem).to.deep.include({ current_version: version + 1, changed_fields: ['tax_rounding'] });
    });

    it('decide with the next request what customers may do, and how many orders they may have', async () => {
      const customer = await createUser(app());
      const key = await signIn(app(), customer);
      const { id } = await createOrder(app(), { user_id: customer.id });
      const read = async () => (await app().call(`/api/orders/${id}`, { key })).json.actions;
      expect(await read()).to.include('cancel');
      await changeRules(app(), { customer_permissions: [], max_unpaid_orders_per_customer: 1 });
      expect(await read()).to.not.include('cancel');
      expectProblem(await app().call(`/api/orders/${id}/cancel`, { method: 'POST', key }), 403, 'forbidden');
      const items = itemsOf([await createProduct(app())]);
      expect((await order(app(), { items }, { key })).status).to.equal(201);
      expectProblem(await order(app(), { items }, { key }), 409, 'too_many_unpaid_orders');
      await changeRules(app(), { max_unpaid_orders_per_customer: 9, order_expiry_minutes: 60 });
      const last = await order(app(), { items }, { key });
      const waits = Date.parse(last.json.expires_at) - Date.parse(last.json.created_at);
      expect([last.status, waits]).to.deep.equal([201, 3_600_000]);
    });

    it('decide with the next request who may sign up and sign in', async () => {
      const { key } = (
        await app().call('/api/auth/keys', {
          method: 'POST',
          body: { name: 'Page', kind: 'publishable', allowed_origins: [] },
        })
      ).json;
      const credentials = { email: 'visitor@example.com', password: 'a very long password' };
      const signUp = () => app().call('/api/users', { method: 'POST', key, body: credentials });
      expectProblem(await signUp(), 403, 'forbidden');
      await changeRules(app(), { customer_sign_up: 'open' });
      expect((await signUp()).status).to.equal(201);
      const enter = () => app().call('/api/auth', { method: 'POST', key: null, body: credentials });
      expect((await enter()).status).to.equal(201);
      await changeRules(app(), { customer_sign_up: 'verified' });
      expectProblem(await enter(), 401, 'invalid_credentials');
    });
  },
  { ORDER_EXPIRY_MINUTES: '45', CUSTOMER_MAY: 'cancel_unpaid,request_return' },
);

describe('prices by the rules of the shop', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startApp(await emptyStorage());
    await addTax(app);
  });
  afterEach(() => app.stop());

  const FIXED = [
    ['currency', { currency: 'EUR' }],
    ['prices_include_tax', { prices_include_tax: true }],
  ] as const;

  const expectFixed = async () => {
    for (const [field, body] of FIXED) {
      const reply = await patchRules(app, body);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json)).to.deep.equal([`/${field}`]);
    }
    expect(await changeRules(app, { currency: 'USD', prices_include_tax: false, tax_rounding: 'line' })).to.include({
      tax_rounding: 'line',
    });
  };

  it('are those of a quote before a change no longer', async () => {
    const items = itemsOf([await createProduct(app, { price: 119 })]);
    const place = (query = '', fields: object = {}) =>
      app.call(`/api/orders${query}`, { method: 'POST', body: { ...TAXED, items, ...fields } });
    const quoted = await place('?dry_run=true');
    expect(quoted.json).to.include({ total: 141.61, prices_include_tax: false });
    await changeRules(app, { prices_include_tax: true });
    const refused = await place('', { expected_total: quoted.json.total });
    expect(expectProblem(refused, 409, 'total_changed')).to.include({ total: 119 });
    expect((await place('', { expected_total: 119 })).json).to.include({ total: 119, prices_include_tax: true });
  });

  it('are in the currency of the rules, unless a request names another', async () => {
    await changeRules(app, { currency: 'JPY' });
    expect((await createProduct(app, { price: 500 })).currency).to.equal('JPY');
    const reply = await app.call('/api/products', { method: 'POST', body: { name: 'Shirt', price: 9.5 } });
    expectProblem(reply, 422, 'validation_failed');
    expect(errorPathsOf(reply.json)).to.deep.equal(['/price']);
    expect((await createProduct(app, { price: 9.5, currency: 'EUR' })).currency).to.equal('EUR');
    expect((await createPlan(app, { amount: 500 })).currency).to.equal('JPY');
    expect((await app.call('/api/analytics')).json.currency).to.equal('JPY');
  });

  it('are fixed by the first order, which keeps its rounding and its basis', async () => {
    const products = [await createProduct(app, { price: 0.03 }), await createProduct(app, { price: 0.03 })];
    const placed = (await app.call('/api/orders', { method: 'POST', body: { ...TAXED, items: itemsOf(products) } }))
      .json;
    expect(placed).to.include({ total: 0.07, prices_include_tax: false });
    await expectFixed();
    const annotated = await app.call(`/api/orders/${placed.id}`, { method: 'PATCH', body: { metadata: { a: 'b' } } });
    expect(annotated.json).to.include({ total: 0.07, prices_include_tax: false });
    const edited = await app.call(`/api/orders/${placed.id}`, {
      method: 'PATCH',
      body: { items: itemsOf(products) },
    });
    expect(edited.json, edited.text).to.include({ total: 0.07, prices_include_tax: false });
  });

  it('are fixed by a draft of an invoice', async () => {
    const { id: user_id } = await createUser(app);
    const lines = [{ description: 'Consulting', unit_price: 50 }];
    expect((await app.call('/api/invoices', { method: 'POST', body: { user_id, lines } })).status).to.equal(201);
    await expectFixed();
  });

  it('are fixed by a subscription', async () => {
    await createSubscription(app, { trial_days: 30 });
    await expectFixed();
  });
});
