import { expect } from 'chai';
import type { OrderId } from '#core/orders/order.ts';
import { createOrder, createProduct, itemsOf, stockOf } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

onStorage('postgres', 'paid orders', ({ app, databaseUrl }) => {
  let storage: PostgresStorage;

  before(async () => {
    storage = await connectPostgresStorage(databaseUrl());
  });
  after(() => storage.close());

  /** A paid order of a product with ten items in stock. */
  const aPaidOrder = async () => {
    const product = await createProduct(app(), { stock: 10 });
    const { id } = await createOrder(app(), { items: itemsOf([product], 4) });
    const body = { order_id: id, payment_method: { token: 'tok_success' } };
    expect((await app().call('/api/payments', { method: 'POST', body })).json.status).to.equal('succeeded');
    return { id: id as OrderId, product };
  };
  const cancel = (id: string, headers: Record<string, string> = {}, body: object = {}) =>
    app().call(`/api/orders/${id}/cancel`, { method: 'POST', headers, body });
  const get = async (id: string) => (await app().call(`/api/orders/${id}`)).json;

  it('are refunded and cancelled once under one Idempotency-Key', async () => {
    const { id, product } = await aPaidOrder();
    const tried = await app().call(`/api/orders/${id}/cancel?dry_run=true`, { method: 'POST' });
    expect(tried.json, tried.text).to.deep.include({ status: 'cancelled', dry_run: true });
    expect(tried.json.refund_parts).to.include({ amount: 79.96 });
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(id, { 'Idempotency-Key': id })));
    const done = replies.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).to.equal(1);
    for (const reply of replies) if (reply.status !== 200) expectProblem(reply, 409, 'idempotency_in_progress');
    expect(done[0]?.json).to.include({ status: 'cancelled', payment_status: 'refunded', amount_refunded: 79.96 });
    expect(await stockOf(app(), product)).to.equal(10);
    expect((await cancel(id, { 'Idempotency-Key': id })).text).to.equal(done[0]?.text);
  });

  it('lose nothing when a cancellation is rejected for its key or version', async () => {
    const { id } = await aPaidOrder();
    const paid = await get(id);
    const key = { 'Idempotency-Key': `refused-${id}` };
    const stale = await cancel(id, { ...key, 'If-Match': '"99"' });
    expectProblem(stale, 412, 'version_mismatch');
    expect((await cancel(id, { ...key, 'If-Match': '"99"' })).text).to.equal(stale.text);
    for (const [headers, body] of [
      [key, {}],
      [{ ...key, 'If-Match': '"2"' }, {}],
      [{ ...key, 'If-Match': '"99"' }, { reason: 'other' }],
    ] as const) {
      expectProblem(await cancel(id, headers, body), 422, 'idempotency_key_reused');
    }
    expect(await get(id)).to.deep.equal(paid);
  });

  it('are either cancelled and refunded, or fulfilled and paid', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { id, product } = await aPaidOrder();
      const [cancelled, sent] = await Promise.all([
        cancel(id),
        app().call(`/api/orders/${id}/fulfillments`, { method: 'POST' }),
      ]);
      const { status, payment_status: payment, amount_refunded: refunded } = await get(id);
      outcomes.add([cancelled.status, sent.status, status, payment, refunded, await stockOf(app(), product)].join());
    }
    const possible = ['200,409,cancelled,refunded,79.96,10', '409,201,completed,paid,0,6'];
    expect([...outcomes].filter((outcome) => !possible.includes(outcome))).to.deep.equal([]);
  });

  it('are either cancelled or changed by two writers of one version', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await aPaidOrder();
      const headers = { 'If-Match': '"2"' };
      const [cancelled, changed] = await Promise.all([
        cancel(id, headers),
        app().call(`/api/orders/${id}`, { method: 'PATCH', body: { email: 'ada@example.com' }, headers }),
      ]);
      expect([cancelled.status, changed.status]).to.be.deep.oneOf([
        [200, 412],
        [412, 200],
      ]);
    }
  });
});
