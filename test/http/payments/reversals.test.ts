import { expect } from 'chai';
import { makeGatewayWebhook } from '#adapters/payment-gateways/sandbox/sandbox-webhook.ts';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  paymentStep,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService } from '../../support/servers/on-service.ts';

const SECRET = 'the secret of the sandbox’s webhooks';

onService(
  'what the sandbox takes back',
  ({ app, storage, databaseUrl }) => {
    const get = async (path: string) => (await app().call(path)).json;

    const paid = async (token: string): Promise<{ id: string; orderId: string }> => {
      const product = await createProduct(app(), { price: 20 });
      const order = await createOrder(app(), { items: itemsOf([product], 2), email: 'ada@example.com' });
      return { id: (await createPayment(app(), order.id, byToken(token))).id, orderId: order.id };
    };

    const typesOf = async (resourceId: string): Promise<string[]> => {
      const { data } = await get('/api/events?type=payment.*&type=dispute.*&limit=100');
      const events = data as { type: string; resource_id: string }[];
      return events.flatMap((event) => (event.resource_id === resourceId ? event.type : [])).reverse();
    };

    const disputeIs = (id: string, status: string) =>
      eventually(`the dispute is ${status}`, async () => (await get(`/api/payments/${id}`)).dispute?.status === status);

    /** Several webhooks about a payment at once, as a gateway sends them. */
    const notify = (id: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const { headers, body } = makeGatewayWebhook(SECRET, id as `pay_${string}`, new Date());
          const json = { ...headers, 'Content-Type': 'application/json' };
          return app().call('/api/payments/notifications/sandbox', { method: 'POST', body, headers: json, key: null });
        }),
      );

    const expectBalance = async (): Promise<void> => {
      if (storage === 'postgres')
        expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
    };

    it('is a refund that fails later, which is listed until it was made again', async () => {
      const { id, orderId } = await paid('tok_refund_fails_later');
      const refund = await paymentStep(app(), id, 'refunds', { amount: 15 });
      expect(refund.json).to.include({ status: 'succeeded', amount: 15 });
      expect(await get(`/api/orders/${orderId}`)).to.include({ payment_status: 'partially_refunded' });
      await eventually('the refund has failed', async () => (await get(`/api/payments/${id}`)).needs_attention);
      expect(await get(`/api/payments/${id}`)).to.deep.include({
        amount_refunded: 0,
        dispute: null,
        attention: ['failed_refund'],
      });
      expect(await get(`/api/orders/${orderId}`)).to.include({ payment_status: 'paid', amount_refunded: 0 });
      const [failed] = (await get(`/api/payments/${id}/refunds`)).data;
      expect(failed).to.include({ status: 'failed', failure_code: 'lost_or_stolen_card' });
      expect((await typesOf(id)).at(-1)).to.equal('payment.refund_failed');
      const listed = async (filter: string) =>
        (await get(`/api/payments?needs_attention=${filter}&order_id=${orderId}`)).data.length;
      expect([await listed('true'), await listed('false')]).to.deep.equal([1, 0]);
      await expectBalance();
    });

    it('is a dispute, which stays open', async () => {
      const { id, orderId } = await paid('tok_disputed');
      await disputeIs(id, 'open');
      const payment = await get(`/api/payments/${id}`);
      expect(payment).to.include({ status: 'succeeded', amount_refunded: 0, needs_attention: true });
      expect(payment.attention).to.deep.equal(['dispute']);
      expect(payment.dispute).to.include({ amount: 40, reason: 'fraudulent', closed_at: null });
      expect(payment.actions).to.deep.equal([]);
      expect(await get(`/api/orders/${orderId}`)).to.include({ payment_status: 'paid', amount_refunded: 0 });
      expectProblem(await paymentStep(app(), id, 'refunds'), 409, 'invalid_state');
      const [event] = (await get(`/api/events?type=dispute.opened&limit=1`)).data;
      expect(event.data).to.deep.equal(payment);
      await expectBalance();
    });

    it('comes back with a dispute that is won', async () => {
      const { id, orderId } = await paid('tok_dispute_won');
      await disputeIs(id, 'won');
      expect(await get(`/api/payments/${id}`)).to.include({ amount_refunded: 0, needs_attention: false });
      expect(await get(`/api/orders/${orderId}`)).to.include({ payment_status: 'paid' });
      expect((await paymentStep(app(), id, 'refunds')).status).to.equal(201);
      await expectBalance();
    });

    it('comes back with a dispute that is lost, and won on appeal', async () => {
      const { id, orderId } = await paid('tok_dispute_won_on_appeal');
      await disputeIs(id, 'won');
      expect(await get(`/api/payments/${id}`)).to.include({ amount_refunded: 0, needs_attention: false });
      const order = await get(`/api/orders/${orderId}`);
      expect(order).to.include({ payment_status: 'paid', amount_paid: 40, amount_refunded: 0 });
      expect((await typesOf(id)).slice(-3)).to.deep.equal(['dispute.opened', 'dispute.closed', 'dispute.closed']);
      await expectBalance();
      expect((await paymentStep(app(), id, 'refunds')).status).to.equal(201);
      expect(await get(`/api/payments/${id}`)).to.include({ amount_refunded: 40 });
      await expectBalance();
    });

    it('is recorded once, however many webhooks and refunds race', async () => {
      const payments = await Promise.all(
        Array.from({ length: 6 }, (_, index) => paid(index % 2 ? 'tok_refund_fails_later' : 'tok_dispute_lost')),
      );
      await Promise.all(payments.map(({ id }) => paymentStep(app(), id, 'refunds', { amount: 10 })));
      const endOf = ({ id }: { id: string }, index: number) =>
        eventually('it has ended', async () => {
          const replies = await notify(id, 5);
          for (const { status } of replies) expect(status).to.be.oneOf([204, 503]);
          const payment = await get(`/api/payments/${id}`);
          return index % 2 ? payment.needs_attention : payment.dispute?.status === 'lost';
        });
      await Promise.all(payments.map(endOf));
      for (const [index, { id, orderId }] of payments.entries()) {
        const [refunded, status, type] =
          index % 2 ? [0, 'paid', 'payment.refund_failed'] : [40, 'refunded', 'dispute.closed'];
        await notify(id, 5);
        expect(await get(`/api/payments/${id}`)).to.include({ amount_refunded: refunded });
        const order = await get(`/api/orders/${orderId}`);
        expect(order).to.include({ payment_status: status, amount_refunded: refunded });
        expect((await typesOf(id)).filter((each) => each === type)).to.deep.equal([type]);
      }
      await expectBalance();
    });
  },
  {},
  { constants: { sandboxWebhookSecret: SECRET } },
);
