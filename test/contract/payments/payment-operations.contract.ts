import { expect } from 'chai';
import type { Payment } from '#core/payments/payment.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { dollars, money } from '../../support/builders/order-builders.ts';
import { anOperation, aPaidRow, aPaymentRow, beginRow, nextRow } from '../../support/builders/payment-rows.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { shuffled } from '../../support/shuffled.ts';
import { cut, TEXT } from '../../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `PaymentRepository`: operations. */
export const paymentOperationsContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentRepository: operations on ${name}`, () => {
    const storage = useStorage(open);
    describe('storage', () => keptContract(storage));
    describe('by idempotency key', () => requestedContract(storage));
  });
};

const FAILURE = { code: cut(TEXT, 100), message: cut(TEXT, 1000) };

const keptContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const begun = async (operations: (payment: Payment) => PaymentOperation[], payment = aPaymentRow()) => {
    const stored = operations(payment);
    await run(beginRow(payment, { operations: stored }));
    return { payment, stored };
  };

  const expectKept = async (operation: PaymentOperation): Promise<void> => {
    expect(await run((tx) => tx.payments.getOperation(operation.id))).to.deep.equal(operation);
  };

  it('round-trip each kind in each status, smallest and largest', async () => {
    const largest = {
      amount: money('999999999999.99'),
      reason: cut(TEXT, 500),
      failure: FAILURE,
      idempotency: { key: cut(TEXT, 300), fingerprint: cut(TEXT, 100) },
      createdAt: new Date('1999-12-31T23:59:59.999Z'),
      updatedAt: noonPlus(0.001),
    };
    const smallest = { amount: dollars(0), reason: '', failure: { code: '', message: '' } };
    for (const status of ['pending', 'succeeded', 'failed', 'reversed'] as const) {
      const { stored } = await begun((payment) => [
        anOperation(payment, { status }),
        anOperation(payment, { ...largest, id: ids.next('re'), kind: 'refund', status: 'failed', idempotency: null }),
        anOperation(payment, { ...smallest, id: ids.next('void'), kind: 'void', status }),
        anOperation(payment, { id: ids.next('cap'), kind: 'capture', status, amount: dollars(0.01) }),
      ]);
      for (const operation of stored) await expectKept(operation);
    }
    const { stored } = await begun((payment) => [anOperation(payment, { ...largest, id: ids.next('re') })]);
    for (const operation of stored) await expectKept(operation);
  });

  it('keep the items of a refund, and show that they wait for its outcome', async () => {
    const items = [
      { itemId: ids.next('item'), quantity: 10_000 },
      { itemId: ids.next('item'), quantity: 1 },
    ];
    const { payment, stored } = await begun((row) => [
      anOperation(row, { id: ids.next('re'), kind: 'refund', refunded: { items, isRestocked: true, shipping: null } }),
      anOperation(row, {
        id: ids.next('re'),
        kind: 'refund',
        refunded: { items, isRestocked: false, shipping: null },
        status: 'failed',
      }),
    ]);
    for (const operation of stored) await expectKept(operation);
    const isRefunding = () => run((tx) => tx.payments.isRefundingItems(payment.payableId));
    expect(await isRefunding()).to.equal(true);
    const ended = PaymentOperation.succeed(stored[0] as PaymentOperation, noonPlus(1));
    const another = anOperation(payment, { id: ids.next('re'), kind: 'refund' });
    await run((tx) => tx.payments.save(nextRow(payment), { operations: [ended, another] }));
    await expectKept(ended);
    expect(await isRefunding()).to.equal(false);
  });

  it('list the refunds of a payment, the newest first', async () => {
    const { payment, stored } = await begun((payment) => [
      anOperation(payment),
      anOperation(payment, { id: ids.next('re'), kind: 'refund', status: 'reversed', createdAt: noonPlus(1) }),
      anOperation(payment, { id: ids.next('re'), kind: 'refund', status: 'failed', createdAt: noonPlus(2) }),
      anOperation(payment, { id: ids.next('cap'), kind: 'capture', createdAt: noonPlus(3) }),
    ]);
    const refunds = await run((tx) => tx.payments.listRefunds(payment.id));
    expect(refunds).to.deep.equal([stored[2], stored[1]]);
    expect(await run((tx) => tx.payments.listRefunds(ids.next('pay')))).to.deep.equal([]);
  });

  it('keep amounts in the currency of the payment', async () => {
    for (const amount of [money(1, 'JPY'), money(0.001, 'KWD'), money('99999999999.9999', 'CLF')]) {
      const { stored } = await begun((payment) => [anOperation(payment)], aPaymentRow({ amount }));
      for (const operation of stored) await expectKept(operation);
    }
  });

  it('are not found by an unknown id', async () => {
    const attempt = run((tx) => tx.payments.getOperation(ids.next('cap')));
    expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
  });

  it('are replaced by their outcome', async () => {
    const { payment, stored } = await begun((row) => [
      anOperation(row, { idempotency: { key: ids.next('evt'), fingerprint: 'f' } }),
      anOperation(row, { id: ids.next('cap'), kind: 'capture' }),
      anOperation(row, { id: ids.next('void'), kind: 'void', idempotency: { key: ids.next('evt'), fingerprint: 'g' } }),
    ]);
    const [first, second, third] = stored as [PaymentOperation, PaymentOperation, PaymentOperation];
    const ended = [
      PaymentOperation.succeed(first, noonPlus(1)),
      PaymentOperation.fail(second, FAILURE, noonPlus(2)),
      PaymentOperation.releaseKey(third, FAILURE, noonPlus(3)),
    ];
    const added = anOperation(payment, { id: ids.next('re'), kind: 'refund' });
    await run((tx) => tx.payments.save(nextRow(payment), { operations: [...ended, added] }));
    for (const operation of [...ended, added]) await expectKept(operation);
    expect(await run((tx) => tx.payments.listPendingOperations(payment.id))).to.deep.equal([added]);
  });

  it('are returned while pending, the oldest first, ties by id', async () => {
    const at = (second: number) => ({ createdAt: noonPlus(second), updatedAt: noonPlus(second) });
    const { payment, stored } = await begun((row) => [
      anOperation(row, at(0)),
      anOperation(row, { id: ids.next('re'), kind: 'refund', ...at(1) }),
      anOperation(row, { id: ids.next('re'), kind: 'refund', ...at(1) }),
      anOperation(row, { id: ids.next('cap'), kind: 'capture', ...at(2) }),
    ]);
    const more = shuffled([0.5, 1.5, 3]).map((second) =>
      anOperation(payment, { id: ids.next('cap'), kind: 'capture', ...at(second) }),
    );
    const known = anOperation(payment, { id: ids.next('cap'), status: 'succeeded' });
    await run((tx) => tx.payments.save(nextRow(payment), { operations: [...more, known] }));
    await begun((row) => [anOperation(row)]);
    const inTurn = [...stored, ...more].sort(
      (a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1),
    );
    expect(await run((tx) => tx.payments.listPendingOperations(payment.id))).to.deep.equal(inTurn);
  });
};

const requestedContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const LONG_AGO = noonPlus(-3600);

  const aRequest = () => ({ key: ids.next('evt') as string, fingerprint: 'f' });

  /** A refund of a cent, requested at noon. */
  const aRefund = (payment: Payment, request = aRequest()) =>
    anOperation(payment, { id: ids.next('re'), kind: 'refund', amount: dollars(0.01), idempotency: request });

  const begun = async (): Promise<{ payment: Payment; refund: PaymentOperation }> => {
    const payment = aPaidRow();
    const refund = aRefund(payment);
    await run(beginRow(payment, { operations: [refund] }));
    return { payment, refund };
  };

  const find = (key: string, since = LONG_AGO): Promise<PaymentOperation | undefined> =>
    run((tx) => tx.payments.findOperationByKey(key, since));

  it('are found by their idempotency key only', async () => {
    const [{ refund }] = [await begun(), await begun()];
    const { key = '' } = refund.idempotency ?? {};
    expect(await find(key)).to.deep.equal(refund);
    for (const other of [key.toUpperCase(), `${key} `, '', ids.next('evt')]) {
      expect(await find(other)).to.equal(undefined);
    }
  });

  it('are found from the cut-off time on, and lose an older key', async () => {
    const { payment, refund } = await begun();
    const { key = '' } = refund.idempotency ?? {};
    expect(await find(key, NOON)).to.deep.equal(refund);
    expect(await find(key, noonPlus(0.001))).to.equal(undefined);
    expect(await find(key)).to.equal(undefined);
    expect(await run((tx) => tx.payments.getOperation(refund.id))).to.deep.equal({ ...refund, idempotency: null });
    const again = aRefund(payment, { key, fingerprint: 'another' });
    await run((tx) => tx.payments.save(nextRow(payment), { operations: [again] }));
    expect(await find(key)).to.deep.equal(again);
  });

  it('may reuse a key in the transaction that dropped it', async () => {
    const { payment, refund } = await begun();
    const again = aRefund(payment, { key: refund.idempotency?.key ?? '', fingerprint: 'another' });
    await run(async (tx) => {
      expect(await tx.payments.findOperationByKey(again.idempotency?.key ?? '', noonPlus(1))).to.equal(undefined);
      await tx.payments.save(nextRow(payment), { operations: [again] });
    });
    expect(await find(again.idempotency?.key ?? '')).to.deep.equal(again);
  });

  it('keep their key in a dry run', async () => {
    const { refund } = await begun();
    const { key = '' } = refund.idempotency ?? {};
    await storage().unitOfWork.dryRun((tx) => tx.payments.findOperationByKey(key, noonPlus(1)));
    expect(await find(key)).to.deep.equal(refund);
  });

  it('reject a second operation with the same key and store nothing of it', async () => {
    const { payment, refund } = await begun();
    const second = aRefund(payment, refund.idempotency ?? aRequest());
    const attempt = run((tx) => tx.payments.save(nextRow(payment), { operations: [second] }));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
    expect(await find(refund.idempotency?.key ?? '')).to.deep.equal(refund);
    expect((await run((tx) => tx.payments.get(payment.id))).version).to.equal(1);
  });

  it('are created once under concurrent requests with one key, which the others find', async () => {
    for (let round = 0; round < 5; round += 1) {
      const request = aRequest();
      const payments = Array.from({ length: 6 }, () => aPaidRow());
      for (const payment of payments) await run(beginRow(payment));
      const refundOnce = (payment: Payment): Promise<PaymentOperation> =>
        run(async (tx) => {
          const earlier = await tx.payments.findOperationByKey(request.key, LONG_AGO);
          if (earlier !== undefined) return earlier;
          const refund = aRefund(payment, request);
          await tx.payments.save(nextRow(await tx.payments.get(payment.id)), { operations: [refund] });
          return refund;
        });
      const found = await Promise.all(payments.map(refundOnce));
      expect(new Set(found.map(({ id }) => id)).size, `round ${round}`).to.equal(1);
      expect(await find(request.key)).to.deep.equal(found[0]);
    }
  });
};
