import { expect } from 'chai';
import {
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  order,
  orderStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('order actions', ({ app }) => {
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    app().call(`/api/orders/${id}`, { method: 'PATCH', body, headers });
  const timelineOf = async (id: string, key?: string) =>
    (await app().call(`/api/orders/${id}/timeline`, key === undefined ? {} : { key })).json.data;
  const typesOf = async (id: string): Promise<string[]> =>
    (await timelineOf(id)).map(({ type }: { type: string }) => type);

  it('change addresses field by field, e-mail and metadata while open', async () => {
    const { id } = await createOrder(app(), { email: 'ada@example.com', metadata: { a: '1', b: '2' } });
    const incomplete = await patch(id, { shipping_address: { city: 'Lisboa' } });
    expect(
      expectProblem(incomplete, 422, 'validation_failed').errors.map(({ pointer }: { pointer: string }) => pointer),
    ).to.deep.equal(['/shipping_address/line1', '/shipping_address/country']);
    await patch(id, { shipping_address: { line1: 'Rua Augusta 1', city: 'Lisboa', country: 'PT' } });
    const changed = await patch(id, { shipping_address: { city: 'Porto' }, metadata: { a: null }, email: null });
    expect(changed.json.shipping_address).to.include({ line1: 'Rua Augusta 1', city: 'Porto', country: 'PT' });
    expect(changed.json).to.deep.include({ metadata: { b: '2' }, email: null, version: 3 });
    expect((await patch(id, { shipping_address: null })).json.shipping_address).to.equal(null);
    for (const body of [{ status: 'completed' }, { items: [] }, { user_id: null }, { currency: 'EUR' }]) {
      expectProblem(await patch(id, body), 422, 'validation_failed');
    }
    const stale = expectProblem(await patch(id, { email: null }, { 'If-Match': '"2"' }), 412, 'version_mismatch');
    expect(stale).to.deep.include({ current_version: 4, changed_fields: ['email', 'metadata', 'shipping_address'] });
    await orderStep(app(), id, 'cancel');
    expect(expectProblem(await patch(id, { email: null }), 409, 'invalid_state')).to.deep.include({
      current_state: 'cancelled',
      actions: [],
    });
    expect(await typesOf(id)).to.deep.equal(['cancelled', 'updated', 'updated', 'updated', 'created']);
  });

  it('keep an external id, unique and writable in any state like metadata', async () => {
    const external_id = `ERP-${Date.now()}`;
    const { id } = await createOrder(app(), { external_id });
    expect((await app().call(`/api/orders/${id}`)).json.external_id).to.equal(external_id);
    const duplicate = await order(app(), {
      items: itemsOf([await createProduct(app())]),
      external_id,
      anonymous: true,
    });
    expect(expectProblem(duplicate, 409, 'already_exists').errors).to.deep.equal([
      { pointer: '/external_id', code: 'any.unique', message: 'is already used by another order' },
    ]);
    await orderStep(app(), id, 'cancel');
    const changed = await patch(id, { external_id: `${external_id}-2`, metadata: { booked: 'yes' } });
    expect(changed.json).to.deep.include({ external_id: `${external_id}-2`, metadata: { booked: 'yes' }, version: 3 });
    for (const wrong of ['', ' ', 'x'.repeat(256), 'two\nlines', 7]) {
      expectProblem(await patch(id, { external_id: wrong }), 422, 'validation_failed');
    }
  });

  it('give an external id to one of forty concurrent orders', async () => {
    const items = itemsOf([await createProduct(app())]);
    const external_id = `ERP-race-${Date.now()}`;
    const body = { items, external_id, anonymous: true };
    const replies = await Promise.all(Array.from({ length: 40 }, () => order(app(), body)));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    for (const reply of replies) if (reply.status !== 201) expectProblem(reply, 409, 'already_exists');
  });

  it('cancel with a reason and return the stock once', async () => {
    const product = await createProduct(app(), { stock: 3 });
    const { id } = await createOrder(app(), { items: itemsOf([product], 2) });
    const dryRunResult = await app().call(`/api/orders/${id}/cancel?dry_run=true`, { method: 'POST' });
    expect(dryRunResult.json.emits).to.deep.equal(['product.updated', 'order.cancelled']);
    expect(await stockOf(app(), product)).to.equal(1);
    const cancelled = await orderStep(app(), id, 'cancel', { reason: 'changed their mind' });
    expect(cancelled.json).to.include({ status: 'cancelled', cancel_reason: 'changed their mind', expires_at: null });
    expect(cancelled.json).to.deep.include({ actions: [], amount_due: 0, cancelled_at: cancelled.json.updated_at });
    expectProblem(await orderStep(app(), id, 'cancel'), 409, 'invalid_state');
    expect(await stockOf(app(), product)).to.equal(3);
    const [entry] = await timelineOf(id);
    expect(entry).to.deep.include({ type: 'cancelled', details: { reason: 'changed their mind' } });
    expect(entry.actor).to.include({ kind: 'api_key' });
  });

  it('replay a cancellation by Idempotency-Key and reject a stale version', async () => {
    const { id } = await createOrder(app());
    const cancel = (headers: Record<string, string>) =>
      app().call(`/api/orders/${id}/cancel`, { method: 'POST', headers });
    expectProblem(await cancel({ 'If-Match': '"7"' }), 412, 'version_mismatch');
    const [first, again] = [await cancel({ 'Idempotency-Key': id }), await cancel({ 'Idempotency-Key': id })];
    expect([first.status, again.status, again.text]).to.deep.equal([200, 200, first.text]);
  });

  it('return no stock for products that were or are untracked', async () => {
    const [late, early] = [await createProduct(app(), { stock: null }), await createProduct(app(), { stock: 2 })];
    const { id } = await createOrder(app(), { items: itemsOf([late, early]) });
    const setStock = (product: { id: string }, stock: number | null) =>
      app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { stock } });
    await setStock(late, 10);
    await setStock(early, null);
    await orderStep(app(), id, 'cancel');
    expect([await stockOf(app(), late), await stockOf(app(), early)]).to.deep.equal([10, null]);
  });

  it('correct the tracking of a fulfillment in any state', async () => {
    const { id } = await createOrder(app());
    const [{ id: fulfillmentId }] = (await orderStep(app(), id, 'fulfillments')).json.fulfillments;
    const track = (body: object, options: object = {}) =>
      app().call(`/api/orders/${id}/fulfillments/${fulfillmentId}`, { method: 'PATCH', body, ...options });
    const added = await track({ tracking_number: '0034', carrier: 'DHL' });
    expect(added.status, added.text).to.equal(200);
    expect(added.json.fulfillments[0]).to.include({ id: fulfillmentId, tracking_number: '0034', carrier: 'DHL' });
    const tag = added.headers.get('etag') ?? '';
    const corrected = await track({ tracking_number: '0035' }, { headers: { 'If-Match': tag } });
    expect(corrected.json.fulfillments[0]).to.include({ tracking_number: '0035', carrier: 'DHL' });
    expectProblem(await track({ carrier: null }, { headers: { 'If-Match': tag } }), 412, 'version_mismatch');
    expectProblem(await track({ carrier: '' }), 422, 'validation_failed');
    expectProblem(await track({ items: [] }), 422, 'validation_failed');
    const [entry] = await timelineOf(id);
    expect(entry).to.deep.include({
      type: 'tracking_updated',
      details: { fulfillment_id: fulfillmentId, tracking_number: '0035', carrier: 'DHL', delivered_at: null },
    });
    const other = await createOrder(app());
    const unknown = `/api/orders/${other.id}/fulfillments/${fulfillmentId}`;
    expectProblem(await app().call(unknown, { method: 'PATCH', body: { carrier: 'UPS' } }), 404, 'not_found');
  });

  it('know when a fulfillment was delivered, from the order until now', async () => {
    const { id, created_at, items } = await createOrder(app(), { items: itemsOf([await createProduct(app())], 2) });
    const [{ id: item_id }] = items;
    const send = (body: object) => orderStep(app(), id, 'fulfillments', body);
    const now = new Date().toISOString();
    const sent = await send({ items: [{ item_id, quantity: 1 }], delivered_at: now });
    expect(sent.status, sent.text).to.equal(201);
    expect(sent.json.fulfillments[0].delivered_at).to.equal(now);
    const [first, second] = (await send({})).json.fulfillments;
    expect(second.delivered_at).to.equal(null);
    const record = (delivered_at: unknown, fulfillment = second) =>
      app().call(`/api/orders/${id}/fulfillments/${fulfillment.id}`, { method: 'PATCH', body: { delivered_at } });
    const zoned = new Date(Date.parse(now) + 3_600_000).toISOString().replace('Z', '+01:00');
    const recorded = await record(zoned);
    expect(recorded.json.fulfillments).to.deep.equal([first, { ...second, delivered_at: now }]);
    expect((await app().call(`/api/orders/${id}`)).json).to.deep.equal(recorded.json);
    const [event] = (await app().call(`/api/events?resource_id=${id}&limit=1`)).json.data;
    expect(event).to.deep.include({ type: 'order.updated' });
    expect(event.data.fulfillments).to.deep.equal(recorded.json.fulfillments);
    expect((await timelineOf(id))[0]).to.deep.include({
      type: 'tracking_updated',
      details: { fulfillment_id: second.id, tracking_number: null, carrier: null, delivered_at: now },
    });
    const open = await createOrder(app());
    for (const wrong of [
      new Date(Date.now() + 60_000).toISOString(),
      new Date(Date.parse(created_at) - 60_000).toISOString(),
      'yesterday',
      '2026-11-20',
    ]) {
      for (const reply of [
        await record(wrong),
        await orderStep(app(), open.id, 'fulfillments', { delivered_at: wrong }),
      ]) {
        expectProblem(reply, 422, 'validation_failed');
        expect(errorPathsOf(reply.json)).to.deep.equal(['/delivered_at']);
      }
    }
    expect((await record(null)).json.fulfillments).to.deep.equal([first, second]);
  });

  it('fulfill in parts, never more than ordered', async () => {
    const products = [await createProduct(app()), await createProduct(app(), { price: 5 })];
    const placed = await createOrder(app(), { items: itemsOf(products, 3) });
    const [first, second] = placed.items;
    const send = (body?: object) => orderStep(app(), placed.id, 'fulfillments', body);
    const reply = await send({
      items: [{ item_id: first.id, quantity: 2 }],
      tracking_number: '00340434161094',
      carrier: 'DHL',
    });
    expect(reply.status).to.equal(201);
    expect(reply.headers.get('location')).to.equal(`/api/orders/${placed.id}`);
    expect(reply.json).to.deep.include({
      fulfillment_status: 'partially_fulfilled',
      actions: ['fulfill'],
      version: 2,
    });
    expect(reply.json.fulfillments[0]).to.deep.include({ carrier: 'DHL', tracking_number: '00340434161094' });
    expect(reply.json.items.map((item: { fulfilled_quantity: number }) => item.fulfilled_quantity)).to.deep.equal([
      2, 0,
    ]);
    const tooMany = await send({
      items: [
        { item_id: first.id, quantity: 2 },
        { item_id: second.id, quantity: 3 },
      ],
    });
    expect(expectProblem(tooMany, 422, 'validation_failed').errors[0]).to.include({ pointer: '/items/0/quantity' });
    const foreign = await send({ items: [{ item_id: 'item_01h455vb4pex5vsknk084sn02q', quantity: 1 }] });
    expect(expectProblem(foreign, 422, 'unknown_reference').errors[0]).to.include({ pointer: '/items/0/item_id' });
    const stale = await app().call(`/api/orders/${placed.id}/fulfillments`, {
      method: 'POST',
      headers: { 'If-Match': '"1"' },
    });
    expectProblem(stale, 412, 'version_mismatch');
    const doubled = { item_id: second.id, quantity: 1 };
    expectProblem(await send({ items: [doubled, doubled] }), 422, 'validation_failed');
    expectProblem(await orderStep(app(), placed.id, 'cancel'), 409, 'invalid_state');
    const rest = (await send()).json;
    expect(rest).to.include({ fulfillment_status: 'fulfilled', status: 'open', payment_status: 'unpaid' });
    expect(rest.fulfillments[1].items).to.deep.equal([
      { item_id: first.id, quantity: 1 },
      { item_id: second.id, quantity: 3 },
    ]);
    expect(expectProblem(await send(), 409, 'invalid_state')).to.deep.include({
      current_state: 'fulfilled',
      actions: [],
    });
    expect(await typesOf(placed.id)).to.deep.equal(['fulfilled', 'fulfilled', 'created']);
  });

  it('are listed in a timeline that hides notes and actors from the buyer', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const { id } = await createOrder(app(), { user_id: user.id });
    const note = await orderStep(app(), id, 'notes', { text: 'Called: ring twice.' });
    expect([note.status, note.json.type, note.json.details.text]).to.deep.equal([201, 'note', 'Called: ring twice.']);
    expect(note.headers.get('location')).to.equal(`/api/orders/${id}/timeline`);
    expectProblem(await orderStep(app(), id, 'notes', { text: ' ' }), 422, 'validation_failed');
    const own = await app().call(`/api/orders/${id}/notes`, { method: 'POST', body: { text: 'x' }, key });
    expectProblem(own, 403, 'insufficient_scope');
    const entries = await timelineOf(id);
    expect(
      entries.map(({ type, actor }: { type: string; actor: { kind: string } }) => [type, actor.kind]),
    ).to.deep.equal([
      ['note', 'api_key'],
      ['created', 'api_key'],
    ]);
    const seen = await timelineOf(id, key);
    expect(seen.map(({ type, actor }: { type: string; actor: unknown }) => [type, actor])).to.deep.equal([
      ['created', null],
    ]);
    const [first, second] = [1, 2].map((limit) => app().call(`/api/orders/${id}/timeline?limit=${limit}`));
    expect((await first)?.json.next_cursor).to.be.a('string');
    expect((await second)?.json.next_cursor).to.equal(null);
  });
});
