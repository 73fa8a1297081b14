import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Work } from '#core/storage.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import {
  aLargePaymentRow,
  anOperation,
  aPaidRow,
  aPaymentRow,
  beginRow,
  beginRows,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import { aGate } from '../../support/gate.ts';
import { shuffled } from '../../support/shuffled.ts';
import { TEXT } from '../../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** `PaymentRepository`: due payments, gateway webhooks and erasure. */
export const duePaymentsContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentRepository: due payments on ${name}`, () => claimContract(useStorage(open)));
  describe(`PaymentRepository: gateway webhooks on ${name}`, () => webhookContract(useStorage(open)));
  describe(`PaymentRepository: erasure on ${name}`, () => erasureContract(useStorage(open)));
};

const LATER = noonPlus(100_000);

const claimContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const dueAt = (seconds: number): Payment => aPaymentRow({ nextCheckAt: noonPlus(seconds) });

  const claim = (seconds: number, until = LATER): Promise<PaymentId | undefined> =>
    run((tx) => tx.payments.claimDue(noonPlus(seconds), until));

  const claimAll = async (seconds: number): Promise<PaymentId[]> => {
    const claimed: PaymentId[] = [];
    for (let id = await claim(seconds); id !== undefined; id = await claim(seconds)) claimed.push(id);
    return claimed;
  };

  it('are none without a check time', async () => {
    expect(await claim(50_000)).to.equal(undefined);
    await run(beginRow(aPaymentRow({ nextCheckAt: null })));
    expect(await claim(50_000)).to.equal(undefined);
  });

  it('are those whose check time is reached, to the millisecond', async () => {
    const payment = dueAt(10);
    await run(beginRow(payment));
    expect(await claim(9.999)).to.equal(undefined);
    expect(await claim(10)).to.equal(payment.id);
  });

  it('are claimed in order, each once', async () => {
    const payments = [4, 1, 6, 3, 5, 2].map(dueAt);
    await run(beginRows(shuffled(payments)));
    const inTurn = [...payments].sort((a, b) => Number(a.nextCheckAt) - Number(b.nextCheckAt)).map(({ id }) => id);
    expect(await claimAll(5)).to.deep.equal(inTurn.slice(0, 5));
    expect(await claimAll(6)).to.deep.equal(inTurn.slice(5));
  });

  it('are due again at the given time with one more check, in the same version', async () => {
    const payment = { ...dueAt(1), checkCount: 3 };
    await run(beginRow(payment));
    expect(await claim(1, noonPlus(31.001))).to.equal(payment.id);
    const claimed = { ...payment, nextCheckAt: noonPlus(31.001), checkCount: 4 };
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(claimed);
    expect(await claim(31)).to.equal(undefined);
    expect(await claim(31.001)).to.equal(payment.id);
    expect((await run((tx) => tx.payments.get(payment.id))).checkCount).to.equal(5);
  });

  it('are claimed again after a failed transaction or dry run', async () => {
    const payment = dueAt(1);
    await run(beginRow(payment));
    const attempt = run(async (tx) => {
      await tx.payments.claimDue(noonPlus(1), LATER);
      throw new Error('changed my mind');
    });
    await attempt.catch(() => {});
    const dryRunResult = await storage().unitOfWork.dryRun((tx) => tx.payments.claimDue(noonPlus(1), LATER));
    expect(dryRunResult).to.equal(payment.id);
    expect(await claimAll(1)).to.deep.equal([payment.id]);
  });

  it('are claimed by one of several concurrent transactions', async () => {
    const payments = Array.from({ length: 30 }, (_, index) => dueAt(index / 100));
    await run(beginRows(payments));
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim(1)));
    const claimed = [...claims, ...(await claimAll(1))].filter((id) => id !== undefined);
    expect([...claimed].sort()).to.deep.equal(payments.map(({ id }) => id).sort());
  });

  it('are not claimed while locked, nor before their new check time', async () => {
    const [first, second] = [dueAt(1), dueAt(2)];
    await run(beginRows([first, second]));
    const [got, mayEnd] = [aGate(), aGate()];
    const holding = run(async (tx) => {
      const payment = await tx.payments.get(first.id);
      got.open();
      await mayEnd.opened;
      await tx.payments.save(nextRow(payment, { nextCheckAt: noonPlus(50) }), {});
    });
    await Promise.race([got.opened, holding]);
    const other = claim(3);
    // serialized transactions wait
    await Promise.race([other, sleep(100)]);
    mayEnd.open();
    await holding;
    expect(await other).to.equal(second.id);
    expect(await claim(49)).to.equal(undefined);
    expect(await claim(50)).to.equal(first.id);
  });
};

const webhookContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const isKnown = (gateway: string, id: string) => run((tx) => tx.payments.isKnownGatewayWebhook(gateway, id));
  const note = (gateway: string, id: string, seconds = 0) =>
    run((tx) => tx.payments.recordGatewayWebhook(gateway, id, noonPlus(seconds)));

  it('are found once recorded, by gateway and id', async () => {
    for (const id of ['evt_1', TEXT, '', '["a","b"]']) {
      expect(await isKnown('sandbox', id)).to.equal(false);
      await note('sandbox', id);
      expect(await isKnown('sandbox', id)).to.equal(true);
      expect(await isKnown('stripe', id)).to.equal(false);
    }
    expect(await isKnown('sandbox', 'EVT_1')).to.equal(false);
  });

  it('are found within their transaction, and not after it failed or was a dry run', async () => {
    const known = await storage().unitOfWork.dryRun(async (tx) => {
      await tx.payments.recordGatewayWebhook('sandbox', 'gateway webhook of a dry run', noonPlus(0));
      return tx.payments.isKnownGatewayWebhook('sandbox', 'gateway webhook of a dry run');
    });
    expect(known).to.equal(true);
    expect(await isKnown('sandbox', 'gateway webhook of a dry run')).to.equal(false);
  });

  it('may be recorded concurrently', async () => {
    await Promise.all(Array.from({ length: 10 }, () => note('sandbox', 'often')));
    expect(await isKnown('sandbox', 'often')).to.equal(true);
  });

  it('are removed by the time of their first recording', async () => {
    await note('sandbox', 'old', 9.999);
    await note('sandbox', 'twice', 9);
    await note('sandbox', 'twice', 20);
    await note('sandbox', 'at the time', 10);
    await note('stripe', 'old', 11);
    const remove = () => run((tx) => tx.payments.removeGatewayWebhooksBefore(noonPlus(10)));
    expect(await remove()).to.be.at.least(2);
    expect(await remove()).to.equal(0);
    expect(await isKnown('sandbox', 'old')).to.equal(false);
    expect(await isKnown('sandbox', 'twice')).to.equal(false);
    expect(await isKnown('sandbox', 'at the time')).to.equal(true);
    expect(await isKnown('stripe', 'old')).to.equal(true);
  });
};

const erasureContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const aRefundedRow = async (payment: Payment) => {
    const reasons = [null, `because ${TEXT}`];
    const operations = reasons.map((reason) => anOperation(payment, { id: ids.next('re'), kind: 'refund', reason }));
    await run(beginRow(payment, { operations }));
    return { payment, operations };
  };

  it('removes personal data from the payments of the given orders only', async () => {
    const erased = [await aRefundedRow(aLargePaymentRow()), await aRefundedRow(aLargePaymentRow())];
    const other = await aRefundedRow(aLargePaymentRow());
    const orderIds = [...erased.map(({ payment }) => payment.payableId), ids.next('ord')];
    const returned = await run((tx) => tx.payments.erase(orderIds, noonPlus(9)));
    expect([...returned].sort()).to.deep.equal(erased.map(({ payment }) => payment.id).sort());
    for (const { payment, operations } of erased) {
      const bare = { ...payment, version: payment.version + 1, updatedAt: noonPlus(9), metadata: {}, returnUrl: null };
      expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(bare);
      const silent = operations.map((operation) => ({
        ...operation,
        version: 2,
        updatedAt: noonPlus(9),
        reason: null,
      }));
      expect(await run((tx) => tx.payments.listPendingOperations(payment.id))).to.deep.equal(silent);
    }
    expect(await run((tx) => tx.payments.get(other.payment.id))).to.deep.equal(other.payment);
    expect(await run((tx) => tx.payments.listPendingOperations(other.payment.id))).to.deep.equal(other.operations);
  });

  it('keeps the times at which other operations ended', async () => {
    const payment = aPaidRow();
    const authorized = PaymentOperation.succeed(anOperation(payment), noonPlus(1));
    await run(beginRow(payment, { operations: [authorized] }));
    await run((tx) => tx.payments.erase([payment.payableId], noonPlus(9)));
    expect(await run((tx) => tx.payments.getOperation(payment.id))).to.deep.equal(authorized);
  });

  it('returns all payments of an order, and changes nothing for none or in a dry run', async () => {
    const one = await aRefundedRow(aPaymentRow({ status: 'failed', metadata: { for: 'Ada' } }));
    const { payableId: orderId } = one.payment;
    const other = await aRefundedRow(aPaymentRow({ payableId: orderId, metadata: { for: 'Ada' } }));
    await storage().unitOfWork.dryRun((tx) => tx.payments.erase([orderId], noonPlus(9)));
    expect(await run((tx) => tx.payments.get(one.payment.id))).to.deep.equal(one.payment);
    const expected = [one.payment.id, other.payment.id].sort();
    expect((await run((tx) => tx.payments.erase([orderId], noonPlus(9)))).sort()).to.deep.equal(expected);
    expect(await run((tx) => tx.payments.erase([], noonPlus(9)))).to.deep.equal([]);
    expect(await run((tx) => tx.payments.erase([ids.next('ord')], noonPlus(9)))).to.deep.equal([]);
  });
};
