import { expect } from 'chai';
import { Payment, type PaymentId } from '#core/payments/payment.ts';
import { makeCheckLedger } from '#core/payments/use-cases/check-ledger.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import { aDispute, aPaidRow, beginRow } from '../../support/builders/payment-rows.ts';
import { aLog } from '../../support/log.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

describe('the attention that a payment needs', () => {
  it('has a reason for each finding, and none for a payment that is as it should be', () => {
    const all = aPaidRow({
      disputes: [aDispute()],
      hasFailedRefund: true,
      isOverpayment: true,
      delay: 'unknown_outcome',
      hasDiscrepancy: true,
    });
    expect(Payment.attentionTo(all)).to.deep.equal([
      'dispute',
      'failed_refund',
      'overpayment',
      'unknown_outcome',
      'ledger_discrepancy',
    ]);
    expect(Payment.attentionTo(aPaidRow({ delay: 'overdue_operation' }))).to.deep.equal(['overdue_operation']);
    expect(Payment.attentionTo(aPaidRow())).to.deep.equal([]);
    expect(Payment.attentionTo(aPaidRow({ disputes: [aDispute({ status: 'won' })] }))).to.deep.equal([]);
  });

  it('ends when an overpayment is refunded or voided', () => {
    const authorized = { isOverpayment: true, captured: dollars(0) };
    expect(Payment.attentionTo(aPaidRow({ isOverpayment: true, refunded: dollars(39.97) }))).to.have.length(1);
    expect(Payment.attentionTo(aPaidRow({ isOverpayment: true, refunded: dollars(39.98) }))).to.have.length(0);
    expect(Payment.attentionTo(aPaidRow({ ...authorized, status: 'authorized' }))).to.have.length(1);
    expect(Payment.attentionTo(aPaidRow({ ...authorized, status: 'cancelled' }))).to.have.length(0);
  });
});

describe('a check of a payment', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const attentionTo = async (id: PaymentId) => Payment.attentionTo(await payments.get(id));

  const reconcileAfter = async (seconds: number): Promise<void> => {
    payments.clock.advance(seconds);
    await payments.reconcile();
  };

  it('reports an outcome that is unknown for 10 minutes, once, until it is known', async () => {
    const { id: orderId } = await payments.anOrder();
    payments.failures.lostResponses = 1_000;
    const { id } = await payments.pay(orderId);
    await reconcileAfter(9 * MINUTE);
    expect(await attentionTo(id)).to.deep.equal([]);
    const { version } = await payments.get(id);
    await reconcileAfter(2 * MINUTE);
    expect(await attentionTo(id)).to.deep.equal(['unknown_outcome']);
    for (const _time of [1, 2, 3]) await reconcileAfter(2 * MINUTE);
    expect((await payments.get(id)).version).to.equal(version + 1);
    expect(await payments.typesOf(id)).to.deep.equal(['payment.updated']);
    payments.failures.lostResponses = 0;
    await reconcileAfter(2 * MINUTE);
    expect(await attentionTo(id)).to.deep.equal([]);
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('reports a refund that the gateway has been processing for 7 days', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId);
    const { sandbox } = payments;
    payments.replaceSandbox({ refund: async () => ({ kind: 'pending', reference: 'ref_1' }) });
    await payments.refund(id, { amount: 5 });
    await reconcileAfter(7 * DAY - MINUTE);
    expect(await attentionTo(id)).to.deep.equal([]);
    await reconcileAfter(2 * 60 * MINUTE);
    expect(await attentionTo(id)).to.deep.equal(['overdue_operation']);
    payments.replaceSandbox({ refund: (request) => sandbox.refund(request) });
    await reconcileAfter(2 * 60 * MINUTE);
    expect(await attentionTo(id)).to.deep.equal([]);
  });

  it('reports an unknown outcome while the gateway processes another refund', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId);
    payments.replaceSandbox({
      refund: async ({ amount }) =>
        amount.minor === 500n ? { kind: 'unknown', why: 'a test' } : { kind: 'pending', reference: 'ref_1' },
    });
    for (const amount of [5, 6]) await payments.refund(id, { amount });
    await reconcileAfter(11 * MINUTE);
    const { version } = await payments.get(id);
    for (const _time of [1, 2, 3]) await reconcileAfter(8 * DAY);
    expect(await attentionTo(id)).to.deep.equal(['unknown_outcome']);
    expect((await payments.get(id)).version).to.equal(version);
    payments.replaceSandbox({
      refund: async () => ({ kind: 'declined', code: 'declined', message: 'No.', reference: null }),
    });
    await reconcileAfter(MINUTE);
  });
});

describe('the comparison of payments with the ledger', () => {
  it('marks the payments of an order that differs, and removes the mark when it agrees', async () => {
    const storage = await openPayments();
    const order = aGuestOrder();
    const [paid, other] = [
      aPaidRow({ payableId: order.id }),
      aPaidRow({ isOverpayment: true, refunded: dollars(39.98) }),
    ];
    await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
    for (const row of [paid, other]) await storage.unitOfWork.run(beginRow(row));
    const { log, lines } = aLog();
    const check = makeCheckLedger({ ...storage, log });
    const get = (id: PaymentId) => storage.unitOfWork.run((tx) => tx.payments.get(id));

    expect(await check()).to.equal(2);
    await check();
    expect(Payment.attentionTo(await get(paid.id))).to.deep.equal(['ledger_discrepancy']);
    expect((await get(other.id)).version).to.equal(other.version);
    expect((await get(paid.id)).version).to.equal(paid.version + 1);
    expect(lines.filter(({ message }) => message === 'a payment differs from the ledger')).to.have.length(1);
    expect((await storage.eventsOf(paid.id)).map(({ type }) => type)).to.deep.equal(['payment.updated']);

    await storage.unitOfWork.run(async (tx) => {
      const wrong = await tx.orders.get(order.id);
      await tx.orders.save({ ...wrong, version: wrong.version + 1, amountPaid: paid.captured }, []);
    });
    await check();
    expect(Payment.attentionTo(await get(paid.id))).to.deep.equal([]);
  });
});
