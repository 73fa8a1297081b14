import { expect } from 'chai';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService(
  'returns',
  ({ app }) => {
    const post = (at: string, body: object = {}, key?: string) =>
      app().call(at, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
    const read = async (at: string) => (await app().call(at)).json;
    const step = (item: { id: string }, name: string, body: object = {}) =>
      post(`/api/returns/${item.id}/${name}`, body);

    /** A paid order of three shirts at 20 and a scarf at 7, of which some quantities are fulfilled. */
    const fulfilledOrder = async (shirts = 3, fields: object = {}) => {
      const shirt = await createProduct(app(), { price: 20, stock: 5 });
      const scarf = await createProduct(app(), { price: 7, stock: 5 });
      const order = await createOrder(app(), { items: [...itemsOf([shirt], 3), ...itemsOf([scarf])], ...fields });
      await createPayment(app(), order.id);
      const items = [{ item_id: order.items[0].id, quantity: shirts }];
      if (shirts > 0) await orderStep(app(), order.id, 'fulfillments', { items });
      return { order, shirt, item: order.items[0], at: `/api/orders/${order.id}` };
    };

    const requested = async ({ at, item }: { at: string; item: { id: string } }, quantity = 1) => {
      const reply = await post(`${at}/returns`, { items: [{ item_id: item.id, quantity }] });
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };

    const approved = async (order: Parameters<typeof requested>[0], quantity = 1) =>
      (await step(await requested(order, quantity), 'approve')).json;

    const refunded = (at: string, amount: number) =>
      eventually('the refund was recorded', async () => {
        const { amount_refunded: now, refund_due: due } = await read(at);
        return now === amount && due === 0;
      });

    it('are received at once by the staff who have the items, for the refund that was seen', async () => {
      const { at, item, shirt } = await fulfilledOrder();
      const items = [{ item_id: item.id, quantity: 2, reason: 'Too small.' }];
      const body = { items, received: true };
      const tried = (await post(`${at}/returns?dry_run=true`, body)).json;
      expect(tried).to.include({ dry_run: true, status: 'received' });
      expect(tried.refund_parts).to.include({ amount: 40, items: 40 });
      expect((await read(`${at}/returns`)).data).to.deep.equal([]);
      expectProblem(await post(`${at}/returns`, { ...body, expected_refund: 39 }), 409, 'total_changed');
      expect((await read(`${at}/returns`)).data).to.deep.equal([]);
      const created = await post(`${at}/returns`, { ...body, expected_refund: 40 });
      expect(created.status, created.text).to.equal(201);
      expect(created.json).to.deep.include({ status: 'received', actions: [], version: 3 });
      expect(created.json).to.not.have.property('refund_parts');
      expect(created.json.items[0]).to.include({ received_quantity: 2, restocked: true, refund: 40 });
      expect(await stockOf(app(), shirt)).to.equal(4);
      await refunded(at, 40);
      const kept = { items: [{ item_id: item.id, quantity: 1, restock: false, refund: false }], received: true };
      const other = (await post(`${at}/returns`, kept)).json;
      expect(other.items[0]).to.include({ restocked: false, refund: 0 });
      expect(await stockOf(app(), shirt)).to.equal(4);
      expect(await read(at)).to.include({ amount_refunded: 40, refund_due: 0 });
    });

    it('are received at once by nobody but the staff, and decided on with their receipt', async () => {
      const user = await createUser(app());
      const token = await signIn(app(), user);
      const { at, item } = await fulfilledOrder(3, { user_id: user.id });
      const items = [{ item_id: item.id, quantity: 1, restock: true, refund: 5 }];
      expectProblem(await post(`${at}/returns`, { items, received: true }, token), 403, 'insufficient_scope');
      const refused = expectProblem(
        await post(`${at}/returns`, { items, expected_refund: 5 }),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(refused)).to.deep.equal(['/expected_refund', '/items/0/refund', '/items/0/restock']);
      expect((await read(`${at}/returns`)).data).to.deep.equal([]);
    });

    it('are requested, approved and received, with stock and refund', async () => {
      const fulfilled = await fulfilledOrder();
      const body = {
        items: [{ item_id: fulfilled.item.id, quantity: 2, reason: 'Too small.' }],
        reason: 'Wrong size.',
      };
      const created = await post(`${fulfilled.at}/returns`, body);
      expect(created.status, created.text).to.equal(201);
      expect(created.headers.get('location')).to.equal(`/api/returns/${created.json.id}`);
      expect(created.json).to.deep.include({
        object: 'return',
        order_id: fulfilled.order.id,
        status: 'requested',
        reason: 'Wrong size.',
        items: [{ ...body.items[0], received_quantity: 0, restocked: null, refund: null }],
        actions: ['approve', 'reject'],
      });
      expect((await step(created.json, 'approve')).json).to.deep.include({ status: 'approved', version: 2 });
      const { json } = await step(created.json, 'receive');
      expect(json).to.deep.include({ status: 'received', actions: [] });
      expect(json.items[0]).to.include({ restocked: true, refund: 40 });
      expect(await read(`/api/returns/${json.id}`)).to.deep.equal(json);
      expect(await stockOf(app(), fulfilled.shirt)).to.equal(4);
      await refunded(fulfilled.at, 40);
      expect((await read(fulfilled.at)).items[0]).to.include({ quantity: 3, returned_quantity: 2 });
      const timeline = (await read(`${fulfilled.at}/timeline`)).data.map(({ type }: { type: string }) => type);
      expect(timeline).to.include.members(['return_requested', 'return_approved', 'return_received', 'refunded']);
      const events = (await read(`/api/events?type=return.*&limit=100`)).data;
      const types = events
        .filter(({ data }: { data: { id: string } }) => data.id === json.id)
        .map(({ type }: { type: string }) => type);
      expect(types.toSorted()).to.deep.equal(['return.created', 'return.updated', 'return.updated']);
      expect((await read(`${fulfilled.at}/returns`)).data).to.deep.equal([json]);
      expect((await read(`/api/returns?status=received&order_id=${fulfilled.order.id}`)).data).to.deep.equal([json]);
    });

    it('are received in parts, of which each is restocked and refunded, or closed without the rest', async () => {
      const fulfilled = await fulfilledOrder();
      const created = await approved(fulfilled, 3);
      const receive = (quantity: number) =>
        step(created, 'receive', { items: [{ item_id: fulfilled.item.id, quantity }] });
      expect(errorPathsOf(expectProblem(await receive(4), 422, 'validation_failed'))).to.deep.equal([
        '/items/0/quantity',
      ]);
      expectProblem(await receive(0), 422, 'validation_failed');
      expectProblem(await step(created, 'close'), 409, 'invalid_state');
      const part = (await receive(2)).json;
      expect(part).to.deep.include({ status: 'approved', actions: ['receive', 'close'] });
      expect(part.items[0]).to.include({ quantity: 3, received_quantity: 2, refund: 40, restocked: true });
      expect(await read(`/api/returns/${created.id}`)).to.deep.equal(part);
      await refunded(fulfilled.at, 40);
      expect((await read(fulfilled.at)).items[0]).to.include({ returned_quantity: 2 });
      expect(await stockOf(app(), fulfilled.shirt)).to.equal(4);
      // the third is still expected
      const more = { items: [{ item_id: fulfilled.item.id, quantity: 1 }] };
      expectProblem(await post(`${fulfilled.at}/returns`, more), 422, 'validation_failed');
      expectProblem(await step(created, 'reject'), 409, 'invalid_state');
      const closed = (await step(created, 'close')).json;
      expect(closed).to.deep.include({ status: 'received', actions: [] });
      const again = await approved(fulfilled);
      const rest = (await step(again, 'receive')).json;
      expect(rest.items[0]).to.include({ received_quantity: 1, refund: 20 });
      await refunded(fulfilled.at, 60);
    });

    it('are received once by parts that arrive at the same time', async () => {
      const fulfilled = await fulfilledOrder();
      const created = await approved(fulfilled, 3);
      const body = { items: [{ item_id: fulfilled.item.id, quantity: 2 }] };
      const replies = await Promise.all([1, 2, 3].map(() => step(created, 'receive', body)));
      expect(replies.map(({ status }) => status).toSorted()).to.deep.equal([200, 422, 422]);
      expect((await step(created, 'receive')).json).to.include({ status: 'received' });
      expect((await read(fulfilled.at)).items[0]).to.include({ returned_quantity: 3 });
    });

    it('may leave the stock and the refund as they are, or refund another amount', async () => {
      const fulfilled = await fulfilledOrder();
      const first = await approved(fulfilled);
      const body = { items: [{ item_id: fulfilled.item.id, restock: false, refund: false }] };
      expect((await step(first, 'receive', body)).json.items[0]).to.include({ restocked: false, refund: 0 });
      const second = await approved(fulfilled);
      const above = { items: [{ item_id: fulfilled.item.id, refund: 67.01 }] };
      expect(errorPathsOf(expectProblem(await step(second, 'receive', above), 422, 'validation_failed'))).to.deep.equal(
        ['/items/0/refund'],
      );
      const other = { items: [{ item_id: fulfilled.item.id, refund: 12.5 }] };
      expect((await step(second, 'receive', other)).json.items[0]).to.include({ restocked: true, refund: 12.5 });
      await refunded(fulfilled.at, 12.5);
      expect((await step(await approved(fulfilled), 'receive')).json.items[0]).to.include({ refund: 20 });
      await refunded(fulfilled.at, 32.5);
      expect(await stockOf(app(), fulfilled.shirt)).to.equal(4);
    });

    it('are refused above what was fulfilled and no other return has', async () => {
      const fulfilled = await fulfilledOrder(2);
      const ask = (quantity: number, id = fulfilled.item.id) =>
        post(`${fulfilled.at}/returns`, { items: [{ item_id: id, quantity }] });
      expectProblem(await ask(3), 422, 'validation_failed');
      expectProblem(await ask(1, fulfilled.order.items[1].id), 422, 'validation_failed');
      expectProblem(await ask(1, (await fulfilledOrder()).item.id), 422, 'unknown_reference');
      const first = await requested(fulfilled, 2);
      expectProblem(await ask(1), 422, 'validation_failed');
      expect((await step(first, 'reject')).json.status).to.equal('rejected');
      expect((await ask(2)).status).to.equal(201);
    });

    it('refuse steps that do not follow, and items of other returns', async () => {
      const fulfilled = await fulfilledOrder();
      const created = await requested(fulfilled);
      expectProblem(await step(created, 'receive'), 409, 'invalid_state');
      await step(created, 'approve');
      expectProblem(await step(created, 'approve'), 409, 'invalid_state');
      const other = { items: [{ item_id: fulfilled.order.items[1].id }] };
      expectProblem(await step(created, 'receive', other), 422, 'unknown_reference');
      await step(created, 'receive');
      for (const name of ['approve', 'receive', 'reject']) {
        expectProblem(await step(created, name), 409, 'invalid_state');
      }
    });

    it('are received once by concurrent requests, and requested once for the same items', async () => {
      const fulfilled = await fulfilledOrder();
      const ask = () => post(`${fulfilled.at}/returns`, { items: [{ item_id: fulfilled.item.id, quantity: 2 }] });
      const asked = await Promise.all([ask(), ask(), ask()]);
      expect(asked.map(({ status }) => status).toSorted()).to.deep.equal([201, 422, 422]);
      const created = asked.find(({ status }) => status === 201)?.json;
      await step(created, 'approve');
      const replies = await Promise.all([1, 2, 3, 4].map(() => step(created, 'receive')));
      expect(replies.map(({ status }) => status).toSorted()).to.deep.equal([200, 409, 409, 409]);
      expect(await stockOf(app(), fulfilled.shirt)).to.equal(4);
      await refunded(fulfilled.at, 40);
    });

    it('never refund more than was paid beside a refund of the payment', async () => {
      const fulfilled = await fulfilledOrder();
      const created = await approved(fulfilled, 3);
      const [payment] = (await read(`/api/payments?order_id=${fulfilled.order.id}`)).data;
      const [refund, received] = await Promise.all([
        post(`/api/payments/${payment.id}/refunds`, { amount: 67 }),
        step(created, 'receive'),
      ]);
      expect(received.status, received.text).to.equal(200);
      expect(refund.status, refund.text).to.be.oneOf([201, 409, 422]);
      await eventually('nothing is due', async () => (await read(fulfilled.at)).refund_due === 0);
      expect((await read(fulfilled.at)).amount_refunded).to.equal(refund.status === 201 ? 67 : 60);
    });

    it('return with cancellations exactly what was paid, in any order', async () => {
      const fulfilled = await fulfilledOrder(2);
      const cancelled = await post(`${fulfilled.at}/items/${fulfilled.item.id}/cancel`, { quantity: 1 });
      expect(cancelled.status, cancelled.text).to.equal(200);
      await refunded(fulfilled.at, 20);
      await step(await approved(fulfilled), 'receive');
      await refunded(fulfilled.at, 40);
      await step(await approved(fulfilled), 'receive');
      await refunded(fulfilled.at, 60);
    });

    it('refund a cancellation after a return', async () => {
      const fulfilled = await fulfilledOrder(1);
      await step(await approved(fulfilled), 'receive');
      await refunded(fulfilled.at, 20);
      const cancelled = await post(`${fulfilled.at}/items/${fulfilled.item.id}/cancel`, { quantity: 2 });
      expect(cancelled.status, cancelled.text).to.equal(200);
      await refunded(fulfilled.at, 60);
    });

    it('refund no more than is held above the cost of what the buyer keeps', async () => {
      const fulfilled = await fulfilledOrder();
      const [payment] = (await read(`/api/payments?order_id=${fulfilled.order.id}`)).data;
      await post(`/api/payments/${payment.id}/refunds`, { amount: 25 });
      const received = (await step(await approved(fulfilled, 2), 'receive')).json;
      expect(received.items[0]).to.include({ refund: 15 });
      await refunded(fulfilled.at, 40);
    });

    const onAccount = async () => {
      const shirt = await createProduct(app(), { price: 20, stock: 5 });
      const order = await createOrder(app(), { items: itemsOf([shirt], 3) });
      await orderStep(app(), order.id, 'fulfillments');
      return { order, shirt, item: order.items[0], at: `/api/orders/${order.id}` };
    };

    it('lower the amount due of an order that is not paid in full', async () => {
      const unpaid = await onAccount();
      const received = await step(await approved(unpaid), 'receive');
      expect(received.json.items[0], received.text).to.include({ restocked: true, refund: 0 });
      expect(await stockOf(app(), unpaid.shirt)).to.equal(3);
      expect(await read(unpaid.at)).to.include({ total: 60, amount_due: 40, payment_status: 'unpaid', status: 'open' });
      expect((await createPayment(app(), unpaid.order.id)).amount).to.equal(40);
      expect(await read(unpaid.at)).to.include({
        amount_paid: 40,
        amount_due: 0,
        payment_status: 'paid',
        status: 'completed',
      });
      expect((await step(await approved(unpaid), 'receive')).json.items[0]).to.include({ refund: 20 });
      await refunded(unpaid.at, 20);
    });

    it('refund what was paid above the amount due, and complete an order of which nothing is kept', async () => {
      const partly = await onAccount();
      await createPayment(app(), partly.order.id, { amount: 25 });
      const created = await approved(partly, 2);
      expect((await step(created, 'receive')).json.items[0]).to.include({ refund: 5 });
      await refunded(partly.at, 5);
      expect(await read(partly.at)).to.include({ amount_paid: 25, amount_due: 0, status: 'completed' });
      const nothing = await onAccount();
      await step(await approved(nothing, 3), 'receive');
      expect(await read(nothing.at)).to.include({ amount_due: 0, payment_status: 'paid', status: 'completed' });
    });

    it('wait for payments in progress of an order that is not paid in full', async () => {
      const waiting = await onAccount();
      const { next_action: next } = await createPayment(app(), waiting.order.id, byToken('tok_requires_action'));
      const created = await approved(waiting);
      expectProblem(await step(created, 'receive'), 409, 'invalid_state');
      await fetch(`${next.redirect_url}/approve`, { method: 'POST', redirect: 'manual' });
      expect(await read(waiting.at)).to.include({ payment_status: 'paid', amount_paid: 60 });
      expect((await step(created, 'receive')).json.items[0]).to.include({ refund: 20 });
      await refunded(waiting.at, 20);
    });

    it('race captures, and either lower the amount or are refunded', async () => {
      for (let round = 0; round < 4; round += 1) {
        const held = await onAccount();
        const { id } = await createPayment(app(), held.order.id, { capture_method: 'manual' });
        const created = await approved(held);
        const [captured, received] = await Promise.all([
          app().call(`/api/payments/${id}/capture`, { method: 'POST' }),
          step(created, 'receive'),
        ]);
        expect(captured.status, captured.text).to.equal(200);
        if (received.status !== 200) {
          expectProblem(received, 409, 'invalid_state');
          expect((await step(created, 'receive')).status).to.equal(200);
        }
        await eventually('nothing is due', async () => (await read(held.at)).refund_due === 0);
        const { amount_paid: paid, amount_refunded: back, amount_due: due } = await read(held.at);
        expect([paid - back, due]).to.deep.equal([40, 0]);
      }
    });

    it('leave a whole authorization to the staff, who cancel it first', async () => {
      const held = await onAccount();
      const { id } = await createPayment(app(), held.order.id, { capture_method: 'manual' });
      const created = await approved(held, 3);
      expectProblem(await step(created, 'receive'), 409, 'invalid_state');
      await app().call(`/api/payments/${id}/cancel`, { method: 'POST' });
      expect((await step(created, 'receive')).status).to.equal(200);
      expect(await read(held.at)).to.include({ amount_due: 0, status: 'completed' });
    });

    it('leave nothing of an authorization to capture beyond what is kept', async () => {
      const held = await onAccount();
      const { id } = await createPayment(app(), held.order.id, { capture_method: 'manual' });
      await step(await approved(held), 'receive');
      const captured = await app().call(`/api/payments/${id}/capture`, { method: 'POST' });
      expect(captured.json, captured.text).to.include({ amount: 60, amount_captured: 40 });
      expect(await read(held.at)).to.include({ payment_status: 'paid', status: 'completed', refund_due: 0 });
    });

    it('are requested by customers for their own orders, and decided by the staff', async () => {
      const user = await createUser(app());
      const [own, strange] = [await signIn(app(), user), await signIn(app(), await createUser(app()))];
      const fulfilled = await fulfilledOrder(3, { user_id: user.id });
      const body = { items: [{ item_id: fulfilled.item.id, quantity: 1 }] };
      expectProblem(await post(`${fulfilled.at}/returns`, body, strange), 404, 'not_found');
      const created = await post(`${fulfilled.at}/returns`, body, own);
      expect(created.status, created.text).to.equal(201);
      const at = `/api/returns/${created.json.id}`;
      expect((await app().call(at, { key: own })).json.id).to.equal(created.json.id);
      expectProblem(await app().call(at, { key: strange }), 404, 'not_found');
      expect((await app().call('/api/returns', { key: own })).json.data).to.have.length(1);
      expect((await app().call('/api/returns', { key: strange })).json.data).to.deep.equal([]);
      expectProblem(await post(`${at}/approve`, {}, own), 403, 'insufficient_scope');
    });
  },
  { CUSTOMER_MAY: 'request_return' },
);

onService('returns of a shop where customers may not request them', ({ app }) => {
  it('are refused', async () => {
    const user = await createUser(app());
    const order = await createOrder(app(), { items: itemsOf([await createProduct(app())]), user_id: user.id });
    const items = [{ item_id: order.items[0].id, quantity: 1 }];
    const options = { method: 'POST', body: { items }, key: await signIn(app(), user) };
    expectProblem(await app().call(`/api/orders/${order.id}/returns`, options), 403, 'forbidden');
  });
});
