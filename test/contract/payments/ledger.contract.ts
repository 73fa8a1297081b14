import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { ComparedPayment, Movement } from '#core/payments/ledger.ts';
import type { Payment } from '#core/payments/payment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Work } from '#core/storage.ts';
import { clockAtNoon, ids } from '../../support/builders/builders.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { aGuestOrder, dollars, money, shirts } from '../../support/builders/order-builders.ts';
import {
  aDispute,
  aMovement,
  anAuthorizedRow,
  aPaidRow,
  aPaymentRow,
  beginRow,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

/** The movements stored by `PaymentRepository`, and `LedgerQueries`. */
export const ledgerContract = (name: string, open: OpenStorage): void => {
  describe(`ledger on ${name}`, () => {
    describe('of movements', () => movementContract(useStorage(open)));
    describe('of orders', () => orderContract(useStorage(open)));
  });
};

const movementContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const discrepancies = () => storage().ledgerQueries.discrepancies();

  /** Rejected by the storage, with nothing stored. */
  const expectRejected = async (payment: Payment, work: Work<unknown>): Promise<void> => {
    const before = await run((tx) => tx.payments.find(payment.id));
    const outcome = await run(work).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error);
    expect(await run((tx) => tx.payments.find(payment.id))).to.deep.equal(before);
    expect(await discrepancies()).to.deep.equal([]);
  };

  const begun = async (payment: Payment): Promise<Payment> => {
    await run(beginRow(payment));
    return payment;
  };

  /** Captures an amount of an authorized payment of 39.98. */
  const captured = (payment: Payment, amount: number): Payment =>
    nextRow(payment, { captured: payment.captured.add(dollars(amount)) });

  it('is balanced without movements', async () => {
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('is balanced for payments with movements, at once or in parts', async () => {
    for (const amount of [dollars(39.98), money('999999999999.99'), money(1, 'JPY'), money(0.001, 'KWD')]) {
      await begun(aPaidRow({ amount }));
      await begun(aPaidRow({ amount, refunded: amount }));
    }
    let payment = await begun(anAuthorizedRow());
    for (const [kind, amount] of [
      ['capture', dollars(10)],
      ['capture', dollars(29.98)],
      ['refund', dollars(0.01)],
      ['refund', dollars(39.97)],
    ] as const) {
      const change =
        kind === 'capture' ? { captured: payment.captured.add(amount) } : { refunded: payment.refunded.add(amount) };
      payment = nextRow(payment, change);
      await run((tx) => tx.payments.save(payment, { movements: [aMovement(payment, kind, amount)] }));
    }
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('is balanced for two captures and two refunds of an overpayment in one step', async () => {
    const payment = aPaidRow({ isOverpayment: true, refunded: dollars(39.98) });
    const halves = (kind: Movement['kind']) => [1, 2].map(() => aMovement(payment, kind, dollars(19.99)));
    await run(beginRow(payment, { movements: [...halves('capture'), ...halves('refund')] }));
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('is balanced for failed refunds and disputes, and rejects them without their movements', async () => {
    let payment = await begun(aPaidRow({ refunded: dollars(10) }));
    const dispute = aDispute({ booked: dollars(29.98) });
    for (const [kind, amount, change] of [
      ['refund_reversal', 10, { refunded: dollars(0), reversed: dollars(10) }],
      ['dispute', 29.98, { disputes: [dispute] }],
      ['dispute_won', 29.98, { disputes: [{ ...dispute, status: 'won' }] }],
      ['dispute', 29.98, { disputes: [dispute] }],
      ['dispute_lost', 29.98, { disputes: [{ ...dispute, status: 'lost' }], refunded: dollars(29.98) }],
    ] as const) {
      const next = nextRow(payment, change);
      await expectRejected(payment, (tx) => tx.payments.save(next, {}));
      await run((tx) => tx.payments.save(next, { movements: [aMovement(payment, kind, dollars(amount))] }));
      payment = next;
    }
    expect(await run((tx) => tx.payments.get(payment.id))).to.deep.equal(payment);
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('rejects payments without their movements, and movements without their payment', async () => {
    const paid = aPaidRow();
    const less = aMovement(paid, 'capture', dollars(39.97));
    for (const movements of [[], [less], [aMovement(paid, 'refund', dollars(39.98))]]) {
      await expectRejected(paid, beginRow(paid, { movements }));
    }
    const held = await begun(anAuthorizedRow());
    const captured10 = captured(held, 10);
    for (const movements of [[], [aMovement(held, 'capture', dollars(10.01))], [less]]) {
      await expectRejected(held, (tx) => tx.payments.save(captured10, { movements }));
    }
    const movements = [aMovement(held, 'capture', dollars(10))];
    await expectRejected(held, (tx) => tx.payments.save(nextRow(held), { movements }));
  });

  it('rejects the movement of another payment', async () => {
    const [one, other] = [await begun(anAuthorizedRow()), await begun(anAuthorizedRow())];
    const movements = [aMovement(other, 'capture', dollars(10))];
    await expectRejected(one, (tx) => tx.payments.save(captured(one, 10), { movements }));
    await expectRejected(other, (tx) => tx.payments.save(nextRow(other), { movements }));
  });

  it('rejects a second movement of one operation', async () => {
    const held = await begun(anAuthorizedRow());
    const movement = aMovement(held, 'capture', dollars(10));
    await expectRejected(held, (tx) => tx.payments.save(captured(held, 20), { movements: [movement, movement] }));
    const captured10 = captured(held, 10);
    await run((tx) => tx.payments.save(captured10, { movements: [movement] }));
    await expectRejected(held, (tx) => tx.payments.save(captured(captured10, 10), { movements: [movement] }));
    const other = await begun(anAuthorizedRow());
    const same = { ...aMovement(other, 'capture', dollars(10)), id: movement.id };
    await expectRejected(other, (tx) => tx.payments.save(captured(other, 10), { movements: [same] }));
  });

  it('rejects captures beyond the amount and refunds beyond the captures', async () => {
    const amounts = [
      { captured: dollars(39.99) },
      { captured: dollars(39.98), capturing: dollars(0.01) },
      { captured: dollars(10), refunded: dollars(10.01) },
      { captured: dollars(10), refunded: dollars(9.99), refunding: dollars(0.02) },
      { capturing: dollars(39.99) },
      { refunding: dollars(0.01) },
      { capturing: dollars(-0.01) },
      { captured: dollars(10), refunding: dollars(-0.01) },
      { captured: dollars(10), refunded: dollars(1), disputes: [aDispute({ booked: dollars(9.01) })] },
    ];
    for (const change of amounts) {
      const payment = anAuthorizedRow(change);
      await expectRejected(payment, beginRow(payment));
      const held = await begun(anAuthorizedRow());
      const next = nextRow(held, change);
      const movements = [
        ...(change.captured === undefined ? [] : [aMovement(next, 'capture', change.captured)]),
        ...(change.refunded === undefined ? [] : [aMovement(next, 'refund', change.refunded)]),
      ];
      await expectRejected(held, (tx) => tx.payments.save(next, { movements }));
    }
  });
};

const orderContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const discrepancies = () => storage().ledgerQueries.discrepancies();
  const discrepancyOf = ({ id }: Pick<Order, 'id'>) => ({ id, discrepancy: 'the order differs from its movements' });
  const recordPayment = makeRecordPayment({
    clock: clockAtNoon(),
    ids,
    invoices: noInvoices,
  });

  const anAddedOrder = async (currency = 'USD'): Promise<Order> => {
    const order = aGuestOrder({ items: [shirts({ unitPrice: money(10, currency) })] });
    await run((tx) => tx.orders.add(order, []));
    return order;
  };

  const tell = ({ id }: Order, kind: 'paid' | 'refunded', amount = money(20)): Promise<Order> =>
    run(async (tx) => recordPayment(Actor.system, { order: await tx.orders.get(id), payment: { kind, amount } })(tx));

  it('is balanced for orders that record their captures and refunds', async () => {
    for (const currency of ['USD', 'JPY', 'KWD']) {
      const order = await anAddedOrder(currency);
      const amount = money(20, currency);
      const paid = aPaidRow({ payableId: order.id, amount });
      await run(beginRow(paid));
      await tell(order, 'paid', amount);
      const part = money(5, currency);
      const refunded = nextRow(paid, { refunded: part });
      await run((tx) => tx.payments.save(refunded, { movements: [aMovement(refunded, 'refund', part)] }));
      await tell(order, 'refunded', part);
    }
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('is balanced for orders with overpayments', async () => {
    const order = await anAddedOrder();
    await run(beginRow(aPaidRow({ payableId: order.id, isOverpayment: true })));
    await run(beginRow(aPaidRow({ payableId: order.id, isOverpayment: true, refunded: dollars(39.98) })));
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('is balanced for payments without captures', async () => {
    const order = await anAddedOrder();
    await run(beginRow(anAuthorizedRow({ payableId: order.id }), {}, dollars(39.98)));
    await run(beginRow(aPaymentRow({ payableId: order.id }), {}, dollars(100)));
    expect(await discrepancies()).to.deep.equal([]);
  });

  it('reports only the order whose paid amount has no movement', async () => {
    const order = await anAddedOrder();
    await tell(order, 'paid');
    expect(await discrepancies()).to.deep.equal([discrepancyOf(order)]);
    await run(beginRow(aPaidRow({ payableId: order.id, amount: dollars(20) })));
    expect(await discrepancies()).to.deep.equal([]);
    await tell(order, 'refunded');
    expect(await discrepancies()).to.deep.equal([discrepancyOf(order)]);
  });

  it('compares payments one page after another', async () => {
    const wrong = await anAddedOrder();
    const rows = [aPaidRow({ payableId: wrong.id, amount: dollars(20) }), aPaidRow({ isOverpayment: true })];
    for (const row of rows) await run(beginRow(row));
    await run((tx) => tx.payments.save(nextRow(rows[0] as Payment, { hasDiscrepancy: true }), {}));
    const compared: ComparedPayment[] = [];
    let page: readonly ComparedPayment[];
    do {
      page = await storage().ledgerQueries.comparePayments(compared.at(-1)?.id ?? null, 2);
      expect(page.length).to.be.at.most(2);
      compared.push(...page);
    } while (page.length > 0);
    const ids = compared.map(({ id }) => id);
    expect(ids).to.deep.equal([...new Set(ids)].sort());
    const [ofWrong, ofNothing] = rows.map((row) => compared.find(({ id }) => id === row.id));
    expect(ofWrong).to.deep.equal({ id: rows[0]?.id, isMarked: true, hasDiscrepancy: true });
    expect(ofNothing).to.deep.equal({ id: rows[1]?.id, isMarked: false, hasDiscrepancy: false });
  });

  it('reports an order that does not record a capture', async () => {
    const before = await discrepancies();
    const order = await anAddedOrder();
    await run(beginRow(aPaidRow({ payableId: order.id, amount: dollars(20) })));
    const [discrepancy, ...others] = (await discrepancies()).filter(
      ({ id }) => !before.some((known) => known.id === id),
    );
    expect(discrepancy).to.deep.equal(discrepancyOf(order));
    expect(others).to.deep.equal([]);
    expect(Order.amountHeld(await run((tx) => tx.orders.get(order.id)))).to.deep.equal(dollars(0));
  });
};
