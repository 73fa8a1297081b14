import { setTimeout as sleep } from 'node:timers/promises';
import { makeThrottleGuestOrder } from '#adapters/http/admission/throttle.ts';
import { orderOfPayment } from '#adapters/http/orders/order-of-payment.ts';
import { makeOrderResponses } from '#adapters/http/orders/order-response.ts';
import { ordersRoutes } from '#adapters/http/orders/routes.ts';
import { orderEvents } from '#adapters/http/orders/schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeAddNote } from '#core/orders/use-cases/add-note.ts';
import { makeRunBulkStep } from '#core/orders/use-cases/bulk-step.ts';
import { makeCancelItem } from '#core/orders/use-cases/cancel-item.ts';
import { makeCancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import { makeChangeOrder } from '#core/orders/use-cases/change-order.ts';
import { makeClaimGuestOrders } from '#core/orders/use-cases/claim-guest-orders.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { makeEditOrder } from '#core/orders/use-cases/edit-order.ts';
import { makeExpireOrders } from '#core/orders/use-cases/expire-orders.ts';
import { makeChangeTracking, makeFulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import { makePreviewCancellation } from '#core/orders/use-cases/preview-cancellation.ts';
import { makeQuoteOrder } from '#core/orders/use-cases/quote-order.ts';
import { makeRecordOrderExport } from '#core/orders/use-cases/record-order-export.ts';
import { makeRefundOrders, makeRefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import { makeResumeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import { makeUpdateOrder } from '#core/orders/use-cases/update-order.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, every, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { ORDERS } from '../tokens/orders.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';
import { WITHDRAWALS } from '../tokens/withdrawals.ts';

const { clock, systemClock, ids, log, config, tokens, encryption } = SYSTEM;
const { unitOfWork, orderQueries: queries, shopRulesQueries: rules } = STORAGE;
const payments = PAYMENTS.orderPayments;
const invoices = INVOICES.orderInvoices;
const withdrawals = WITHDRAWALS.orderWithdrawals;

/** How long a request waits for the refund that it has caused. */
const REFUND_PAUSE_MS = 2_000;

export const ordersModule = (publicUrl: () => string): readonly Binding[] => [
  provide(BACKGROUND.workers, { unitOfWork, payments, invoices, clock, systemClock, ids, log }, (deps) => [
    { name: 'requests of due refunds', intervalMs: 500, run: makeRefundOrders(deps) },
    { name: 'resumption of cancellations', intervalMs: 5_000, run: makeResumeCancellation(deps) },
  ]),
  provide(
    BACKGROUND.dueWork,
    { queries, unitOfWork, payments, invoices, clock, systemClock, ids, log },
    ({ queries, ...deps }) => [
      {
        name: 'expiry of unpaid orders',
        intervalMs: 1_000,
        nextDueAt: (after) => queries.nextExpiry(after),
        run: untilEmpty(makeExpireOrders(deps)),
      },
    ],
  ),
  provide(ORDERS.refundSoon, { payments, log }, (deps) =>
    makeRefundSoon({ ...deps, pause: () => sleep(REFUND_PAUSE_MS, undefined, { ref: false }) }),
  ),
  constant(HTTP.eventSchemas, orderEvents),
  provide(HTTP.paymentExpansions, { queries, rules, withdrawals }, ({ queries, ...deps }) =>
    orderOfPayment({ queries, responses: makeOrderResponses(deps) }),
  ),
  provide(
    HTTP.routes,
    {
      ...{
        unitOfWork,
        queries,
        exported: STORAGE.exportedOrders,
        rules,
        payments,
        invoices,
        clock,
        systemClock,
        ids,
        log,
        tokens,
        encryption,
        config,
      },
      ...{
        cursors: HTTP.cursors,
        throttle: HTTP.throttle,
        codeGuesses: HTTP.codeGuesses,
        orderExpansions: every(HTTP.orderExpansions),
      },
      withdrawals,
      ...{ priceOrder: ORDERS.priceOrder, priceEdit: ORDERS.priceEdit, refundSoon: ORDERS.refundSoon },
    },
    ({ config, encryption, rules, withdrawals, ...deps }) =>
      ordersRoutes({
        ...deps,
        publicUrl,
        responses: makeOrderResponses({ rules, withdrawals }),
        throttleGuestOrder: makeThrottleGuestOrder(deps.throttle, config.guestOrderRateLimit),
        digest: encryption.digest,
        quoteOrder: makeQuoteOrder(deps),
        createOrder: makeCreateOrder(deps),
        updateOrder: makeUpdateOrder({
          ...deps,
          changeOrder: makeChangeOrder(deps),
          editOrder: makeEditOrder(deps),
        }),
        cancelOrder: makeCancelOrder(deps),
        previewCancellation: makePreviewCancellation(deps),
        cancelItem: makeCancelItem(deps),
        claimGuestOrders: makeClaimGuestOrders(deps),
        fulfillOrder: makeFulfillOrder(deps),
        changeTracking: makeChangeTracking(deps),
        runBulkStep: makeRunBulkStep(deps),
        addNote: makeAddNote(deps),
        recordExport: makeRecordOrderExport(deps),
      }),
  ),
];
