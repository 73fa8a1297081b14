import { expect } from 'chai';
import type { Payment } from '#core/payments/payment.ts';
import { type OperationKind, PaymentOperation } from '#core/payments/payment-operation.ts';
import type { PaymentBacklog } from '#core/payments/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  aDispute,
  anAuthorizedRow,
  anOperation,
  aPaidRow,
  aPaymentRow,
  beginRow,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `PaymentQueries.backlog`. */
export const paymentBacklogContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentQueries: backlog on ${name}: pending operations`, () => pendingContract(useStorage(open)));
  describe(`PaymentQueries: backlog on ${name}: checks`, () => checksContract(useStorage(open)));
  describe(`PaymentQueries: backlog on ${name}: attention`, () => attentionContract(useStorage(open)));
};

const PREFIXES = { capture: 'cap', void: 'void', refund: 're' } as const;

const pendingContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  /** The number and the oldest of each kind. */
  const pending = async (): Promise<Partial<Record<OperationKind, [number, Date]>>> => {
    const backlog = await storage().paymentQueries.backlog();
    return Object.fromEntries(backlog.pending.map(({ kind, count, oldest }) => [kind, [count, oldest]]));
  };

  const operationOf = (
    payment: Payment,
    kind: keyof typeof PREFIXES,
    overrides: Partial<PaymentOperation> = {},
  ): PaymentOperation => anOperation(payment, { id: ids.next(PREFIXES[kind]), kind, ...overrides });

  /** Records an outcome of all operations of a payment. */
  const end = (payment: Payment): Promise<void> =>
    run(async (tx) => {
      const operations = (await tx.payments.listPendingOperations(payment.id)).map((operation) =>
        PaymentOperation.succeed(operation, noonPlus(1)),
      );
      const ended = nextRow(payment, { status: 'cancelled', isVoiding: false, nextCheckAt: null });
      await tx.payments.save(ended, { operations });
    });

  it('has none without payments', async () => {
    expect(await pending()).to.deep.equal({});
  });

  it('counts authorizations of unknown outcome, until the outcome is known or the payer has to act', async () => {
    const first = aPaymentRow({ at: noonPlus(-30) });
    const second = aPaymentRow({ at: noonPlus(-20) });
    for (const payment of [second, first]) await run(beginRow(payment, { operations: [anOperation(payment)] }));
    expect(await pending()).to.deep.equal({ authorize: [2, noonPlus(-30)] });
    const waiting = nextRow(first, { status: 'requires_action', nextCheckAt: noonPlus(1) });
    await run((tx) => tx.payments.save(waiting, {}));
    expect(await pending()).to.deep.equal({ authorize: [1, noonPlus(-20)] });
    await end(second);
    expect(await pending()).to.deep.equal({});
    const voiding = nextRow(waiting, { isVoiding: true });
    await run((tx) => tx.payments.save(voiding, { operations: [operationOf(voiding, 'void', { createdAt: NOON })] }));
    expect(await pending()).to.deep.equal({ void: [1, NOON] });
    await end(voiding);
    expect(await pending()).to.deep.equal({});
  });

  it('counts captures, voids and refunds of unknown outcome', async () => {
    const nextCheckAt = noonPlus(5);
    const capturing = anAuthorizedRow({ capturing: dollars(1), nextCheckAt });
    const voiding = anAuthorizedRow({ isVoiding: true, nextCheckAt });
    const refunding = aPaidRow({ refunding: dollars(2), nextCheckAt });
    await run(beginRow(capturing, { operations: [operationOf(capturing, 'capture', { createdAt: noonPlus(-3) })] }));
    await run(beginRow(voiding, { operations: [operationOf(voiding, 'void', { createdAt: noonPlus(-2) })] }));
    const refunds = [
      operationOf(refunding, 'refund', { createdAt: noonPlus(-1) }),
      operationOf(refunding, 'refund', { createdAt: noonPlus(-1.001) }),
      operationOf(refunding, 'refund', { createdAt: noonPlus(-9), status: 'succeeded' }),
      operationOf(refunding, 'refund', { createdAt: noonPlus(-9), status: 'failed' }),
    ];
    await run(beginRow(refunding, { operations: refunds }));
    expect(await pending()).to.deep.equal({
      capture: [1, noonPlus(-3)],
      void: [1, noonPlus(-2)],
      refund: [2, noonPlus(-1.001)],
    });
  });

  it('counts up to a limit', async () => {
    const refunding = aPaidRow({ refunding: dollars(2), nextCheckAt: noonPlus(5) });
    const operations = Array.from({ length: MAX_COUNTED + 1 }, () => operationOf(refunding, 'refund'));
    await run(beginRow(refunding, { operations }));
    expect((await pending()).refund?.[0]).to.equal(MAX_COUNTED);
  });
};

const checksContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const nextCheckAt = async (): Promise<Date | null> => (await storage().paymentQueries.backlog()).nextCheckAt;

  it('are none while no payment waits', async () => {
    expect(await nextCheckAt()).to.equal(null);
    await run(beginRow(aPaidRow()));
    expect(await nextCheckAt()).to.equal(null);
  });

  it('are due first where the time is the earliest, until it is claimed', async () => {
    const status = 'requires_action';
    for (const seconds of [4, 2, 3]) await run(beginRow(aPaymentRow({ status, nextCheckAt: noonPlus(seconds) })));
    expect(await nextCheckAt()).to.deep.equal(noonPlus(2));
    await run((tx) => tx.payments.claimDue(noonPlus(2), noonPlus(32)));
    expect(await nextCheckAt()).to.deep.equal(noonPlus(3));
  });
};

const attentionContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const backlog = (): Promise<PaymentBacklog> => storage().paymentQueries.backlog();

  it('is needed by payments with a dispute, a failed refund, an overpayment, a late operation or a discrepancy', async () => {
    await run(beginRow(aPaidRow()));
    expect((await backlog()).needingAttention).to.equal(0);
    const disputed = aPaidRow({ disputes: [aDispute()] });
    await run(beginRow(disputed));
    await run(beginRow(aPaidRow({ hasFailedRefund: true })));
    await run(beginRow(aPaidRow({ isOverpayment: true })));
    await run(beginRow(aPaidRow({ delay: 'unknown_outcome' })));
    await run(beginRow(aPaidRow({ hasDiscrepancy: true })));
    expect((await backlog()).needingAttention).to.equal(5);
  });
};
