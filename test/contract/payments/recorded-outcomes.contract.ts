import { expect } from 'chai';
import sinon from 'sinon';
import { makeRecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import { Order } from '#core/orders/order.ts';
import { storeOrder } from '#core/orders/steps/store-order.ts';
import { makeChangeOrder } from '#core/orders/use-cases/change-order.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { Payable } from '#core/payments/payable.ts';
import {
  type FinishedOperation,
  makeRecordOutcome,
  type StartedOperation,
} from '#core/payments/use-cases/record-outcome.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import { anActor, aUser, clockAtNoon, ids, noonPlus } from '../../support/builders/builders.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import { anOperation, aPaymentRow, beginRow } from '../../support/builders/payment-rows.ts';
import type { StorageUnderTest } from '../storage/storage-under-test.ts';

type Pair = () => readonly [StorageUnderTest, StorageUnderTest];

const ALL = dollars(39.98);
const PATCH = { metadata: { note: 'ring twice' } };

/**
 * What a process records after a gateway captured its payment, with the other process's changes in between. The outcome
 * is stored on the versions of the start unless they changed.
 */
export const recordedOutcomesContract = (pair: Pair): void => {
  const clock = clockAtNoon();
  const deps = { clock, systemClock: clock, ids, invoices: noInvoices };
  const recordOutcome = makeRecordOutcome({
    ...deps,
    recordPayment: makeRecordPayment(deps),
    recordInvoicePayment: makeRecordInvoicePayment({ ...deps, listeners: [] }),
  });
  const change = makeChangeOrder(deps);
  const staff = anActor(aUser({ role: 'staff' }));

  type Begun = Required<StartedOperation> & Readonly<{ order: Order }>;

  /** A payment of a guest order while the gateway is being called. */
  const begin = async (): Promise<Begun> => {
    const order = aGuestOrder();
    const payment = aPaymentRow({ payableId: order.id, amount: ALL });
    const operation = anOperation(payment);
    await pair()[0].unitOfWork.run(async (tx) => {
      await tx.orders.add(order, []);
      await beginRow(payment, { operations: [operation] })(tx);
    });
    return { payment, operation, order, payable: Payable.ofOrder(order) };
  };

  const captured = (begun: StartedOperation): Work<FinishedOperation> =>
    recordOutcome(Actor.system, { ...begun, outcome: { kind: 'captured', reference: 'ch_1' } });

  /** The same, with the number of reads of the payment in all runs. */
  const recorded = async (begun: StartedOperation) => {
    const work = captured(begun);
    let reads = 0;
    const { payment } = await pair()[0].unitOfWork.run(async (tx) => {
      const get = sinon.spy(tx.payments, 'get');
      try {
        return await work(tx);
      } finally {
        reads += get.callCount;
        get.restore();
      }
    });
    return { payment, reads };
  };

  const orderOf = ({ order }: Begun): Promise<Order> => pair()[1].unitOfWork.run((tx) => tx.orders.get(order.id));

  /** Checks that the storage has the payment with its ledger movements. */
  const expectKept = async ({
    payment,
  }: FinishedOperation | { payment: FinishedOperation['payment'] }): Promise<void> => {
    expect(await pair()[1].unitOfWork.run((tx) => tx.payments.get(payment.id))).to.deep.equal(payment);
    const discrepancies = await pair()[1].ledgerQueries.discrepancies();
    expect(discrepancies.filter(({ id }) => id === payment.id || id === payment.payableId)).to.deep.equal([]);
  };

  it('is stored without a second read when nothing changed in between', async () => {
    const begun = await begin();
    const { payment, reads } = await recorded(begun);
    expect(reads).to.equal(0);
    expect(payment).to.deep.include({ status: 'succeeded', captured: ALL, reference: 'ch_1', version: 2 });
    await expectKept({ payment });
    expect(await orderOf(begun)).to.deep.include({ amountPaid: ALL, version: begun.order.version + 1 });
  });

  it('is stored beside the other process’s change of the order', async () => {
    const begun = await begin();
    await pair()[1].unitOfWork.run(change(staff, { id: begun.order.id, patch: PATCH, expected: undefined }));
    const { payment, reads } = await recorded(begun);
    expect(reads).to.equal(1);
    expect(payment).to.deep.include({ status: 'succeeded', captured: ALL, version: 2 });
    await expectKept({ payment });
    const order = await orderOf(begun);
    expect(order).to.deep.include({ ...PATCH, amountPaid: ALL, version: begun.order.version + 2 });
    expect(order.state.payment).to.equal('paid');
  });

  it('is stored once when the other process recorded it first', async () => {
    const begun = await begin();
    const first = await pair()[1].unitOfWork.run(captured(begun));
    const { payment } = await recorded(begun);
    expect(payment).to.deep.equal(first.payment);
    await expectKept(first);
    expect(await orderOf(begun)).to.deep.include({ amountPaid: ALL, version: begun.order.version + 1 });
  });

  it('is stored once when both record it concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const begun = await begin();
      const outcomes = await Promise.all(
        [0, 1, 2, 3].map((index) => pair()[index % 2 === 0 ? 0 : 1].unitOfWork.run(captured(begun))),
      );
      for (const { payment } of outcomes) await expectKept({ payment });
      expect((await orderOf(begun)).amountPaid, `round ${round}`).to.deep.equal(ALL);
    }
  });

  it('is refunded when the other process cancelled the order', async () => {
    const begun = await begin();
    await pair()[1].unitOfWork.run(async (tx) => {
      const before = await tx.orders.get(begun.order.id);
      const after = Order.cancel(before, null, noonPlus(1));
      await storeOrder(
        tx,
        { actor: staff, ids, invoices: noInvoices },
        { before, after, what: 'cancelled', details: {} },
      );
    });
    const cancelled = await orderOf(begun);
    const { payment } = await recorded(begun);
    expect(payment).to.deep.include({ captured: ALL, refunding: ALL, isOverpayment: true });
    await expectKept({ payment });
    expect(await orderOf(begun)).to.deep.equal(cancelled);
  });
};
