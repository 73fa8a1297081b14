import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Json } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, dollars } from '../../support/builders/order-builders.ts';
import {
  aMovement,
  anAuthorizedRow,
  anOperation,
  aPaidRow,
  aPaymentRow,
  beginRow,
  beginRows,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

type Pair = () => readonly [StorageUnderTest, StorageUnderTest];

/** Payments that two processes on one storage start, check and change. */
export const sharedPaymentsContract = (pair: Pair): void => {
  /** The same call many times concurrently, alternating between the processes. */
  const atOnce = <T>(times: number, task: (storage: StorageUnderTest, index: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: times }, (_, index) => task(pair()[index % 2 === 0 ? 0 : 1], index)));

  const allOf = async <T>(outcomes: Promise<PromiseSettledResult<T>[]>): Promise<T[]> => {
    const settled = await outcomes;
    expect(settled.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
    return settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  };

  const added = async (order = aGuestOrder()): Promise<Order> => {
    await pair()[0].unitOfWork.run((tx) => tx.orders.add(order, []));
    return order;
  };

  const paymentsOf = async ({ id }: Order): Promise<{ id: PaymentId }[]> =>
    (await pair()[1].paymentQueries.list({ filter: { order_id: id }, page: { limit: 100 } })).items.map(Json.parse);

  it('start one payment of an order concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await added();
      const begun = await allOf(
        atOnce(6, ({ unitOfWork }) =>
          unitOfWork.run(async (tx) => {
            const due = Order.amountDue(await tx.orders.get(order.id));
            const payment = aPaymentRow({ payableId: order.id, amount: dollars(1) });
            const standing = await beginRow(payment, { operations: [anOperation(payment)] }, due)(tx);
            if (standing !== undefined) expect(standing).to.include({ isProcessing: true, isPending: true });
            return standing === undefined ? [payment.id] : [];
          }),
        ),
      );
      expect(begun.flat(), `round ${round}`).to.have.length(1);
      expect((await paymentsOf(order)).map(({ id }) => id)).to.deep.equal(begun.flat());
    }
  });

  it('authorize no more than the amount due', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await added();
      const begun = await allOf(
        atOnce(6, ({ unitOfWork }) =>
          unitOfWork.run(async (tx) => {
            const due = Order.amountDue(await tx.orders.get(order.id));
            return beginRow(anAuthorizedRow({ payableId: order.id, amount: dollars(15) }), {}, due)(tx);
          }),
        ),
      );
      // 39.98 is due
      expect(begun.filter((standing) => standing === undefined)).to.have.length(2);
      expect(await paymentsOf(order)).to.have.length(2);
    }
  });

  it('check different due payments concurrently', async () => {
    const payments = Array.from({ length: 20 }, (_, index) => aPaymentRow({ nextCheckAt: noonPlus(index - 5000) }));
    await pair()[0].unitOfWork.run(beginRows(payments));
    const claim = ({ unitOfWork }: StorageUnderTest): Promise<PaymentId | undefined> =>
      unitOfWork.run((tx) => tx.payments.claimDue(noonPlus(-1000), noonPlus(5000)));
    const claimed = await allOf(atOnce(20, claim));
    // an empty claim may mean that the other process has the locks
    for (let id = await claim(pair()[0]); id !== undefined; id = await claim(pair()[0])) claimed.push(id);
    const found = claimed.filter((id) => id !== undefined).sort();
    expect(found).to.deep.equal(payments.map(({ id }) => id).sort());
  });

  it('skip locked payments without waiting', async () => {
    const payments = [1, 2, 3].map((index) => aPaymentRow({ nextCheckAt: noonPlus(index - 5000) }));
    const [one, other] = pair();
    await one.unitOfWork.run(beginRows(payments));
    const claim = (tx: Transaction) => tx.payments.claimDue(noonPlus(-1000), noonPlus(5000));
    const claimed = await one.unitOfWork.run(async (tx) => {
      await tx.payments.get(payments[0]?.id ?? ids.next('pay'));
      return other.unitOfWork.run(async (tx2) => [await claim(tx2), await one.unitOfWork.run(claim)]);
    });
    expect(claimed).to.deep.equal(payments.slice(1).map(({ id }) => id));
    expect(await other.unitOfWork.run(claim)).to.equal(payments[0]?.id);
  });

  it('store one next version of a payment', async () => {
    const payment = aPaymentRow();
    await pair()[0].unitOfWork.run(beginRow(payment));
    const outcomes = await atOnce(10, ({ unitOfWork }, index) =>
      unitOfWork.run((tx) => tx.payments.save(nextRow(payment, { metadata: { by: String(index) } }), {})),
    );
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).to.have.length(9);
    for (const error of errors) {
      expect(error).to.be.instanceOf(DomainError);
      expect(error).to.include({ kind: 'conflict', code: 'conflict' });
    }
    expect((await pair()[1].unitOfWork.run((tx) => tx.payments.get(payment.id))).version).to.equal(2);
  });

  it('lose no concurrent capture and record each movement', async () => {
    const order = await added(aGuestOrder());
    const payment = anAuthorizedRow({ payableId: order.id });
    await pair()[0].unitOfWork.run(beginRow({ ...payment, isOverpayment: true }));
    await allOf(
      atOnce(20, ({ unitOfWork }) =>
        unitOfWork.run(async (tx) => {
          const before = await tx.payments.get(payment.id);
          const after = nextRow(before, { captured: before.captured.add(dollars(1)) });
          await tx.payments.save(after, { movements: [aMovement(after, 'capture', dollars(1))] });
        }),
      ),
    );
    const { captured, version } = await pair()[1].unitOfWork.run((tx) => tx.payments.get(payment.id));
    expect({ captured, version }).to.deep.equal({ captured: dollars(20), version: 21 });
    const discrepancies = await pair()[1].ledgerQueries.discrepancies();
    expect(discrepancies.filter(({ id }) => id === payment.id || id === order.id)).to.deep.equal([]);
  });

  it('run a request with one key once, on either process', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = ids.next('evt');
      const payments = Array.from({ length: 6 }, () => aPaidRow());
      await pair()[0].unitOfWork.run(beginRows(payments));
      const refundOnce = async (tx: Transaction, payment: Payment | undefined): Promise<PaymentOperation['id']> => {
        const earlier = await tx.payments.findOperationByKey(key, noonPlus(-3600));
        if (earlier !== undefined || payment === undefined) return earlier?.id ?? ids.next('re');
        const refund = { kind: 'refund', amount: dollars(1), idempotency: { key, fingerprint: 'f' } } as const;
        const operation = anOperation(payment, { id: ids.next('re'), ...refund });
        await tx.payments.save(nextRow(payment), { operations: [operation] });
        return operation.id;
      };
      const operationIds = await allOf(
        atOnce(6, ({ unitOfWork }, index) => unitOfWork.run((tx) => refundOnce(tx, payments[index]))),
      );
      expect(new Set(operationIds).size, `round ${round}`).to.equal(1);
    }
  });

  it('share recorded gateway webhooks', async () => {
    const note = ({ unitOfWork }: StorageUnderTest) =>
      unitOfWork.run((tx) => tx.payments.recordGatewayWebhook('sandbox', 'shared', noonPlus(0)));
    await allOf(atOnce(10, note));
    for (const { unitOfWork } of pair()) {
      expect(await unitOfWork.run((tx) => tx.payments.isKnownGatewayWebhook('sandbox', 'shared'))).to.equal(true);
    }
  });
};
