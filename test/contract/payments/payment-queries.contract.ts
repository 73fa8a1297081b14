import { expect } from 'chai';
import { Payment } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import { PAYMENT_STATUSES } from '#core/payments/payment-status.ts';
import { type PaymentView, paymentView, refundView } from '#core/payments/payment-view.ts';
import { Json } from '#core/shared/page.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import {
  LISTED,
  listedPayments,
  newestPaymentsFirst,
  type PaymentSelection,
  paymentMatchesFilter,
  paymentQuery,
} from '../../support/builders/listed-payments.ts';
import { dollars, money } from '../../support/builders/order-builders.ts';
import {
  anOperation,
  aPaidRow,
  aPaymentRow,
  beginRow,
  beginRows,
  nextRow,
} from '../../support/builders/payment-rows.ts';
import { cut, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `PaymentQueries` except order and paging of lists. */
export const paymentQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentQueries on ${name}`, () => {
    const storage = useStorage(open);
    const payments = listedPayments();

    before(() => storage().unitOfWork.run(beginRows(payments)));

    const list = async (filter: PaymentSelection): Promise<PaymentView[]> =>
      (await storage().paymentQueries.list(paymentQuery(filter, { limit: 100 }))).items.map(Json.parse);

    const expectListed = async (filter: PaymentSelection, what = JSON.stringify(filter)): Promise<number> => {
      const expected = newestPaymentsFirst(payments).filter((payment) => paymentMatchesFilter(payment, filter));
      const listed = (await list(filter)).map(({ id }) => id);
      expect(listed, what).to.deep.equal(expected.map(({ id }) => id));
      return expected.length;
    };

    it('find a payment with version, owner and actions', async () => {
      const kinds = payments.map((payment) =>
        [payment.status, payment.isVoiding, Payment.refundable(payment).minor > 0n].join(),
      );
      expect(new Set(kinds).size).to.equal(PAYMENT_STATUSES.length * 4);
      for (const payment of payments) {
        const { view, ...rest } = (await storage().paymentQueries.find(payment.id)) ?? { view: 'null' };
        expect(JSON.parse(view)).to.deep.equal(paymentView(payment));
        expect(rest).to.deep.equal({ version: payment.version, userId: payment.userId, payableId: payment.payableId });
      }
    });

    it('find nothing for an unknown id', async () => {
      expect(await storage().paymentQueries.find(ids.next('pay'))).to.equal(undefined);
    });

    it('list payments, the newest first', async () => {
      expect(await list({})).to.deep.equal(newestPaymentsFirst(payments).map(paymentView));
    });

    for (const filter of [
      ...PAYMENT_STATUSES.map((status) => ({ status })),
      { order_id: LISTED.orderId },
      { gateway: 'sandbox' },
      { gateway: 'stripe' },
      { ownerId: LISTED.ada },
      { created_from: noonPlus(7), created_to: noonPlus(7) },
      { created_from: noonPlus(7) },
      { created_to: noonPlus(7) },
    ]) {
      it(`list exactly the payments that match ${JSON.stringify(filter)}`, async () => {
        expect(await expectListed(filter)).to.be.within(1, payments.length - 1);
      });
    }

    it('include payments at both time bounds, and none a millisecond beyond', async () => {
      for (const [from, to] of [
        [6.999, 7.001],
        [7, 7],
        [7.001, 8],
        [6, 6.999],
        [8, 6],
      ] as const) {
        await expectListed({ created_from: noonPlus(from), created_to: noonPlus(to) }, `${from} to ${to}`);
      }
    });

    it('combine all filters', async () => {
      const some = <T>(value: T): (T | undefined)[] => [undefined, value];
      for (const status of [undefined, ...PAYMENT_STATUSES]) {
        for (const gateway of some('sandbox')) {
          for (const ownerId of some(LISTED.ada)) {
            for (const order_id of some(LISTED.orderId)) {
              for (const created_from of some(noonPlus(3))) {
                await expectListed({ status, gateway, ownerId, order_id, created_from });
                await expectListed({ status, gateway, ownerId, order_id, created_from, created_to: noonPlus(15) });
              }
            }
          }
        }
      }
    });

    it('list nothing without matches', async () => {
      for (const filter of [
        { order_id: ids.next('ord') },
        { ownerId: ids.next('usr') },
        { gateway: 'Sandbox' },
        { gateway: 'nobody', status: 'succeeded' },
        { created_from: noonPlus(100) },
      ] as const) {
        expect(await expectListed(filter)).to.equal(0);
      }
    });

    it('reflect changes at once', async () => {
      const userId = ids.next('usr');
      const payment = aPaymentRow({ userId });
      await storage().unitOfWork.run(beginRow(payment));
      expect(await list({ ownerId: userId })).to.deep.equal([paymentView(payment)]);
      const next = nextRow(payment, { status: 'requires_action', redirectUrl: `https://bank.example/?${TEXT}` });
      await storage().unitOfWork.run((tx) => tx.payments.save(next, {}));
      expect(await list({ ownerId: userId, status: 'processing' })).to.deep.equal([]);
      expect(await list({ ownerId: userId, status: 'requires_action' })).to.deep.equal([paymentView(next)]);
      expect((await storage().paymentQueries.find(payment.id))?.version).to.equal(2);
    });

    it('show only the refunds of the payment', async () => {
      for (const amount of [dollars(39.98), money('999999999999.99'), money(7, 'JPY'), money(0.001, 'KWD')]) {
        const payment = aPaidRow({ amount });
        const refund = (fields: Partial<PaymentOperation>) =>
          anOperation(payment, { id: ids.next('re'), kind: 'refund', ...fields });
        const failure = { code: cut(TEXT, 100), message: cut(TEXT, 1000) };
        const refunds = [
          refund({ reason: cut(TEXT, 500), createdAt: noonPlus(1) }),
          refund({ status: 'succeeded', createdAt: noonPlus(2), updatedAt: noonPlus(2.001) }),
          refund({
            status: 'failed',
            failure,
            createdAt: noonPlus(3),
            idempotency: { key: payment.id, fingerprint: '' },
          }),
        ];
        const others = [anOperation(payment), anOperation(payment, { id: ids.next('cap'), kind: 'capture' })];
        await storage().unitOfWork.run(beginRow(payment, { operations: [...refunds, ...others] }));
        const { items } = await storage().paymentQueries.refunds(payment.id, { limit: 100 });
        expect(items.map(Json.parse)).to.deep.equal([...refunds].reverse().map(refundView));
      }
    });
  });
};
