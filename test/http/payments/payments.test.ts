import { expect } from 'chai';
import {
  byToken,
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  payment,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('payments', ({ app }) => {
  /** An order of 39.98. */
  const anOrder = async (fields: object = {}): Promise<string> => {
    const product = await createProduct(app(), { price: 19.99 });
    return (await createOrder(app(), { items: itemsOf([product], 2), ...fields })).id;
  };
  const get = async (path: string) => (await app().call(path)).json;
  const orderOf = (id: string) => get(`/api/orders/${id}`);
  const entriesOf = async (id: string): Promise<string[]> =>
    (await get(`/api/payments/${id}/timeline`)).data.map(({ type }: { type: string }) => type).reverse();

  it('pay the amount due in full, and the order is paid', async () => {
    const orderId = await anOrder();
    const reply = await payment(app(), orderId, { metadata: { channel: 'web' } });
    expect(reply.status).to.equal(201);
    const made = reply.json;
    expect(reply.headers.get('location')).to.equal(`/api/payments/${made.id}`);
    expect(made).to.deep.include({
      object: 'payment',
      order_id: orderId,
      user_id: null,
      status: 'succeeded',
      amount: 39.98,
      amount_captured: 39.98,
      amount_refunded: 0,
      currency: 'USD',
      capture_method: 'automatic',
      gateway: 'sandbox',
      gateway_reference: `sandbox_${made.id}`,
      next_action: null,
      failure_code: null,
      failure_message: null,
      metadata: { channel: 'web' },
      actions: ['refund'],
    });
    expect(await get(`/api/payments/${made.id}`)).to.deep.equal(made);
    expect((await get(`/api/payments?order_id=${orderId}`)).data).to.deep.equal([made]);
    expect(await orderOf(orderId)).to.include({
      payment_status: 'paid',
      amount_paid: 39.98,
      amount_due: 0,
      expires_at: null,
    });
    expect(await entriesOf(made.id)).to.deep.equal(['authorize_requested', 'captured']);
    const problem = expectProblem(await payment(app(), orderId), 409, 'invalid_state');
    expect(problem).to.include({ current_state: 'paid' });
  });

  it('pay an order in parts, never beyond the amount due', async () => {
    const orderId = await anOrder();
    expect((await createPayment(app(), orderId, { amount: 10 })).amount).to.equal(10);
    const beyond = expectProblem(await payment(app(), orderId, { amount: 29.99 }), 422, 'validation_failed');
    expect(beyond.errors).to.deep.equal([
      { pointer: '/amount', code: 'number.max', message: 'must be at most 29.98, the amount due' },
    ]);
    await createPayment(app(), orderId, { amount: 9.98, capture_method: 'manual' });
    expectProblem(await payment(app(), orderId, { amount: 29.98 }), 422, 'validation_failed');
    expect((await createPayment(app(), orderId)).amount).to.equal(20);
    expect(await orderOf(orderId)).to.include({ payment_status: 'authorized', amount_paid: 30, amount_due: 9.98 });
    expectProblem(await payment(app(), orderId), 409, 'invalid_state');
  });

  it('report why they were declined and leave the order payable', async () => {
    const orderId = await anOrder();
    for (const [token, code] of [
      ['tok_declined', 'generic_decline'],
      ['tok_insufficient_funds', 'insufficient_funds'],
    ] as const) {
      const problem = expectProblem(await payment(app(), orderId, byToken(token)), 402, 'payment_declined');
      expect(problem.decline_code).to.equal(code);
      expect(await get(`/api/payments/${problem.payment_id}`)).to.deep.include({
        status: 'failed',
        failure_code: code,
        failure_message: problem.detail,
        amount_captured: 0,
        actions: [],
      });
      expect(await entriesOf(problem.payment_id)).to.deep.equal(['authorize_requested', 'declined']);
    }
    expect(await orderOf(orderId)).to.include({ payment_status: 'unpaid', amount_paid: 0 });
    await createPayment(app(), orderId);
  });

  it('authorize an amount, capture it in parts and void the rest', async () => {
    const orderId = await anOrder();
    const { id, status, actions } = await createPayment(app(), orderId, { capture_method: 'manual' });
    expect({ status, actions }).to.deep.equal({ status: 'authorized', actions: ['capture', 'cancel'] });
    expect(await orderOf(orderId)).to.include({ payment_status: 'authorized', expires_at: null });
    for (const [amount, captured] of [
      [10, 10],
      [5.5, 15.5],
    ]) {
      const reply = await paymentStep(app(), id, 'capture', { amount });
      expect(reply.json).to.include({ status: 'authorized', amount_captured: captured });
    }
    const beyond = expectProblem(await paymentStep(app(), id, 'capture', { amount: 24.49 }), 422, 'validation_failed');
    expect(beyond.errors[0].pointer).to.equal('/amount');
    expect((await paymentStep(app(), id, 'cancel')).json).to.deep.include({
      status: 'succeeded',
      amount: 39.98,
      amount_captured: 15.5,
      actions: ['refund'],
    });
    expect(await orderOf(orderId)).to.include({
      payment_status: 'partially_paid',
      amount_paid: 15.5,
      amount_due: 24.48,
    });
    for (const step of ['capture', 'cancel']) {
      expectProblem(await paymentStep(app(), id, step), 409, 'invalid_state');
    }
    expect(await entriesOf(id)).to.deep.equal([
      ...['authorize_requested', 'authorized', 'capture_requested', 'captured', 'capture_requested', 'captured'],
      ...['void_requested', 'voided'],
    ]);
  });

  it('cannot be captured once they are voided', async () => {
    const orderId = await anOrder();
    const { id } = await createPayment(app(), orderId, { capture_method: 'manual' });
    expect((await paymentStep(app(), id, 'cancel')).json).to.deep.include({ status: 'cancelled', actions: [] });
    for (const step of ['capture', 'cancel', 'refunds']) {
      const problem = expectProblem(await paymentStep(app(), id, step), 409, 'invalid_state');
      expect(problem).to.deep.include({ current_state: 'cancelled', actions: [] });
    }
    expect(await orderOf(orderId)).to.include({ payment_status: 'unpaid', amount_due: 39.98 });
  });

  it('are refunded in parts with reasons, to the last cent and no further', async () => {
    const orderId = await anOrder();
    const { id } = await createPayment(app(), orderId);
    const first = await paymentStep(app(), id, 'refunds', { amount: 9.98, reason: 'a button was missing' });
    expect(first.status).to.equal(201);
    expect(first.headers.get('location')).to.equal(`/api/payments/${id}/refunds/${first.json.id}`);
    expect(first.json).to.deep.include({
      object: 'refund',
      payment_id: id,
      status: 'succeeded',
      amount: 9.98,
      currency: 'USD',
      reason: 'a button was missing',
    });
    expect(await orderOf(orderId)).to.include({ payment_status: 'partially_refunded', amount_refunded: 9.98 });
    expectProblem(await paymentStep(app(), id, 'refunds', { amount: 30.01 }), 422, 'validation_failed');
    const rest = await paymentStep(app(), id, 'refunds');
    expect(rest.json.amount).to.equal(30);
    expect(await orderOf(orderId)).to.include({ payment_status: 'refunded', amount_refunded: 39.98 });
    const over = expectProblem(await paymentStep(app(), id, 'refunds'), 409, 'invalid_state');
    expect(over.current_state).to.equal('refunded');
    expect((await get(`/api/payments/${id}/refunds`)).data).to.deep.equal([rest.json, first.json]);
    expect((await get(`/api/payments/${id}`)).status).to.equal('succeeded');
  });

  it('stay processing after a lost response until they are reconciled, and block other payments', async () => {
    const orderId = await anOrder();
    const lost = await createPayment(app(), orderId, byToken('tok_timeout'));
    expect(lost).to.deep.include({ status: 'processing', amount_captured: 0, actions: [] });
    // both before it is looked up
    const meanwhile = await Promise.all([payment(app(), orderId), orderStep(app(), orderId, 'cancel')]);
    for (const reply of meanwhile) expectProblem(reply, 409, 'invalid_state');
    await eventually('it is settled', async () => (await get(`/api/payments/${lost.id}`)).status !== 'processing');
    expect(await get(`/api/payments/${lost.id}`)).to.include({ status: 'succeeded', amount_captured: 39.98 });
    expect(await orderOf(orderId)).to.include({ payment_status: 'paid', amount_paid: 39.98 });
  });

  it('redirect the payer for approval to a page that leads back to the shop', async () => {
    const orderId = await anOrder();
    const back = { return_url: 'https://shop.example/paid' };
    const waiting = await createPayment(app(), orderId, { ...byToken('tok_requires_action'), ...back });
    expect(waiting).to.deep.include({ status: 'requires_action', actions: ['cancel'] });
    const page = waiting.next_action.redirect_url;
    expect(new URL(page).origin).to.equal(app().url);
    const shown = await fetch(page);
    expect(shown.status).to.equal(200);
    expect(await shown.text()).to.contain('39.98 USD');
    const approved = await fetch(`${page}/approve`, { method: 'POST', redirect: 'manual' });
    expect([approved.status, approved.headers.get('location')]).to.deep.equal([303, 'https://shop.example/paid']);
    expect(await get(`/api/payments/${waiting.id}`)).to.deep.include({ status: 'succeeded', next_action: null });
    expect((await orderOf(orderId)).payment_status).to.equal('paid');
    expect(await (await fetch(page)).text()).to.contain('needs no further action');
    const other = await anOrder();
    const declined = await createPayment(app(), other, byToken('tok_requires_action'));
    await fetch(`${declined.next_action.redirect_url}/decline`, { method: 'POST' });
    expect(await get(`/api/payments/${declined.id}`)).to.include({
      status: 'failed',
      failure_code: 'authentication_failed',
    });
    expect((await fetch(`${app().url}/sandbox/payments/pay_01h455vb4pex5vsknk084sn02q`)).status).to.equal(404);
    await createPayment(app(), other);
  });

  it('are refunded or voided before their order is cancelled', async () => {
    const ways: readonly [object, object][] = [
      [{}, { amount_refunded: 39.98, status: 'succeeded' }],
      [{ amount: 10 }, { amount_refunded: 10, status: 'succeeded' }],
      [{ capture_method: 'manual' }, { amount_refunded: 0, status: 'cancelled' }],
      [
        { capture_method: 'manual', amount: 10 },
        { amount_refunded: 0, status: 'cancelled' },
      ],
      [byToken('tok_requires_action'), { amount_refunded: 0, status: 'cancelled' }],
    ];
    for (const [how, expected] of ways) {
      const orderId = await anOrder();
      const { id } = await createPayment(app(), orderId, how);
      const cancelled = await orderStep(app(), orderId, 'cancel');
      expect(cancelled.json, JSON.stringify(how)).to.include({ status: 'cancelled', amount_due: 0 });
      expect(cancelled.json.amount_paid).to.equal(cancelled.json.amount_refunded);
      expect(await get(`/api/payments/${id}`)).to.include(expected);
    }
  });

  it('require payments:write with the manual gateway, captured at once or later', async () => {
    const orderId = await anOrder();
    await createPayment(app(), orderId, { gateway: 'manual', ...byToken('cash'), amount: 19.98 });
    const awaited = await createPayment(app(), orderId, {
      gateway: 'manual',
      ...byToken('bank_transfer'),
      capture_method: 'manual',
    });
    expect(awaited).to.include({ status: 'authorized', amount: 20 });
    expect((await orderOf(orderId)).payment_status).to.equal('authorized');
    await paymentStep(app(), awaited.id, 'capture');
    expect(await orderOf(orderId)).to.include({ payment_status: 'paid', amount_paid: 39.98 });
    const customer = await createUser(app());
    const own = await anOrder({ user_id: customer.id });
    const key = await signIn(app(), customer);
    const fields = { gateway: 'manual', ...byToken('cash') };
    expectProblem(await payment(app(), own, fields, { key }), 403, 'insufficient_scope');
    expect((await orderOf(own)).payment_status).to.equal('unpaid');
  });

  it('take no manual payment of a guest', async () => {
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const guest = (path: string, body: object, headers: Record<string, string> = {}) =>
      app().call(path, { method: 'POST', key, body, headers });
    const items = itemsOf([await createProduct(app())]);
    const { id, client_secret: secret } = (await guest('/api/orders', { items, email: 'guest@example.com' })).json;
    const fields = { order_id: id, gateway: 'manual', ...byToken('cash') };
    for (const capture_method of ['automatic', 'manual']) {
      const reply = await guest('/api/payments', { ...fields, capture_method }, { 'Order-Token': secret });
      expectProblem(reply, 403, 'insufficient_scope');
    }
    const awaited = await createPayment(app(), id, { ...fields, capture_method: 'manual' });
    const captured = await guest(`/api/payments/${awaited.id}/capture`, {}, { 'Order-Token': secret });
    expectProblem(captured, 403, 'insufficient_scope');
    expect((await orderOf(id)).amount_paid).to.equal(0);
  });

  it('cover the full amount due at once where customers make them', async () => {
    const customer = await createUser(app());
    const id = await anOrder({ user_id: customer.id });
    const key = await signIn(app(), customer);
    for (const [fields, pointer] of [
      [{ amount: 0.01 }, '/amount'],
      [{ capture_method: 'manual' }, '/capture_method'],
    ] as const) {
      const problem = expectProblem(await payment(app(), id, fields, { key }), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal([pointer]);
    }
    const due = (await app().call(`/api/orders/${id}`)).json.amount_due;
    expect((await payment(app(), id, { amount: due, capture_method: 'automatic' }, { key })).status).to.equal(201);
  });

  it('are limited to the customer’s own orders, and visible to the customer', async () => {
    const [customer, otherUser] = [await createUser(app()), await createUser(app())];
    const [own, foreign] = [await anOrder({ user_id: customer.id }), await anOrder({ user_id: otherUser.id })];
    const key = await signIn(app(), customer);
    const problem = expectProblem(await payment(app(), foreign, {}, { key }), 422, 'unknown_reference');
    expect(problem.errors[0].pointer).to.equal('/order_id');
    const otherPayment = await createPayment(app(), foreign);
    const made = await payment(app(), own, {}, { key });
    expect(made.json).to.include({ status: 'succeeded', user_id: customer.id });
    const listed = (await app().call('/api/payments', { key })).json.data;
    expect(listed.map(({ id }: { id: string }) => id)).to.deep.equal([made.json.id]);
    for (const path of ['', '/refunds', '/timeline']) {
      expect((await app().call(`/api/payments/${made.json.id}${path}`, { key })).status).to.equal(200);
      expectProblem(await app().call(`/api/payments/${otherPayment.id}${path}`, { key }), 404, 'not_found');
    }
    const entries = (await app().call(`/api/payments/${made.json.id}/timeline`, { key })).json.data;
    expect(entries.map(({ actor }: { actor: unknown }) => actor)).to.deep.equal([null, null]);
    for (const step of ['capture', 'cancel', 'refunds']) {
      const reply = await app().call(`/api/payments/${made.json.id}/${step}`, { method: 'POST', key });
      expectProblem(reply, 403, 'insufficient_scope');
    }
  });
});
