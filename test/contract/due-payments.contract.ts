import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { Work } from '#core/unit-of-work.ts';
import { ids, noonPlus } from '../support/builders.ts';
import { aGate } from '../support/gate.ts';
import { aLargePaymentRow, anOperation, aPaymentRow, beginRow, beginRows, nextRow } from '../support/payment-rows.ts';
import { shuffled } from '../support/shuffled.ts';
import { TEXT } from '../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from './storage-under-test.ts';

/** `PaymentRepository`: payments that are to be looked at, what gateways have told of them, and what is erased. */
export const duePaymentsContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentRepository: payments that are due on ${name}`, () => claimContract(useStorage(open)));
  describe(`PaymentRepository: call-backs on ${name}`, () => callbackContract(useStorage(open)));
  describe(`PaymentRepository: erasure on ${name}`, () => erasureContract(useStorage(open)));
};

const LATER = noonPlus(100_000);

const claimContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const dueAt = (seconds: number): Payment => aPaymentRow({ checkAt: noonPlus(seconds) });

  const claim = (seconds: number, until = LATER): Promise<PaymentId | undefined> =>
    run((tx) => tx.payments.claimDue(noonPlus(seconds), until));

  const claimAll = async (seconds: number): Promise<PaymentId[]> => {
    const claimed: PaymentId[] = [];
    for (let id = await claim(seconds); id !== undefined; id = await claim(seconds)) claimed.push(id);
    return claimed;
  };

  it('are none where nothing is to be looked at', async () => {
    expect(await claim(50_000)).to.equal(undefined);
    await run(beginRow(aPaymentRow({ checkAt: null })));
    expect(await claim(50_000)).to.equal(undefined);
  });

  it('are those whose time has come, to the millisecond', async () => {
    const payment = dueAt(10);
    await run(beginRow(payment));
    expect(await claim(9.999)).to.equal(undefined);
    expect(await claim(10)).to.equal(payment.id);
  });

  it('are given in the order that they are due, each once, until none is left', async () => {
    const payments = [4, 1, 6, 3, 5, 2].map(dueAt);
    await run(beginRows(shuffled(payments)));
    const inTurn = [...payments].sort((a, b) => Number(a.checkAt) - Number(b.checkAt)).map(({ id }) => id);
    expect(await claimAll(5)).to.deep.equal(inTurn.slice(0, 5));
    expect(await claimAll(6)).to.deep.equal(inTurn.slice(5));
  });

  it('are to be looked at again when it is said, and count as looked at once more, as the same version', async () => {
    const payment = { ...dueAt(1), checks: 3 };
    await run(beginRow(payment));
    expect(await claim(1, noonPlus(31.001))).to.equal(payment.id);
    const claimed = { ...payment, checkAt: noonPlus(31.001), checks: 4 };
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(claimed);
    expect(await claim(31)).to.equal(undefined);
    expect(await claim(31.001)).to.equal(payment.id);
    expect((await run((tx) => tx.payments.get(payment.id))).checks).to.equal(5);
  });

  it('are given again where the work that got one threw, or was rehearsed', async () => {
    const payment = dueAt(1);
    await run(beginRow(payment));
    const attempt = run(async (tx) => {
      await tx.payments.claimDue(noonPlus(1), LATER);
      throw new Error('on second thoughts');
    });
    await attempt.catch(() => {});
    const dryRunResult = await storage().unitOfWork.dryRun((tx) => tx.payments.claimDue(noonPlus(1), LATER));
    expect(dryRunResult).to.equal(payment.id);
    expect(await claimAll(1)).to.deep.equal([payment.id]);
  });

  it('are given to one alone of many works at once', async () => {
    const payments = Array.from({ length: 30 }, (_, place) => dueAt(place / 100));
    await run(beginRows(payments));
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim(1)));
    const given = [...claims, ...(await claimAll(1))].filter((id) => id !== undefined);
    expect([...given].sort()).to.deep.equal(payments.map(({ id }) => id).sort());
  });

  it('are not given while another has got them, and neither before their time when it has looked at them', async () => {
    const [first, second] = [dueAt(1), dueAt(2)];
    await run(beginRows([first, second]));
    const [got, mayEnd] = [aGate(), aGate()];
    const holding = run(async (tx) => {
      const payment = await tx.payments.get(first.id);
      got.open();
      await mayEnd.opened;
      await tx.payments.save(nextRow(payment, { checkAt: noonPlus(50) }), {});
    });
    await Promise.race([got.opened, holding]);
    const other = claim(3);
    // works that run in turn wait
    await Promise.race([other, sleep(100)]);
    mayEnd.open();
    await holding;
    expect(await other).to.equal(second.id);
    expect(await claim(49)).to.equal(undefined);
    expect(await claim(50)).to.equal(first.id);
  });
};

const callbackContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const isKnown = (gateway: string, id: string) => run((tx) => tx.payments.isKnownWebhook(gateway, id));
  const note = (gateway: string, id: string, seconds = 0) =>
    run((tx) => tx.payments.recordWebhook(gateway, id, noonPlus(seconds)));

  it('are known once they are noted, each by its gateway and id', async () => {
    for (const id of ['evt_1', TEXT, '', '["a","b"]']) {
      expect(await isKnown('sandbox', id)).to.equal(false);
      await note('sandbox', id);
      expect(await isKnown('sandbox', id)).to.equal(true);
      expect(await isKnown('stripe', id)).to.equal(false);
    }
    expect(await isKnown('sandbox', 'EVT_1')).to.equal(false);
  });

  it('are known in the work that notes them, and not where it throws or is rehearsed', async () => {
    const known = await storage().unitOfWork.dryRun(async (tx) => {
      await tx.payments.recordWebhook('sandbox', 'rehearsed', noonPlus(0));
      return tx.payments.isKnownWebhook('sandbox', 'rehearsed');
    });
    expect(known).to.equal(true);
    expect(await isKnown('sandbox', 'rehearsed')).to.equal(false);
  });

  it('may be noted by many at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => note('sandbox', 'often')));
    expect(await isKnown('sandbox', 'often')).to.equal(true);
  });

  it('are forgotten that came before a time; one that was noted twice, since the first', async () => {
    await note('sandbox', 'old', 9.999);
    await note('sandbox', 'twice', 9);
    await note('sandbox', 'twice', 20);
    await note('sandbox', 'at the time', 10);
    await note('stripe', 'old', 11);
    await run((tx) => tx.payments.removeWebhooksBefore(noonPlus(10)));
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

  it('takes from the payments of some orders what says who paid, and leaves the rest as it is', async () => {
    const erased = [await aRefundedRow(aLargePaymentRow()), await aRefundedRow(aLargePaymentRow())];
    const kept = await aRefundedRow(aLargePaymentRow());
    const orderIds = [...erased.map(({ payment }) => payment.orderId), ids.next('ord')];
    const returned = await run((tx) => tx.payments.erase(orderIds));
    expect([...returned].sort()).to.deep.equal(erased.map(({ payment }) => payment.id).sort());
    for (const { payment, operations } of erased) {
      const bare = { ...payment, version: payment.version + 1, metadata: {}, returnUrl: null };
      expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(bare);
      const silent = operations.map((operation) => ({ ...operation, reason: null }));
      expect(await run((tx) => tx.payments.pending(payment.id))).to.deep.equal(silent);
    }
    expect(await run((tx) => tx.payments.get(kept.payment.id))).to.deep.equal(kept.payment);
    expect(await run((tx) => tx.payments.pending(kept.payment.id))).to.deep.equal(kept.operations);
  });

  it('takes all payments of an order, and nothing where there is none or it is rehearsed', async () => {
    const one = await aRefundedRow(aPaymentRow({ status: 'failed', metadata: { for: 'Ada' } }));
    const { orderId } = one.payment;
    const other = await aRefundedRow(aPaymentRow({ orderId, metadata: { for: 'Ada' } }));
    await storage().unitOfWork.dryRun((tx) => tx.payments.erase([orderId]));
    expect(await run((tx) => tx.payments.get(one.payment.id))).to.deep.equal(one.payment);
    const expected = [one.payment.id, other.payment.id].sort();
    expect((await run((tx) => tx.payments.erase([orderId]))).sort()).to.deep.equal(expected);
    expect(await run((tx) => tx.payments.erase([]))).to.deep.equal([]);
    expect(await run((tx) => tx.payments.erase([ids.next('ord')]))).to.deep.equal([]);
  });
};
