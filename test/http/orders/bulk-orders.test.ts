import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('bulk steps of orders', ({ app }) => {
  const bulk = (step: string, body: object, headers: Record<string, string> = {}) =>
    app().call(`/api/orders/${step}`, { method: 'POST', body, headers });
  const get = async (id: string) => (await app().call(`/api/orders/${id}`)).json;

  it('fulfil each order, and say of each whether it changed', async () => {
    const [first, second, cancelled] = [await createOrder(app()), await createOrder(app()), await createOrder(app())];
    await orderStep(app(), cancelled.id, 'cancel');
    const unknown = 'ord_01h455vb4pex5vsknk084sn02q';
    const reply = await bulk('bulk_fulfill', { ids: [first.id, cancelled.id, unknown, second.id] });
    expect(reply.status, reply.text).to.equal(200);
    const { data, ...rest } = reply.json;
    expect(rest).to.deep.equal({ object: 'bulk_result', done: 2, failed: 2 });
    expect([data[0], data[3]]).to.deep.equal([
      { id: first.id, status: 'done' },
      { id: second.id, status: 'done' },
    ]);
    const single = expectProblem(await orderStep(app(), cancelled.id, 'fulfillments'), 409, 'invalid_state');
    const { request_id: _id, instance: _instance, ...problem } = single;
    expect(data[1]).to.deep.include({ id: cancelled.id, status: 'failed' });
    expect(data[1].problem).to.deep.equal({ ...problem, instance: `/api/orders/${cancelled.id}` });
    expect(data[2].problem).to.include({ status: 404, code: 'not_found' });
    for (const { id } of [first, second]) expect((await get(id)).fulfillment_status).to.equal('fulfilled');
  });

  it('cancel each order with refund and restock', async () => {
    const product = await createProduct(app(), { stock: 5 });
    const [paid, open] = [
      await createOrder(app(), { items: itemsOf([product], 2) }),
      await createOrder(app(), { items: itemsOf([product]) }),
    ];
    await createPayment(app(), paid.id);
    const reply = await bulk('bulk_cancel', { ids: [paid.id, open.id], reason: 'recalled' });
    expect(reply.json).to.include({ done: 2, failed: 0 });
    expect(await get(paid.id)).to.include({
      status: 'cancelled',
      payment_status: 'refunded',
      cancel_reason: 'recalled',
    });
    expect((await app().call(`/api/products/${product.id}`)).json.stock).to.equal(5);
  });

  it('are replayed as a whole under their Idempotency-Key', async () => {
    const { id } = await createOrder(app());
    const send = () => bulk('bulk_fulfill', { ids: [id] }, { 'Idempotency-Key': `bulk-${id}` });
    const [first, again] = [await send(), await send()];
    expect(first.json.data).to.deep.equal([{ id, status: 'done' }]);
    expect([again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([first.text, 'true']);
    expect((await get(id)).fulfillments).to.have.length(1);
    const other = await createOrder(app());
    const reused = await bulk('bulk_fulfill', { ids: [other.id] }, { 'Idempotency-Key': `bulk-${id}` });
    expectProblem(reused, 422, 'idempotency_key_reused');
  });

  it('are done once by concurrent requests', async () => {
    const orders = [await createOrder(app()), await createOrder(app()), await createOrder(app())];
    const ids = orders.map(({ id }) => id);
    const replies = await Promise.all([bulk('bulk_fulfill', { ids }), bulk('bulk_fulfill', { ids: ids.toReversed() })]);
    expect(replies.reduce((sum, { json }) => sum + json.done, 0)).to.equal(3);
    for (const id of ids) expect((await get(id)).fulfillments).to.have.length(1);
  });

  it('reject unusable requests, dry runs, and callers without orders:write', async () => {
    const { id } = await createOrder(app());
    for (const [body, path] of [
      [{}, '/ids'],
      [{ ids: [] }, '/ids'],
      [{ ids: [id, id] }, '/ids/1'],
      [{ ids: ['ord_1'] }, '/ids/0'],
      [{ ids: Array.from({ length: 101 }, (_, index) => `ord_${String(index).padStart(26, '0')}`) }, '/ids'],
    ] as const) {
      expect(errorPathsOf(expectProblem(await bulk('bulk_cancel', body), 422, 'validation_failed'))).to.include(path);
    }
    expectProblem(await bulk('bulk_cancel?dry_run=true', { ids: [id] }), 422, 'dry_run_unsupported');
    expectProblem(await bulk('bulk_fulfill?dry_run=true', { ids: [id] }), 422, 'dry_run_unsupported');
    const key = await signIn(app(), await createUser(app()));
    const denied = await app().call('/api/orders/bulk_cancel', { method: 'POST', body: { ids: [id] }, key });
    expectProblem(denied, 403, 'insufficient_scope');
    expect((await get(id)).status).to.equal('open');
  });
});
