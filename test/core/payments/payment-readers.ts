import { expect } from 'chai';
import type { OrderId } from '#core/orders/order.ts';
import { Payment, type PaymentId } from '#core/payments/payment.ts';
import { Json } from '#core/shared/page.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';

/** Whether it is an overpayment that is still to be refunded. */
const isOwed = (payment: Payment): boolean =>
  payment.isOverpayment && !payment.hasFailedRefund && Payment.refundable(payment).minor > 0n;

/** The pending amounts of a payment, and those of its pending operations. */
const discrepanciesOf = async ({ unitOfWork }: StorageUnderTest, id: PaymentId): Promise<string[]> => {
  const [payment, pending] = await unitOfWork.run(async (tx) => [
    await tx.payments.get(id),
    await tx.payments.listPendingOperations(id),
  ]);
  const sumOf = (operation: string): bigint =>
    pending.filter(({ kind }) => kind === operation).reduce((sum, { amount }) => sum + amount.minor, 0n);
  const isPending = (operation: string): boolean => pending.some(({ kind }) => kind === operation);
  const agreements: readonly [string, boolean][] = [
    ['open', Payment.isOpen(payment) === isPending('authorize')],
    ['voiding', payment.isVoiding === isPending('void')],
    ['capturing', payment.capturing.minor === sumOf('capture')],
    ['refunding', payment.refunding.minor === sumOf('refund')],
    ['looked at', (Payment.isPending(payment) || isOwed(payment)) === (payment.nextCheckAt !== null)],
  ];
  return agreements.filter(([, agrees]) => !agrees).map(([what]) => `${id} is not ${what} as its operations are`);
};

/** Reads of payments, orders and stock. */
export const readersOf = (storage: StorageUnderTest) => {
  const { unitOfWork, paymentQueries } = storage;
  const all = { limit: 100 };
  const listed = async (orderId?: OrderId) =>
    (await paymentQueries.list({ filter: { order_id: orderId }, page: all })).items.map(Json.parse);
  return {
    get: (id: PaymentId) => unitOfWork.run((tx) => tx.payments.get(id)),
    getOrder: (id: OrderId) => unitOfWork.run((tx) => tx.orders.get(id)),
    /** The payments of an order, the oldest first. */
    paymentsOf: async (id: OrderId) => (await listed(id)).map((payment) => payment.id).reverse(),
    /** The types of a payment's timeline, the oldest first. */
    timelineOf: async (id: PaymentId) => {
      const { items } = await paymentQueries.timeline(id, all, 'full');
      return items
        .map(Json.parse)
        .map(({ type }) => type)
        .reverse();
    },
    /** The types of an order's timeline, the oldest first. */
    orderTimelineOf: async (id: OrderId) => {
      const { items } = await storage.orderQueries.timeline(id, all, 'full');
      return items
        .map(Json.parse)
        .map(({ type }) => type)
        .reverse();
    },
    /** The refunds of a payment, the oldest first. */
    refundsOf: async (id: PaymentId) => (await paymentQueries.refunds(id, all)).items.map(Json.parse).reverse(),
    typesOf: async (id: OrderId | PaymentId) => (await storage.eventsOf(id)).map(({ type }) => type),
    /** Checks that the ledger balances and that no payment has pending amounts without an operation. */
    async expectAgreement(): Promise<void> {
      expect(await storage.ledgerQueries.discrepancies()).to.deep.equal([]);
      const found = (await listed()).map(({ id }) => discrepanciesOf(storage, id));
      expect((await Promise.all(found)).flat()).to.deep.equal([]);
    },
  };
};
