import path from 'node:path';
import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  orderStep,
  paymentStep,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { refuseWith } from '../../support/gateways/refusing-gateway.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Reply['json'];

const REFUSING = path.join(import.meta.dirname, '../../support/gateways/refusing-gateway.ts');

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };
const AUCKLAND = { line1: '1 Queen St', city: 'Auckland', country: 'NZ' };
const HONOLULU = { line1: '1 King St', city: 'Honolulu', state: 'HI', country: 'US' };

const DECLINED = { kind: 'declined', code: 'charge_disputed', message: 'The charge is disputed.' } as const;

const TEN_MINUTES = 601;
const DAY = 86_400;

onService(
  'a withdrawal from an order',
  ({ app }) => {
    afterEach(() => refuseWith(undefined));

    const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });
    const read = async (at: string): Promise<Json> => (await app().call(at)).json;
    const pass = (seconds: number): Promise<void> => advanceClock(app(), Math.ceil(seconds));
    const now = async (): Promise<number> => Date.parse((await read('/api/test_clock')).now);

    /** Two shirts at 20 and a scarf at 7. */
    const anOrder = async (fields: object = {}): Promise<Json> => {
      const [shirt, scarf] = [await createProduct(app(), { price: 20 }), await createProduct(app(), { price: 7 })];
      const items = [...itemsOf([shirt], 2), ...itemsOf([scarf])];
      return createOrder(app(), { items, shipping_address: BERLIN, ...fields });
    };

    const withdraw = async ({ id }: Json, fields: object = {}): Promise<Json> => {
      const { status, json, text } = await post('/api/withdrawals', {
        ...{ name: 'Ada', email: 'ada@example.com', order_id: id },
        ...fields,
      });
      expect(status, text).to.equal(201);
      return json;
    };

    const outcomeOf = async ({ id }: Json): Promise<Json> => {
      const outcome = () => read(`/api/withdrawals/${id}`);
      await eventually('it is decided', async () => {
        const { status, reason } = await outcome();
        return status !== 'received' || reason !== null;
      });
      return outcome();
    };

    const untilRefunded = (order: Json, amount: number): Promise<void> =>
      eventually(`${amount} are refunded`, async () => {
        const { amount_refunded: refunded, refund_due: due } = await read(`/api/orders/${order.id}`);
        return refunded === amount && due === 0;
      });

    it('that is paid in part refunds the part, sent or not', async () => {
      const unsent = await anOrder();
      await createPayment(app(), unsent.id, { amount: 10 });
      expect(await outcomeOf(await withdraw(unsent))).to.include({ status: 'completed' });
      await untilRefunded(unsent, 10);
      const sent = await anOrder();
      await createPayment(app(), sent.id, { amount: 10 });
      await orderStep(app(), sent.id, 'fulfillments', {});
      const { return_id: returnId, status } = await outcomeOf(await withdraw(sent));
      expect(status).to.equal('accepted');
      await post(`/api/returns/${returnId}/receive`);
      await untilRefunded(sent, 10);
    });

    it('that is authorized cancels the authorization', async () => {
      const order = await anOrder();
      const { id } = await createPayment(app(), order.id, { capture_method: 'manual' });
      expect(await outcomeOf(await withdraw(order))).to.include({ status: 'completed' });
      await eventually('it is void', async () => (await read(`/api/payments/${id}`)).status === 'cancelled');
      expect(await read(`/api/orders/${order.id}`)).to.include({ status: 'cancelled' });
    });

    /** An order whose payment is disputed. */
    const aDisputedOrder = async (token: string, fields: object = {}): Promise<Json> => {
      const order = await anOrder(fields);
      const { id } = await createPayment(app(), order.id, { payment_method: { token } });
      await eventually('it is disputed', async () => Boolean((await read(`/api/payments/${id}`)).dispute));
      return order;
    };

    it('whose payment is disputed waits until the dispute is won', async () => {
      const order = await aDisputedOrder('tok_disputed');
      const blocked = await outcomeOf(await withdraw(order));
      expect(blocked).to.include({ status: 'received', reason: 'blocked', order_id: order.id });
      expect(blocked.actions).to.deep.equal(['accept', 'reject']);
      const won = await aDisputedOrder('tok_dispute_won');
      const stated = await withdraw(won);
      const payments = () => read(`/api/payments?order_id=${won.id}`);
      await eventually('it is won', async () => (await payments()).data[0].dispute.status === 'won');
      await pass(TEN_MINUTES);
      await eventually('it is completed', async () => (await outcomeOf(stated)).status === 'completed');
      await untilRefunded(won, 47);
      expect(await outcomeOf(blocked)).to.include({ status: 'received', reason: 'blocked' });
    });

    it('that the staff accepts while its payment is disputed stays as it was', async () => {
      const order = await aDisputedOrder('tok_disputed', { email: 'found@example.com' });
      const body = { name: 'Ada', order_number: order.number, email: 'found@example.com' };
      expect((await post('/api/withdrawals', body)).status).to.equal(202);
      const found = async () => (await read(`/api/withdrawals?order_id=${order.id}`)).data[0];
      await eventually('it waits', async () => (await found())?.reason === 'unverified');
      // the staff wants it, and the dispute is in the way
      const refused = await post(`/api/withdrawals/${(await found()).id}/accept`);
      expect(refused.json, refused.text).to.include({ code: 'invalid_state', status: 409 });
      expect(await found()).to.include({ status: 'received', reason: 'unverified' });
    });

    it('by number keeps the order that was found while a refund of its items is in progress', async () => {
      const order = await anOrder({ email: 'found-later@example.com' });
      const { id } = await createPayment(app(), order.id, { gateway: 'refusing' });
      await orderStep(app(), order.id, 'fulfillments', {});
      refuseWith({ kind: 'unknown', why: 'the response was lost' });
      const items = [{ item_id: order.items[1].id, quantity: 1 }];
      const refund = await paymentStep(app(), id, 'refunds', { items });
      expect(refund.json, refund.text).to.include({ status: 'pending' });
      const body = { name: 'Ada', order_number: order.number, email: 'found-later@example.com' };
      expect((await post('/api/withdrawals', body)).status).to.equal(202);
      const found = async () => (await read(`/api/withdrawals?order_id=${order.id}`)).data[0];
      await eventually('it waits', async () => (await found())?.reason === 'blocked');
      expect(await found()).to.include({ order_id: order.id, verified: false, status: 'received' });
    });

    it('with a payment in progress waits for its end', async () => {
      const order = await anOrder();
      const [shirts] = order.items;
      const { id } = await createPayment(app(), order.id, { payment_method: { token: 'tok_requires_action' } });
      await orderStep(app(), order.id, 'fulfillments', { items: [{ item_id: shirts.id, quantity: 1 }] });
      const stated = await withdraw(order);
      expect(await outcomeOf(stated)).to.include({ status: 'received', reason: 'blocked' });
      expect((await paymentStep(app(), id, 'cancel')).status).to.equal(200);
      await pass(TEN_MINUTES);
      await eventually('it is accepted', async () => (await outcomeOf(stated)).status === 'accepted');
      expect((await read(`/api/orders/${order.id}`)).items.map(({ quantity }: Json) => quantity)).to.deep.equal([1, 0]);
    });

    it('whose refund the gateway declines stays due, and is refunded later once', async () => {
      const order = await anOrder();
      await createPayment(app(), order.id, { gateway: 'refusing' });
      await orderStep(app(), order.id, 'fulfillments', { items: [{ item_id: order.items[0].id, quantity: 2 }] });
      refuseWith(DECLINED);
      const { return_id: returnId } = await outcomeOf(await withdraw(order));
      await post(`/api/returns/${returnId}/receive`);
      expect(await read(`/api/orders/${order.id}`)).to.include({ amount_refunded: 0, refund_due: 47 });
      refuseWith(undefined);
      await pass(TEN_MINUTES);
      await untilRefunded(order, 47);
      const [payment] = (await read(`/api/payments?order_id=${order.id}`)).data;
      expect(payment).to.include({ amount: 47, amount_refunded: 47 });
    });

    it('that was returned, cancelled or refunded already leaves nothing', async () => {
      const returned = await anOrder();
      await createPayment(app(), returned.id);
      await orderStep(app(), returned.id, 'fulfillments', {});
      const items = returned.items.map(({ id, quantity }: Json) => ({ item_id: id, quantity }));
      const { id } = (await orderStep(app(), returned.id, 'returns', { items })).json;
      await post(`/api/returns/${id}/approve`);
      await post(`/api/returns/${id}/receive`);
      const cancelled = await anOrder();
      await orderStep(app(), cancelled.id, 'cancel');
      const refunded = await anOrder();
      const payment = await createPayment(app(), refunded.id);
      await orderStep(app(), refunded.id, 'fulfillments', {});
      const parts = refunded.items.map(({ id: item_id, quantity }: Json) => ({ item_id, quantity }));
      expect((await paymentStep(app(), payment.id, 'refunds', { items: parts })).status).to.equal(201);
      for (const order of [returned, cancelled, refunded]) {
        expect((await read(`/api/orders/${order.id}`)).withdrawal.items).to.deep.equal([]);
        const rejected = await outcomeOf(await withdraw(order));
        expect(rejected).to.include({ status: 'rejected', reason: 'nothing_left' });
        const again = await post(`/api/withdrawals/${rejected.id}/accept`);
        expect(again.json, again.text).to.include({ status: 409, code: 'invalid_state' });
      }
    });

    it('takes the place of a return that the shop could reject, and leaves the rest of it', async () => {
      const order = await anOrder();
      await createPayment(app(), order.id);
      await orderStep(app(), order.id, 'fulfillments', {});
      const [shirts, scarf] = order.items;
      const items = [
        { item_id: shirts.id, quantity: 2 },
        { item_id: scarf.id, quantity: 1, reason: 'Too warm.' },
      ];
      const { id } = (await orderStep(app(), order.id, 'returns', { items })).json;
      const { return_id: returnId } = await outcomeOf(await withdraw(order, { items: [items[0]] }));
      expect(await read(`/api/returns/${id}`)).to.include({ status: 'rejected' });
      const shown = (await read(`/api/orders/${order.id}/returns`)).data.map((each: Json) => [
        each.id === returnId ? 'withdrawal' : each.status,
        each.items.map((item: Json) => [item.item_id, item.quantity]),
      ]);
      expect(shown).to.deep.include.members([
        ['withdrawal', [[shirts.id, 2]]],
        ['requested', [[scarf.id, 1]]],
        [
          'rejected',
          [
            [shirts.id, 2],
            [scarf.id, 1],
          ],
        ],
      ]);
      expect(shown).to.have.length(3);
    });

    it('is possible until midnight where the buyer lives, and no longer', async () => {
      const rules = await app().call('/api/shop/rules', { method: 'PATCH', body: { withdrawal_for: 'all' } });
      expect(rules.status, rules.text).to.equal(200);
      const notice = (text: string | null) =>
        app().call('/api/shop', { method: 'PATCH', body: { withdrawal_notice: text } });
      await notice('You may withdraw.');
      const orders: Json[] = [];
      for (const address of [AUCKLAND, BERLIN, HONOLULU]) {
        const order = await anOrder({ shipping_address: address });
        await orderStep(app(), order.id, 'fulfillments', { delivered_at: new Date(await now()).toISOString() });
        orders.push(await read(`/api/orders/${order.id}`));
      }
      const endOf = ({ withdrawal }: Json): number => Date.parse(withdrawal.until);
      expect(new Set(orders.map(endOf))).to.have.property('size', 3);
      await notice(null);
      const uninformed = await anOrder();
      await orderStep(app(), uninformed.id, 'fulfillments', { delivered_at: new Date(await now()).toISOString() });
      for (const order of orders.toSorted((one, other) => endOf(one) - endOf(other))) {
        const item = (quantity: number) => ({ items: [{ item_id: order.items[0].id, quantity }] });
        await pass((endOf(order) - (await now())) / 1000 - 20);
        expect(await outcomeOf(await withdraw(order, item(1)))).to.include({ status: 'accepted' });
        await pass((endOf(order) - (await now())) / 1000);
        const late = await outcomeOf(await withdraw(order, item(1)));
        expect(late).to.include({ status: 'rejected', reason: 'period_ended', until: order.withdrawal.until });
      }
      // a delivery that is corrected moves the end of the period
      const [, inBerlin] = orders;
      const { id: fulfillmentId } = inBerlin.fulfillments[0];
      const corrected = await app().call(`/api/orders/${inBerlin.id}/fulfillments/${fulfillmentId}`, {
        method: 'PATCH',
        body: { delivered_at: new Date((await now()) - 3 * DAY * 1000).toISOString() },
      });
      expect(corrected.status, corrected.text).to.equal(200);
      expect(await outcomeOf(await withdraw(inBerlin))).to.include({ status: 'accepted' });
      await pass(350 * DAY);
      expect(await outcomeOf(await withdraw(uninformed))).to.include({ status: 'accepted' });
    });
  },
  { PAYMENT_GATEWAYS: `sandbox,${REFUSING}`, TEST_CLOCK: 'true' },
);
