import { expect } from 'chai';
import type { CategoryFields } from '#core/catalog/category.ts';
import type { Reply } from '../servers/calls.ts';
import type { TestApp } from '../servers/start-app.ts';
import { PASSWORD } from './secrets.ts';

type Json = Reply['json'];

/** The body of the response to a POST that succeeds. */
export const posted = async (app: Pick<TestApp, 'call'>, path: string, body: object = {}): Promise<Json> => {
  const reply = await app.call(path, { method: 'POST', body });
  expect(reply.status, reply.text).to.be.within(200, 201);
  return reply.json;
};

/** A product created over the API: a linen shirt by default. */
export const createProduct = async (app: Pick<TestApp, 'call'>, fields: object = {}): Promise<Json> => {
  const body = { name: 'Linen shirt', price: 19.99, ...fields };
  const reply = await app.call('/api/products', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** A plan created over the API: 10.00 per unit and month by default. */
export const createPlan = async (app: Pick<TestApp, 'call'>, fields: object = {}): Promise<Json> => {
  const body = { name: 'Team', pricing: 'per_unit', amount: 10, interval: 'month', ...fields };
  const reply = await app.call('/api/plans', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** A subscription created over the API: by default of a new user to a new plan of 10.00, paid by a new card. */
export const createSubscription = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const body = { quantity: 3, payment_method: { token: 'tok_success' }, ...fields };
  const plan = 'plan_id' in fields ? {} : { plan_id: (await createPlan(app)).id };
  const user = 'user_id' in fields ? {} : { user_id: (await createUser(app)).id };
  const reply = await app.call('/api/subscriptions', { method: 'POST', body: { ...user, ...plan, ...body } });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** A category created over the API. */
export const createCategory = async (app: TestApp, body: CategoryFields): Promise<Json> => {
  const reply = await app.call('/api/categories', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** An API key created over the API; the key itself is its `key`. */
export const createKey = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const reply = await app.call('/api/auth/keys', { method: 'POST', body: { name: 'a key', ...fields } });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Changes a product by a merge patch. */
export const patchProduct = (app: TestApp, id: string, body: object, headers: Record<string, string> = {}) =>
  app.call(`/api/products/${id}`, { method: 'PATCH', body, headers });

let people = 0;

/** A user created over the API: a customer with a password and a unique e-mail by default. */
export const createUser = async (app: TestApp, fields: object = {}): Promise<Json> => {
  people += 1;
  const body = { email: `somebody-${people}@example.com`, password: PASSWORD, ...fields };
  const reply = await app.call('/api/users', { method: 'POST', body });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Starts a session of a user. @returns its token. */
export const signIn = async (app: TestApp, { email }: { email: string }, password = PASSWORD): Promise<string> => {
  const reply = await app.call('/api/auth', { method: 'POST', key: null, body: { email, password } });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json.token;
};

/** A quantity of each of some products, as an order's body. */
export const itemsOf = (products: readonly { id: string }[], quantity = 1): object[] =>
  products.map(({ id }) => ({ product_id: id, quantity }));

/** Requests an order over the API: without a buyer unless one is named, or the caller is given. */
export const order = (app: TestApp, body: object, options: Parameters<TestApp['call']>[1] = {}): Promise<Reply> => {
  const isNamed = 'user_id' in body || 'email' in body || options.key !== undefined;
  const named = isNamed ? body : { anonymous: true, ...body };
  return app.call('/api/orders', { method: 'POST', body: named, ...options });
};

/** An order created over the API: of one new untracked product by default. */
export const createOrder = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const items = 'items' in fields ? fields.items : itemsOf([await createProduct(app)]);
  const reply = await order(app, { ...fields, items });
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Costs 119 with tax. */
export const INVOICE_LINE = { description: 'Consulting', quantity: 2, unit_price: 50, tax_rate: 19 };

/** A finalized invoice of a new user. */
export const createInvoice = async (app: TestApp, fields: object = {}): Promise<Json> => {
  const user_id = 'user_id' in fields ? fields.user_id : (await createUser(app, { name: 'Ada Lovelace' })).id;
  const body = { lines: [INVOICE_LINE], ...fields, user_id };
  const draft = await app.call('/api/invoices', { method: 'POST', body });
  expect(draft.status, draft.text).to.equal(201);
  const reply = await app.call(`/api/invoices/${draft.json.id}/finalize`, { method: 'POST' });
  expect(reply.status, reply.text).to.equal(200);
  return reply.json;
};

/** Runs an action on an order: `cancel`, `fulfillments`, `notes`. */
export const orderStep = (app: TestApp, id: string, step: string, body?: object): Promise<Reply> =>
  app.call(`/api/orders/${id}/${step}`, { method: 'POST', ...(body === undefined ? {} : { body }) });

/** The stock of a product. */
export const stockOf = async (app: TestApp, { id }: { id: string }): Promise<number | null> =>
  (await app.call(`/api/products/${id}`)).json.stock;

/** Requests a payment, by default with a token that succeeds. */
export const payment = (app: TestApp, orderId: string, fields: object = {}, options: object = {}): Promise<Reply> =>
  app.call('/api/payments', {
    method: 'POST',
    body: { order_id: orderId, payment_method: { token: 'tok_success' }, ...fields },
    ...options,
  });

/** Pays an order. @returns the payment. */
export const createPayment = async (app: TestApp, orderId: string, fields: object = {}): Promise<Json> => {
  const reply = await payment(app, orderId, fields);
  expect(reply.status, reply.text).to.equal(201);
  return reply.json;
};

/** Runs an action on a payment: `capture`, `cancel`, `refunds`. */
export const paymentStep = (app: TestApp, id: string, step: string, body?: object): Promise<Reply> =>
  app.call(`/api/payments/${id}/${step}`, { method: 'POST', ...(body === undefined ? {} : { body }) });

/** The sandbox token that succeeds. */
export const byToken = (token: string) => ({ payment_method: { token } });
