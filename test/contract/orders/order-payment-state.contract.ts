import { expect } from 'chai';
import { Payment } from '#core/payments/payment.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '#core/payments/payment-status.ts';
import type { OrderPaymentState } from '#core/payments/ports.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import type { Work } from '#core/storage.ts';
import { ids, USD } from '../../support/builders/builders.ts';
import { dollars, money } from '../../support/builders/order-builders.ts';
import {
  aDispute,
  anAuthorizedRow,
  anOperation,
  aPaidRow,
  aPaymentEntry,
  aPaymentRow,
  beginRow,
} from '../../support/builders/payment-rows.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const FREE = {
  open: null,
  isProcessing: false,
  isPending: false,
  isDisputed: false,
  authorized: dollars(0),
  refunding: dollars(0),
};

const OPEN: readonly PaymentStatus[] = ['processing', 'requires_action'];

/** `PaymentRepository`: the state of an order's payments, and starting another one. */
export const orderPaymentStateContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentRepository: payments of one order on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    const paymentStateOf = (id: Payment['payableId'], currency: Currency = USD): Promise<OrderPaymentState> =>
      run((tx) => tx.payments.paymentStateOf({ id, currency }));

    const begin = async (...payments: readonly Payment[]): Promise<void> => {
      for (const payment of payments) expect(await run(beginRow(payment, {}, dollars(1000)))).to.equal(undefined);
    };

    /** Tries to start another payment of an order. */
    const beginAnother = (
      orderId: Payment['payableId'],
      amount: Money,
      due: Money,
    ): Promise<OrderPaymentState | undefined> => {
      const payment = aPaymentRow({ payableId: orderId, amount });
      return run(beginRow(payment, {}, due));
    };

    it('may start up to the amount due, to the smallest unit', async () => {
      for (const [amount, due, isBegun] of [
        [dollars(10), dollars(10), true],
        [dollars(10), dollars(9.99), false],
        [dollars(0.01), dollars(0), false],
        [money(1, 'JPY'), money(1, 'JPY'), true],
        [money(2, 'JPY'), money(1, 'JPY'), false],
        [money(0.001, 'KWD'), money(0.001, 'KWD'), true],
        [money(0.002, 'KWD'), money(0.001, 'KWD'), false],
        [money('999999999999.99'), money('999999999999.99'), true],
        [money('999999999999.99'), money('999999999999.98'), false],
      ] as const) {
        const standing = await beginAnother(ids.next('ord'), amount, due);
        const state = { ...FREE, authorized: money(0, amount.currency), refunding: money(0, amount.currency) };
        expect(standing, `${amount.toDecimal()} of ${due.toDecimal()}`).to.deep.equal(isBegun ? undefined : state);
      }
    });

    it('may start beside authorizations up to the amount due', async () => {
      const [one, two] = [anAuthorizedRow({ amount: dollars(10) }), anAuthorizedRow({ amount: dollars(5) })];
      await begin(one, { ...two, payableId: one.payableId });
      const standing = { ...FREE, authorized: dollars(15) };
      expect(await paymentStateOf(one.payableId)).to.deep.equal(standing);
      expect(await beginAnother(one.payableId, dollars(5.01), dollars(20))).to.deep.equal(standing);
      expect(await beginAnother(one.payableId, dollars(5), dollars(20))).to.equal(undefined);
    });

    it('count only the uncaptured part as authorized', async () => {
      const part = anAuthorizedRow({ amount: dollars(10), captured: dollars(4) });
      await begin(part, aPaidRow({ payableId: part.payableId, amount: dollars(7) }));
      expect(await paymentStateOf(part.payableId)).to.deep.equal({ ...FREE, authorized: dollars(6) });
      // the amount due excludes the captured amount
      expect(await beginAnother(part.payableId, dollars(3.01), dollars(9))).to.include({ isPending: false });
      expect(await beginAnother(part.payableId, dollars(3), dollars(9))).to.equal(undefined);
    });

    it('store nothing of a payment that may not start', async () => {
      const there = aPaymentRow();
      await begin(there);
      const second = aPaymentRow({ payableId: there.payableId, status: 'succeeded', captured: dollars(39.98) });
      const added = { operations: [anOperation(second)], entries: [aPaymentEntry(second)] };
      const open = { id: there.id, isReplaceable: false };
      const standing = {
        open,
        isProcessing: true,
        isPending: true,
        isDisputed: false,
        authorized: dollars(0),
        refunding: dollars(0),
      };
      expect(await run(beginRow(second, added, dollars(1000)))).to.deep.equal(standing);
      expect(await run((tx) => tx.payments.find(second.id))).to.equal(undefined);
      expect(await run((tx) => tx.payments.listPendingOperations(second.id))).to.deep.equal([]);
      const { items } = await storage().paymentQueries.timeline(second.id, { limit: 1 }, 'full');
      expect(items).to.deep.equal([]);
      expect(await storage().ledgerQueries.discrepancies()).to.deep.equal([]);
    });

    for (const status of PAYMENT_STATUSES) {
      for (const pending of ['nothing', 'a capture', 'a void', 'a refund'] as const) {
        it(`reflect a payment that is ${status} with ${pending} pending`, async () => {
          const payment = aPaymentRow({
            status,
            amount: dollars(10),
            captured: dollars(4),
            capturing: dollars(pending === 'a capture' ? 2 : 0),
            refunding: dollars(pending === 'a refund' ? 1 : 0),
            isVoiding: pending === 'a void',
          });
          await begin(payment, aPaymentRow());
          const isPending = OPEN.includes(status) || pending !== 'nothing';
          const standing = {
            isProcessing: status === 'processing' || pending === 'a capture',
            isPending,
            isDisputed: false,
            open: OPEN.includes(status)
              ? { id: payment.id, isReplaceable: status === 'requires_action' && pending !== 'a void' }
              : null,
            authorized: dollars(status === 'authorized' ? 6 : 0),
            refunding: dollars(pending === 'a refund' ? 1 : 0),
          };
          expect(await paymentStateOf(payment.payableId)).to.deep.equal(standing);
          const other = await beginAnother(payment.payableId, dollars(1), dollars(1000));
          expect(other).to.deep.equal(isPending ? standing : undefined);
        });
      }
    }

    it('reflect an open dispute', async () => {
      const disputed = aPaidRow({ disputes: [aDispute()] });
      await begin(disputed, aPaidRow({ disputes: [aDispute({ status: 'won' })] }));
      expect(await paymentStateOf(disputed.payableId)).to.deep.equal({ ...FREE, isDisputed: true });
    });

    it('are free without payments, in every currency', async () => {
      for (const currency of ['JPY', 'KWD', 'USD'] as Currency[]) {
        const nothing = { ...FREE, authorized: money(0, currency), refunding: money(0, currency) };
        expect(await paymentStateOf(ids.next('ord'), currency)).to.deep.equal(nothing);
      }
    });

    it('reflect writes of the same transaction', async () => {
      const payment = aPaymentRow();
      const standing = await run(async (tx) => {
        await beginRow(payment)(tx);
        return tx.payments.paymentStateOf({ id: payment.payableId, currency: USD });
      });
      expect(standing.isProcessing).to.equal(true);
    });

    it('are given to a user with their order', async () => {
      const [own, other] = [aPaidRow(), aPaidRow()];
      await begin(own, other);
      const userId = ids.next('usr');
      await run((tx) => tx.payments.assignUser([own.payableId], userId));
      expect(await run((tx) => tx.payments.get(own.id))).to.deep.equal({ ...own, userId, version: own.version + 1 });
      expect(await run((tx) => tx.payments.get(other.id))).to.deep.equal(other);
    });

    it('are reversible while any is open, authorized or captured, the oldest first', async () => {
      const orderId = ids.next('ord');
      const part = { payableId: orderId, amount: dollars(10) };
      const settled = [
        aPaymentRow({ ...part, status: 'failed', nextCheckAt: null }),
        aPaymentRow({ ...part, status: 'cancelled', nextCheckAt: null }),
        aPaidRow({ ...part, refunded: dollars(10) }),
      ];
      const holding = [
        aPaidRow(part),
        anAuthorizedRow({ ...part, captured: dollars(10), refunded: dollars(10) }),
        aPaidRow({ ...part, refunded: dollars(9.99) }),
        anAuthorizedRow(part),
        anAuthorizedRow({ ...part, captured: dollars(3) }),
        aPaymentRow(part),
      ];
      await begin(...settled, ...holding.slice(0, 3).reverse(), ...holding.slice(3), aPaymentRow());
      const expected = holding.map(({ id }) => id);
      expect(await run((tx) => tx.payments.listReversible(orderId))).to.deep.equal(expected);
      expect(await run((tx) => tx.payments.listReversible(ids.next('ord')))).to.deep.equal([]);
    });

    it('are reversible while a void, capture or refund is pending', async () => {
      const whole = { captured: dollars(39.98), refunded: dollars(39.98) };
      for (const payment of [
        aPaymentRow({ status: 'failed', isVoiding: true }),
        aPaymentRow({ status: 'cancelled', capturing: dollars(1) }),
        aPaidRow({ ...whole, refunded: dollars(39.97), refunding: dollars(0.01) }),
        aPaymentRow({ status: 'requires_action' }),
      ]) {
        await begin(payment);
        expect(Payment.isPending(payment)).to.equal(true);
        expect(await run((tx) => tx.payments.listReversible(payment.payableId))).to.deep.equal([payment.id]);
      }
    });
  });
};
