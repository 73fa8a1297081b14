import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  byToken,
  createKey,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  patchProduct,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { dumpOf } from '../../support/servers/database.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Reply['json'];

const PAID = byToken('tok_success');

let guests = 0;

onService(
  'checkouts',
  ({ app, storage, databaseUrl }) => {
    let key: string;
    let shirt: Json;

    before(async () => {
      const origins = { allowed_origins: ['https://shop.example'] };
      key = (await createKey(app(), { kind: 'publishable', ...origins })).key;
      shirt = await createProduct(app(), { price: 20, stock: 1_000_000 });
    });

    const call = (method: string, at: string, body?: object, options: object = {}): Promise<Reply> =>
      app().call(`/api/checkouts${at}`, { method, ...(body === undefined ? {} : { body }), ...options });
    const make = async (body: object = {}, options: object = {}): Promise<Json> => {
      const reply = await call('POST', '', { items: itemsOf([shirt], 2), ...body }, options);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };
    const guestMakes = (body: object = {}): Promise<Json> => {
      guests += 1;
      return make({ email: `guest-${guests}@example.com`, ...body }, { key });
    };
    const by = ({ client_secret: token }: Json, headers: object = {}) => ({
      key,
      headers: { 'Checkout-Token': token, ...headers },
    });
    const complete = ({ id }: Json, body: object = {}, options: object = {}): Promise<Reply> =>
      call('POST', `/${id}/complete`, body, options);
    const completed = async (...args: Parameters<typeof complete>): Promise<Json> => {
      const reply = await complete(...args);
      expect(reply.status, reply.text).to.equal(200);
      return reply.json;
    };
    const read = async ({ id }: Json, options: object = {}): Promise<Json> =>
      (await call('GET', `/${id}`, undefined, options)).json;
    const orderOf = async ({ order_id: id }: Json): Promise<Json> => (await app().call(`/api/orders/${id}`)).json;
    const missing = (checkout: Json): string[] => checkout.missing.map(({ pointer }: Json) => pointer);

    it('of a guest go from items to a paid order, which their token opens', async () => {
      const { client_secret: token, ...checkout } = await guestMakes({ note: 'Ring twice.', metadata: { ad: '7' } });
      expect(checkout).to.deep.include({
        status: 'ready',
        missing: [],
        order_id: null,
        actions: ['complete', 'cancel'],
      });
      const options = by({ client_secret: token });
      expect(await read(checkout, options)).to.deep.equal(checkout);
      const paid = await completed(checkout, { expected_total: 40, ...PAID }, options);
      expect(paid).to.deep.include({ status: 'completed', payment: null, payment_url: null, actions: [], quote: null });
      expect(paid.order).to.include({ payment_status: 'paid', total: 40, amount_due: 0 });
      // what is personal is in the order alone
      expect(paid).to.deep.include({ email: null, note: null, metadata: {} });
      const order = await orderOf(paid);
      expect(order).to.deep.include({ checkout_id: checkout.id, note: 'Ring twice.', metadata: { ad: '7' } });
      expect(order.email).to.match(/^guest-/);
      const opened = await app().call(`/api/orders/${paid.order_id}`, { key, headers: { 'Order-Token': token } });
      expect(opened.json, opened.text).to.include({ id: paid.order_id, number: order.number });
      const other = await guestMakes();
      const closed = await app().call(`/api/orders/${paid.order_id}`, {
        key,
        headers: { 'Order-Token': other.client_secret },
      });
      expectProblem(closed, 403, 'invalid_order_token');
      for (const path of ['events?limit=100', `audit_log?limit=100`])
        expect((await app().call(`/api/${path}`)).text).to.not.include(token.slice(-22));
      if (storage === 'postgres') expect(await dumpOf(databaseUrl())).to.not.include(token.slice(-22));
    });

    it('are opened by no other token', async () => {
      const [checkout, other] = [await guestMakes(), await guestMakes()];
      for (const [method, step, body] of [
        ['GET', ''],
        ['PATCH', '', {}],
        ['POST', '/complete', {}],
        ['POST', '/cancel'],
      ] as const) {
        const send = (options: object) => call(method, `/${checkout.id}${step}`, body, options);
        expectProblem(await send({ key }), 403, 'insufficient_scope');
        expectProblem(await send(by(other)), 404, 'not_found');
        const wrong = { client_secret: `${checkout.client_secret}x` };
        expectProblem(await send(by(wrong)), 403, 'invalid_checkout_token');
        const stranger = { key: await signIn(app(), await createUser(app())) };
        expectProblem(await send(stranger), 404, 'not_found');
      }
      expect((await read(checkout)).status).to.equal('ready');
    });

    it('of a cart order what it contains, and leave what was added meanwhile', async () => {
      const scarf = await createProduct(app(), { price: 7 });
      const cart = (await app().call('/api/carts', { method: 'POST', key, body: { items: itemsOf([shirt], 3) } })).json;
      const opened = { key, headers: { 'Cart-Token': cart.client_secret } };
      const body = { cart_id: cart.id, items: undefined, email: 'cart@example.com' };
      const checkout = await make(body, opened);
      expect(checkout).to.deep.include({ cart_id: cart.id, items: itemsOf([shirt], 3) });
      const withoutToken = await call('POST', '', { cart_id: cart.id, email: 'x@example.com' }, { key });
      expect(errorPathsOf(expectProblem(withoutToken, 422, 'unknown_reference'))).to.deep.equal(['/cart_id']);
      const more = { items: [...itemsOf([shirt], 4), ...itemsOf([scarf])] };
      await app().call(`/api/carts/${cart.id}`, { method: 'PATCH', body: more, ...opened });
      const { order_id: orderId } = await completed(checkout, PAID, by(checkout));
      const left = (await app().call(`/api/carts/${cart.id}`, opened)).json;
      expect(left).to.include({ status: 'open', order_id: orderId });
      expect(left.items).to.deep.equal([...itemsOf([shirt]), ...itemsOf([scarf])]);
      const rest = await make({ ...body, email: 'rest@example.com' }, opened);
      const second = await completed(rest, PAID, by(rest));
      expect(second.order_id).to.not.equal(orderId);
      expect((await app().call(`/api/carts/${cart.id}`, opened)).json).to.include({
        status: 'ordered',
        order_id: second.order_id,
      });
      expectProblem(await call('POST', '', { cart_id: cart.id }, opened), 409, 'invalid_state');
    });

    it('name what is missing until it is there', async () => {
      const empty = await make({ items: [] }, { key });
      expect([empty.status, missing(empty)]).to.deep.equal(['incomplete', ['/items']]);
      expectProblem(await complete(empty, {}, by(empty)), 422, 'validation_failed');
      const patch = (body: object) => call('PATCH', `/${empty.id}`, body, by(empty));
      const filled = (await patch({ items: itemsOf([shirt]) })).json;
      expect(missing(filled)).to.deep.equal(['/email']);
      const ready = await patch({ email: 'missing@example.com' });
      expect(ready.json).to.deep.include({ status: 'ready', missing: [], version: 3 });
      const codes = (await patch({ discount_codes: ['NONE'] })).json;
      expect(missing(codes)).to.deep.equal(['/discount_codes/0']);
      const refused = await complete(empty, PAID, by(empty));
      expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.deep.equal(['/discount_codes/0']);
      await patch({ discount_codes: [] });
      await completed(empty, PAID, by(empty));
    });

    it('need the terms of the shop, and the waiver for what ends the right of withdrawal, except of the staff', async () => {
      const terms = (url: string | null) =>
        app().call('/api/shop/rules', { method: 'PATCH', body: { terms_page_url: url } });
      await terms('https://shop.example/terms');
      const file = await createProduct(app(), { price: 5, withdrawal_exemption: 'digital_content' });
      const checkout = await guestMakes({ items: itemsOf([file]) });
      expect(missing(checkout)).to.deep.equal(['/accepted/terms', '/accepted/withdrawal_waiver']);
      const accept = (accepted: object) => call('PATCH', `/${checkout.id}`, { accepted }, by(checkout));
      expect(missing((await accept({ withdrawal_waiver: true })).json)).to.deep.equal(['/accepted/terms']);
      const refused = await complete(checkout, PAID, by(checkout));
      expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.deep.equal(['/accepted/terms']);
      await accept({ terms: true, withdrawal_waiver: false });
      const unwaived = await complete(checkout, PAID, by(checkout));
      const problem = expectProblem(unwaived, 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal(['/accepted/withdrawal_waiver']);
      await accept({ withdrawal_waiver: true });
      const paid = await completed(checkout, PAID, by(checkout));
      expect(paid.accepted.terms).to.be.a('string');
      expect(paid.accepted.withdrawal_waiver).to.be.a('string');
      const staffs = await make({ items: itemsOf([file]) });
      expect(staffs.missing).to.deep.equal([]);
      await completed(staffs, PAID);
      await terms(null);
    });

    it('keep their order after a decline, which another payment method pays', async () => {
      const checkout = await guestMakes();
      const stock = await stockOf(app(), shirt);
      expectProblem(await complete(checkout, byToken('tok_declined'), by(checkout)), 402, 'payment_declined');
      const declined = await read(checkout, by(checkout));
      expect(declined).to.deep.include({ status: 'in_progress', payment: null, actions: ['complete', 'cancel'] });
      expectProblem(await call('PATCH', `/${checkout.id}`, {}, by(checkout)), 409, 'invalid_state');
      const paid = await completed(checkout, { expected_total: 40, ...PAID }, by(checkout));
      expect(paid).to.include({ status: 'completed', order_id: declined.order_id });
      expect(await stockOf(app(), shirt)).to.equal((stock ?? 0) - 2);
      expectProblem(await complete(checkout, PAID, by(checkout)), 409, 'invalid_state');
      expectProblem(await call('POST', `/${checkout.id}/cancel`, undefined, by(checkout)), 409, 'invalid_state');
    });

    it('wait for the payer at a bank', async () => {
      const checkout = await guestMakes();
      const back = { return_url: 'https://shop.example/thanks' };
      const waiting = await completed(checkout, { ...byToken('tok_requires_action'), ...back }, by(checkout));
      expect(waiting).to.include({ status: 'in_progress' });
      expect(waiting.payment).to.include({ status: 'requires_action' });
      await fetch(`${waiting.payment.next_action.redirect_url}/approve`, { method: 'POST', redirect: 'manual' });
      expect(await read(checkout, by(checkout))).to.deep.include({ status: 'completed', payment: null });
    });

    it('are paid by a saved payment method of the customer, and of nobody else', async () => {
      const [user, other] = [await createUser(app()), await createUser(app())];
      const session = { key: await signIn(app(), user) };
      const methodOf = async ({ id }: Json): Promise<string> => {
        const body = { user_id: id, token: 'tok_success' };
        return (await app().call('/api/payment_methods', { method: 'POST', body })).json.id;
      };
      const checkout = await make({}, session);
      expect(checkout).to.include({ user_id: user.id }).and.not.have.property('client_secret');
      const stolen = await complete(checkout, { payment_method: { id: await methodOf(other) } }, session);
      expectProblem(stolen, 422, 'unknown_reference');
      expect(await read(checkout, session)).to.include({ status: 'ready', order_id: null });
      const paid = await completed(checkout, { payment_method: { id: await methodOf(user) } }, session);
      expect(paid).to.include({ status: 'completed' });
      expect(await orderOf(paid)).to.include({ user_id: user.id, email: user.email });
    });

    it('without a payment method are paid at their address', async () => {
      const checkout = await guestMakes();
      const placed = await completed(checkout, {}, by(checkout));
      expect(placed).to.include({ status: 'in_progress' });
      expect(placed.payment_url).to.match(/\/pay\/cpp_/);
      expect((await fetch(placed.payment_url)).status).to.equal(200);
      const again = await completed(checkout, {}, by(checkout));
      expect(again).to.include({ order_id: placed.order_id, payment_url: placed.payment_url });
      await createPayment(app(), placed.order_id);
      expect(await read(checkout, by(checkout))).to.include({ status: 'completed', payment_url: null });
    });

    it('that are free are completed without a payment', async () => {
      const gift = await createProduct(app(), { price: 0 });
      const checkout = await guestMakes({ items: itemsOf([gift]) });
      const refused = await complete(checkout, PAID, by(checkout));
      expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.deep.equal(['/payment_method']);
      const done = await completed(checkout, {}, by(checkout));
      expect(done).to.deep.include({ status: 'completed', payment_url: null });
    });

    it('order nothing at another total, or what is gone or not in stock', async () => {
      const product = await createProduct(app(), { price: 10, stock: 3 });
      const checkout = await guestMakes({ items: itemsOf([product], 3) });
      await patchProduct(app(), product.id, { price: 11 });
      expectProblem(await complete(checkout, { expected_total: 30, ...PAID }, by(checkout)), 409, 'total_changed');
      await patchProduct(app(), product.id, { stock: 2 });
      expectProblem(await complete(checkout, PAID, by(checkout)), 409, 'insufficient_stock');
      expect(missing(await read(checkout, by(checkout)))).to.deep.equal(['/items/0/quantity']);
      await patchProduct(app(), product.id, { status: 'archived' });
      expectProblem(await complete(checkout, PAID, by(checkout)), 422, 'unknown_reference');
      expect(await read(checkout)).to.include({ status: 'incomplete', order_id: null });
      expect(await stockOf(app(), product)).to.equal(2);
    });

    it('are cancelled before their order, and with it', async () => {
      const early = await guestMakes();
      const ended = await call('POST', `/${early.id}/cancel`, undefined, by(early));
      expect(ended.json, ended.text).to.deep.include({ status: 'cancelled', actions: [], order_id: null });
      for (const [method, step, body] of [
        ['PATCH', '', {}],
        ['POST', '/complete', {}],
        ['POST', '/cancel'],
      ] as const)
        expectProblem(await call(method, `/${early.id}${step}`, body, by(early)), 409, 'invalid_state');
      const stock = await stockOf(app(), shirt);
      const late = await guestMakes();
      await completed(late, byToken('tok_requires_action'), by(late));
      const cancelled = await call('POST', `/${late.id}/cancel`, undefined, by(late));
      expect(cancelled.json, cancelled.text).to.include({ status: 'cancelled' });
      expect(await orderOf(cancelled.json)).to.include({ status: 'cancelled', payment_status: 'unpaid' });
      expect(await stockOf(app(), shirt)).to.equal(stock);
    });

    it('change nothing in a dry run, which shows no secret, and repeat a response by its key', async () => {
      const dry = (await call('POST', '?dry_run=true', { items: itemsOf([shirt]) }, { key })).json;
      expect(dry).to.include({ dry_run: true }).and.not.have.any.keys('client_secret', 'url', 'payment_url');
      const checkout = await guestMakes();
      const named = by(checkout, { 'Idempotency-Key': randomUUID() });
      const tried = await call('POST', `/${checkout.id}/complete?dry_run=true`, {});
      expect(tried.json, tried.text).to.deep.include({ dry_run: true, status: 'in_progress' });
      const tries: readonly [body: object, caller?: object][] = [[PAID], [{}, by(checkout)]];
      for (const [body, caller] of tries) {
        const refused = await call('POST', `/${checkout.id}/complete?dry_run=true`, body, caller);
        expectProblem(refused, 422, 'dry_run_unsupported');
      }
      expect(await read(checkout)).to.include({ status: 'ready', version: 1 });
      const first = await complete(checkout, PAID, named);
      const second = await complete(checkout, PAID, named);
      expect([second.status, second.text]).to.deep.equal([200, first.text]);
      expectProblem(await complete(checkout, {}, named), 422, 'idempotency_key_reused');
    });

    it('are completed by the staff for a customer, and paid with the scope for payments alone', async () => {
      const user = await createUser(app());
      const { key: staff } = await createKey(app(), { scopes: ['orders:read', 'orders:write'] });
      const checkout = await make({ user_id: user.id }, { key: staff });
      expectProblem(await complete(checkout, PAID, { key: staff }), 403, 'insufficient_scope');
      const placed = await completed(checkout, {}, { key: staff });
      expect(placed).to.include({ status: 'in_progress', payment_url: null });
      expect(await orderOf(placed)).to.include({ user_id: user.id });
      expect(await completed(checkout, PAID)).to.include({ status: 'completed' });
    });

    it('lead back to pages of the shop alone', async () => {
      const reply = await call('POST', '', { return_url: 'https://evil.example/' }, { key });
      expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/return_url']);
      expect(await guestMakes({ return_url: 'https://shop.example/thanks' })).to.include({ status: 'ready' });
    });

    it('end a day after they were created, and with their order once that expires', async () => {
      const [early, late] = [await guestMakes(), await guestMakes()];
      const placed = await completed(late, {}, by(late));
      await advanceClock(app(), 24 * 3_600);
      const expired = await read(early, by(early));
      expect(expired).to.deep.include({ status: 'expired', missing: [], quote: null, actions: [] });
      expectProblem(await complete(early, PAID, by(early)), 409, 'invalid_state');
      expect(await orderOf(placed)).to.include({ status: 'cancelled' });
      expect(await read(late, by(late))).to.include({ status: 'expired', payment_url: null });
      expectProblem(await complete(late, PAID, by(late)), 409, 'invalid_state');
    });
  },
  { TEST_CLOCK: 'true', MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '1000' },
);
