import { expect } from 'chai';
import { Json } from '#core/shared/page.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

type PaymentId = `pay_${string}`;

describe('what a gateway takes back', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const paid = async () => {
    const order = await payments.anOrder();
    const { id } = await payments.pay(order.id);
    return { id, orderId: order.id };
  };

  const orderFigures = async (id: `ord_${string}`) => {
    const { state, amountPaid, amountRefunded } = await payments.getOrder(id);
    return [state.payment, amountPaid.toNumber(), amountRefunded.toNumber()];
  };

  const figures = async (id: PaymentId) => {
    const payment = await payments.get(id);
    const { items } = await payments.paymentQueries.list({ filter: {}, page: { limit: 100 } });
    const view = items.map(Json.parse).find((each) => each.id === id);
    return [payment.status, view?.['amount_refunded'], view?.['needs_attention'], view?.['actions']];
  };

  describe('of refunds', () => {
    /** Pays, refunds, and lets the refund fail later. */
    const refundFails = async ({ id }: { id: PaymentId }, amount: number) => {
      await payments.refund(id, { amount });
      const [refund] = (await payments.refundsOf(id)).slice(-1);
      await payments.sandbox.failRefund(id, refund?.id as `re_${string}`, dollars(amount));
    };

    it('reverts the refund on the payment, the order and the ledger', async () => {
      const { id, orderId } = await paid();
      await payments.refund(id, { amount: 10 });
      await refundFails({ id }, 29.98);
      expect(await orderFigures(orderId)).to.deep.equal(['refunded', 39.98, 39.98]);
      await payments.callBack(id);
      expect(await figures(id)).to.deep.equal(['succeeded', 10, true, ['refund']]);
      expect(await orderFigures(orderId)).to.deep.equal(['partially_refunded', 39.98, 10]);
      const refunds = await payments.refundsOf(id);
      expect(refunds.map(({ amount, status, failure_code }) => [amount, status, failure_code])).to.deep.equal([
        [10, 'succeeded', null],
        [29.98, 'failed', 'lost_or_stolen_card'],
      ]);
      expect((await payments.timelineOf(id)).at(-1)).to.equal('refund_failed');
      expect((await payments.orderTimelineOf(orderId)).at(-1)).to.equal('refund_failed');
      expect((await payments.typesOf(id)).at(-1)).to.equal('payment.refund_failed');
      expect((await payments.typesOf(orderId)).at(-1)).to.equal('order.updated');
    });

    it('changes nothing when it is reported again, or by an older view of the charge', async () => {
      const { id } = await paid();
      await payments.refund(id);
      const older = await payments.sandbox.lookUp({ key: id, reference: null });
      const [refund] = await payments.refundsOf(id);
      await payments.sandbox.failRefund(id, refund?.id as `re_${string}`, ALL);
      await payments.callBack(id);
      const after = await payments.get(id);
      await payments.callBack(id);
      payments.replaceSandbox({ lookUp: async () => older });
      await payments.callBack(id);
      expect(await payments.get(id)).to.deep.equal(after);
      expect(after.refunded).to.deep.equal(dollars(0));
    });

    it('counts once when it failed before its success was recorded', async () => {
      const { id, orderId } = await paid();
      payments.failures.lostResponses = 1;
      await refundFails({ id }, 10);
      await payments.callBack(id);
      expect(await figures(id)).to.deep.equal(['succeeded', 0, true, ['refund']]);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 39.98, 0]);
    });

    it('needs attention until another refund succeeds', async () => {
      const { id, orderId } = await paid();
      await refundFails({ id }, 39.98);
      await payments.callBack(id);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 39.98, 0]);
      await payments.refund(id, { reason: 'once more' });
      expect(await figures(id)).to.deep.equal(['succeeded', 39.98, false, []]);
      expect(await orderFigures(orderId)).to.deep.equal(['refunded', 39.98, 39.98]);
    });

    it('leaves a cancelled order paid, so that it can be refunded again', async () => {
      const { id, orderId } = await paid();
      await payments.cancelOrder(orderId);
      const [refund] = await payments.refundsOf(id);
      await payments.sandbox.failRefund(id, refund?.id as `re_${string}`, ALL);
      await payments.callBack(id);
      const { state } = await payments.getOrder(orderId);
      expect([state.status, state.payment]).to.deep.equal(['cancelled', 'paid']);
      expect((await payments.typesOf(orderId)).filter((type) => type === 'order.paid')).to.have.length(1);
      await payments.refund(id);
      expect((await payments.getOrder(orderId)).state.payment).to.equal('refunded');
    });

    it('leaves an order that was paid again with more than its total', async () => {
      const { id: orderId } = await payments.anOrder();
      const { id } = await payments.pay(orderId, { amount: 30 });
      await payments.refund(id);
      await payments.pay(orderId);
      const [refund] = await payments.refundsOf(id);
      await payments.sandbox.failRefund(id, refund?.id as `re_${string}`, dollars(30));
      await payments.callBack(id);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 69.98, 0]);
      await payments.refund(id);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 69.98, 30]);
    });

    it('reverts an external refund too', async () => {
      const { id, orderId } = await paid();
      const elsewhere = { key: 're_elsewhere', charge: { key: id, reference: null }, reason: null } as const;
      await payments.sandbox.refund({ ...elsewhere, amount: dollars(15) });
      await payments.callBack(id);
      expect(await orderFigures(orderId)).to.deep.equal(['partially_refunded', 39.98, 15]);
      const failure = { code: 'failed', message: 'It failed.' };
      payments.replaceSandbox({
        lookUp: async (charge) => {
          const found = await payments.sandbox.lookUp(charge);
          const failedRefunds = [{ key: null, amount: dollars(15), failure }];
          return found.kind === 'found'
            ? { ...found, charge: { ...found.charge, refunded: dollars(0), failedRefunds } }
            : found;
        },
      });
      for (let times = 0; times < 2; times += 1) await payments.callBack(id);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 39.98, 0]);
      expect((await payments.refundsOf(id)).map(({ status }) => status)).to.deep.equal(['failed']);
    });

    it('is not repeated for an overpayment: staff decide', async () => {
      const { id: orderId } = await payments.anOrder();
      const { id } = await payments.pay(orderId, { token: 'tok_requires_action' });
      await payments.sandbox.decide(id, 'approve');
      await payments.cancelOrder(orderId).catch(() => {});
      await payments.callBack(id);
      payments.clock.advance(2);
      await payments.reconcile();
      const [refund] = await payments.refundsOf(id);
      expect(refund?.status).to.equal('succeeded');
      await payments.sandbox.failRefund(id, refund?.id as `re_${string}`, ALL);
      await payments.callBack(id);
      payments.clock.advance(86_400);
      await payments.reconcile();
      expect(await payments.refundsOf(id)).to.have.length(1);
      expect(await figures(id)).to.deep.equal(['succeeded', 0, true, ['refund']]);
    });
  });

  describe('by disputes', () => {
    it('leaves the order’s figures unchanged while a dispute is open, and allows no refund of it', async () => {
      const { id, orderId } = await paid();
      await payments.sandbox.dispute(id, 'dispute');
      await payments.callBack(id);
      expect(await figures(id)).to.deep.equal(['succeeded', 0, true, []]);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 39.98, 0]);
      const [dispute] = (await payments.get(id)).disputes;
      expect(dispute).to.deep.include({ status: 'open', amount: ALL, booked: ALL, reason: 'fraudulent' });
      const error = await rejectionOf(payments.refund(id));
      expect(error).to.include({ code: 'invalid_state' });
      expect(error.details).to.deep.equal({ current_state: 'disputed', actions: [] });
      expect((await rejectionOf(payments.cancelOrder(orderId))).details).to.deep.include({ current_state: 'disputed' });
    });

    it('moves the money back when the dispute is won', async () => {
      const { id, orderId } = await paid();
      for (const step of ['dispute', 'win'] as const) {
        await payments.sandbox.dispute(id, step);
        await payments.callBack(id);
      }
      expect(await figures(id)).to.deep.equal(['succeeded', 0, false, ['refund']]);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 39.98, 0]);
      expect((await payments.typesOf(id)).slice(-2)).to.deep.equal(['dispute.opened', 'dispute.closed']);
      await payments.refund(id);
      expect(await orderFigures(orderId)).to.deep.equal(['refunded', 39.98, 39.98]);
    });

    it('counts what is lost as refunded, and not what was refunded before', async () => {
      const { id, orderId } = await paid();
      await payments.refund(id, { amount: 9.98 });
      for (const step of ['dispute', 'lose'] as const) {
        await payments.sandbox.dispute(id, step);
        await payments.callBack(id);
      }
      expect(await figures(id)).to.deep.equal(['succeeded', 39.98, false, []]);
      expect(await orderFigures(orderId)).to.deep.equal(['refunded', 39.98, 39.98]);
      expect((await payments.timelineOf(id)).slice(-2)).to.deep.equal(['dispute_opened', 'dispute_lost']);
      expect(await rejectionOf(payments.refund(id))).to.include({ code: 'invalid_state' });
    });

    for (const end of ['win', 'lose'] as const) {
      it(`ends in the same state when a dispute (${end}) is first seen closed, and reported repeatedly`, async () => {
        const [one, other] = [await paid(), await paid()];
        await payments.sandbox.dispute(one.id, 'dispute');
        await payments.callBack(one.id);
        await payments.sandbox.dispute(one.id, end);
        await payments.sandbox.dispute(other.id, 'dispute');
        await payments.sandbox.dispute(other.id, end);
        for (const { id } of [one, other, other, one]) await payments.callBack(id);
        expect(await figures(other.id)).to.deep.equal(await figures(one.id));
        expect(await orderFigures(other.orderId)).to.deep.equal(await orderFigures(one.orderId));
        for (const { id } of [one, other]) {
          const disputes = (await payments.typesOf(id)).filter((type) => type.startsWith('dispute'));
          expect(disputes).to.deep.equal(['dispute.opened', 'dispute.closed']);
        }
      });
    }

    it('books at most what is neither refunded nor being refunded', async () => {
      const { id, orderId } = await paid();
      payments.failures.lostResponses = 1;
      await payments.refund(id, { amount: 30 });
      payments.replaceSandbox({
        refund: async () => ({ kind: 'pending', reference: 'r' }),
        lookUp: async (charge) => {
          const found = await payments.sandbox.lookUp(charge);
          if (found.kind !== 'found') return found;
          const dispute = { reference: 'd', status: 'open', amount: ALL, reason: 'duplicate' } as const;
          return {
            ...found,
            charge: { ...found.charge, disputes: [{ ...dispute, openedAt: noonPlus(0), closedAt: null }] },
          };
        },
      });
      await payments.callBack(id).catch(() => {});
      const { disputes, refunding } = await payments.get(id);
      expect([disputes[0]?.amount, disputes[0]?.booked, refunding]).to.deep.equal([ALL, dollars(9.98), dollars(30)]);
      expect(await orderFigures(orderId)).to.deep.equal(['paid', 39.98, 0]);
    });
  });
});
