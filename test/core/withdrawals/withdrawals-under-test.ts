import type { Order, OrderId } from '#core/orders/order.ts';
import { makeCancelItem } from '#core/orders/use-cases/cancel-item.ts';
import { makeFulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { Payment } from '#core/payments/payment.ts';
import { requestedRefund } from '#core/payments/steps/requested-refund.ts';
import type { Return } from '#core/returns/return.ts';
import { makeDecideReturn } from '#core/returns/use-cases/decide-return.ts';
import { makeReceiveReturn } from '#core/returns/use-cases/receive-return.ts';
import { makeRequestReturn } from '#core/returns/use-cases/request-return.ts';
import type { Money } from '#core/shared/money.ts';
import { Json } from '#core/shared/page.ts';
import { makeFollowReturn } from '#core/withdrawals/steps/follow-return.ts';
import { makeAcceptWithdrawal, makeRejectWithdrawal } from '#core/withdrawals/use-cases/decide-withdrawal.ts';
import { makeFinishWithdrawal, makeProcessWithdrawals } from '#core/withdrawals/use-cases/process-withdrawals.ts';
import { makeStateWithdrawal } from '#core/withdrawals/use-cases/state-withdrawal.ts';
import type { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import type { BuyerCalendar } from '#core/withdrawals/withdrawal-period.ts';
import type { WithdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import { anActor, aUser, clockAtNoon, ids } from '../../support/builders/builders.ts';
import { makeManualPayments } from '../../support/builders/manual-payments.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { aPayment } from '../../support/builders/payment-builders.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

type Items = readonly Readonly<{ itemId: Order['items'][number]['id']; quantity: number }>[];

/** No order here sends the goods of a subscription. */
const noSubscriptions = async (): Promise<never> => {
  throw new Error('There is no subscription to end.');
};

/** Every day is a working day in Berlin. */
const CALENDAR: BuyerCalendar = { timeZoneOf: async () => 'Europe/Berlin', workingDayFrom: async (day) => day };

/** A payment of an order that its refunds of items are of. */
const paymentOf = (order: Order): Payment => ({
  ...aPayment({ amount: order.amountPaid }),
  ...{ captured: order.amountPaid, refunded: order.amountRefunded, status: 'succeeded' },
});

/** The use cases of withdrawals and all that orders have beside them on a new storage, with manual payments. */
export const openWithdrawals = async () => {
  const storage = await openMemoryStorage();
  const { unitOfWork } = storage;
  const clock = clockAtNoon();
  const { log, lines } = aLog();
  const staff = anActor(aUser({ role: 'owner' }));
  const base = { clock, systemClock: clock, ids, invoices: noInvoices, unitOfWork, log, calendar: CALENDAR };
  const recordPayment = makeRecordPayment(base);
  const payments = makeManualPayments({ unitOfWork, recordPayment });
  const followWithdrawal = makeFollowReturn(base);
  const steps = {
    cancelItem: makeCancelItem(base),
    requestReturn: makeRequestReturn(base),
    decideReturn: makeDecideReturn({ ...base, followWithdrawal }),
  };
  // what is due is refunded when a test says so
  const refundSoon = async (): Promise<void> => {};
  const deps = { ...base, ...steps, payments, refundSoon, shop: { get: async () => storage.shopQueries.get() } };
  const process = makeProcessWithdrawals(deps);
  const finish = makeFinishWithdrawal(deps);
  const state = makeStateWithdrawal(base);
  const accept = makeAcceptWithdrawal({ ...deps, stepSubscription: noSubscriptions });
  const reject = makeRejectWithdrawal(base);
  const receive = makeReceiveReturn({ ...base, followWithdrawal });
  const fulfill = makeFulfillOrder(base);
  const get = (id: OrderId): Promise<Order> => unitOfWork.run((tx) => tx.orders.get(id));

  return {
    /** The errors that were logged. */
    errors: () => lines.flatMap(({ fields }) => ('err' in fields ? [fields.err] : [])),
    get,
    add: (order: Order) => unitOfWork.run((tx) => tx.orders.add(order, [])),
    processAll: async (): Promise<void> => {
      while (await process());
    },
    withdraw: (orderId: OrderId, items?: Items) =>
      unitOfWork.run(state(staff, { orderId, name: 'Ada', email: 'ada@example.com', items, note: null })),
    accept: async (id: Withdrawal['id']) => {
      const accepted = await unitOfWork.run(await accept(staff, { id, expected: undefined }));
      await finish(id);
      return accepted;
    },
    reject: (id: Withdrawal['id']) => unitOfWork.run(reject(staff, { id, expected: undefined })),
    fulfill: (id: OrderId, items: Items) =>
      unitOfWork.run(
        fulfill(staff, { id, items, trackingNumber: null, carrier: null, deliveredAt: null, expected: undefined }),
      ),
    cancelItem: (id: OrderId, item: Items[number]) =>
      unitOfWork.run(
        steps.cancelItem(staff, {
          ...item,
          ...{ id, isRefunded: true, isRestocked: false, reason: null, expected: undefined },
        }),
      ),
    requestReturn: (orderId: OrderId, items: Items) =>
      unitOfWork.run(
        steps.requestReturn(staff, {
          orderId,
          items: items.map((item) => ({ ...item, reason: null })),
          reason: null,
        }),
      ),
    decide: (id: Return['id'], decision: 'approve' | 'close' | 'reject') =>
      unitOfWork.run(steps.decideReturn(staff, { id, decision, expected: undefined })),
    receive: (id: Return['id'], decisions: Items) =>
      unitOfWork.run(receive(staff, { id, decisions, expected: undefined })),
    refundDue: (id: OrderId) => payments.requestDueRefund(id, staff),
    refundAmount: (id: OrderId, amount: Money) =>
      unitOfWork.run(async (tx) =>
        recordPayment(staff, { order: await tx.orders.get(id), payment: { kind: 'refunded', amount } })(tx),
      ),
    /** Refunds items, and shipping, as the payments do. */
    refundParts: (id: OrderId, items: Items, hasShipping: boolean) =>
      unitOfWork.run(async (tx) => {
        const order = await tx.orders.get(id);
        const request = {
          items: { items, isRestocked: false },
          ...(hasShipping ? { shipping: true as const } : {}),
        };
        const { amount, refunded } = await requestedRefund(
          tx,
          { before: paymentOf(order), payable: { kind: 'order', id, order } },
          request,
        );
        if (amount === undefined) throw new TypeError('A refund of items has an amount.');
        return recordPayment(staff, { order, payment: { kind: 'refunded', amount, items: refunded } })(tx);
      }),
    openReturns: (id: OrderId): Promise<readonly Return[]> => unitOfWork.run((tx) => tx.returns.listOpen(id)),
    withdrawals: async (): Promise<WithdrawalView[]> =>
      (await storage.withdrawalQueries.list({ filter: {}, page: { limit: 100 } })).items.map(Json.parse),
    returns: async () => (await storage.returnQueries.list({ filter: {}, page: { limit: 100 } })).items.map(Json.parse),
  };
};

export type Withdrawals = Awaited<ReturnType<typeof openWithdrawals>>;
