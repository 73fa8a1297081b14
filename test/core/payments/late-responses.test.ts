import { expect } from 'chai';
import { makeChangeOrder } from '#core/orders/use-cases/change-order.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import { ids } from '../../support/builders/builders.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { aGate } from '../../support/gate.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);
const UNKNOWN = { kind: 'unknown', why: 'it was lost' } as const;
const UNREACHABLE = { kind: 'unreachable', why: 'it is down' } as const;

describe('a gateway response that arrives after another process changed the payment or order', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const beginning = async (orderId: `ord_${string}`): Promise<PaymentId> => {
    for (;;) {
      const [id] = await payments.paymentsOf(orderId);
      if (id !== undefined) return id;
    }
  };

  /** Pays while the gateway reports "unreachable" after `meanwhile`. */
  const payInVain = async (meanwhile: (id: PaymentId) => Promise<unknown>): Promise<PaymentId> => {
    const { opened, open } = aGate();
    const { id: orderId } = await payments.anOrder();
    const authorize = () => opened.then(() => UNREACHABLE);
    payments.replaceSandbox({ authorize, lookUp: async () => UNKNOWN });
    const paying = rejectionOf(payments.pay(orderId));
    const id = await beginning(orderId);
    await meanwhile(id);
    open();
    expect(await paying).to.include({ kind: 'bad_gateway', code: 'gateway_error' });
    return id;
  };

  it('treats "unreachable" as unknown when another process may have called the gateway', async () => {
    const id = await payInVain(async () => {
      payments.clock.advance(30);
      expect(await payments.reconcile()).to.equal(1);
    });
    expect(await payments.get(id)).to.deep.include({ status: 'processing', failure: null });
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'unknown', 'unknown']);
    payments.replaceSandbox({});
    payments.clock.advance(60);
    await payments.reconcile();
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('trusts "unreachable" when no other process could call the gateway', async () => {
    const id = await payInVain(async () => payments.clock.advance(29));
    expect(await payments.get(id)).to.deep.include({ status: 'failed', nextCheckAt: null });
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'unreachable']);
  });

  it('pays the current order without losing changes', async () => {
    const { id: orderId } = await payments.anOrder();
    const { version } = await payments.getOrder(orderId);
    const change = makeChangeOrder({ clock: payments.clock, ids, invoices: noInvoices });
    const patch = { metadata: { note: 'ring twice' } };
    payments.replaceSandbox({
      authorize: async (request) => {
        await payments.unitOfWork.run(change(payments.staff, { id: orderId, patch, expected: undefined }));
        payments.clock.advance(1);
        return payments.sandbox.authorize(request);
      },
    });
    const payment = await payments.pay(orderId);
    expect(payment).to.deep.include({ status: 'succeeded', captured: ALL, version: 2 });
    expect(await payments.get(payment.id)).to.deep.equal(payment);
    const order = await payments.getOrder(orderId);
    expect(order).to.deep.include({ ...patch, amountPaid: ALL, version: version + 2 });
    expect(await payments.orderTimelineOf(orderId)).to.deep.equal(['created', 'updated', 'paid']);
    expect(await payments.timelineOf(payment.id)).to.deep.equal(['authorize_requested', 'captured']);
    expect(await payments.typesOf(payment.id)).to.deep.equal(['payment.succeeded']);
  });
});
