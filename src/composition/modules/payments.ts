import { gatewayWebhooksRoutes } from '#adapters/http/payments/gateway-webhook-routes.ts';
import { paymentsOfOrder } from '#adapters/http/payments/payments-of-order.ts';
import { paymentsRoutes } from '#adapters/http/payments/routes.ts';
import { paymentEvents } from '#adapters/http/payments/schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeStepInvoice } from '#core/invoices/use-cases/step-invoice.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { paymentGauges } from '#core/payments/payment-gauges.ts';
import { makeBeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import { makeCancelPayment } from '#core/payments/use-cases/cancel-payment.ts';
import { makeCapturePayment } from '#core/payments/use-cases/capture-payment.ts';
import { makeCheckLedger } from '#core/payments/use-cases/check-ledger.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import { makeGatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import { makePayInvoice } from '#core/payments/use-cases/pay-invoice.ts';
import { makeReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import {
  makeReconcilePayment,
  makeReconcilePayments,
  makeRemoveOldGatewayWebhooks,
} from '#core/payments/use-cases/reconcile-payments.ts';
import { makeRecordCharge } from '#core/payments/use-cases/record-charge.ts';
import { makeRecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import { makePreviewRefund, makeRefundPayment } from '#core/payments/use-cases/refund-payment.ts';
import { makeReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import { makeOrderPayments } from '#core/payments/use-cases/reverse-order-payments.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, every, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, log, encryption } = SYSTEM;
const { unitOfWork, paymentQueries: queries } = STORAGE;
const { recordPayment: recordInvoicePayment } = INVOICES;
const { gateways, limits, ask, recordPayment, recordOutcome, recordCharge, execute } = PAYMENTS;
const { beginPayment, createPayment, reconcilePayment } = PAYMENTS;

/** A thousand payments each time, so that a million take less than three hours. */
const LEDGER_CHECK_MS = 10_000;

export const paymentsModule: readonly Binding[] = [
  provide(ask, { gateways, encryption, log }, makeGatewayClient),
  provide(recordPayment, { clock, systemClock, ids, invoices: INVOICES.orderInvoices }, makeRecordPayment),
  provide(recordOutcome, { clock, systemClock, ids, recordPayment, recordInvoicePayment }, makeRecordOutcome),
  provide(recordCharge, { clock, systemClock, ids, recordPayment, recordInvoicePayment }, makeRecordCharge),
  provide(execute, { unitOfWork, ask, recordOutcome, limits, systemClock }, makeExecuteOperation),
  provide(
    reconcilePayment,
    { unitOfWork, ask, recordOutcome, recordCharge, clock, systemClock, ids },
    makeReconcilePayment,
  ),
  provide(beginPayment, { gateways, clock, systemClock, ids }, makeBeginPayment),
  provide(
    createPayment,
    {
      ...{ unitOfWork, ask, recordOutcome, reconcilePayment, clock, systemClock, ids },
      ...{ beginPayment, execute, gateways },
    },
    (deps) => makeCreatePayment({ ...deps, replaceOpen: makeReplaceOpenPayment(deps) }),
  ),
  provide(
    PAYMENTS.receiveGatewayWebhook,
    { gateways, unitOfWork, reconcilePayment, reconcilePaymentMethod: PAYMENTS.reconcilePaymentMethod, systemClock },
    makeReceiveGatewayWebhook,
  ),
  provide(
    PAYMENTS.orderPayments,
    { unitOfWork, ask, recordOutcome, reconcilePayment, clock, systemClock, ids },
    makeOrderPayments,
  ),
  provide(
    BACKGROUND.workers,
    { unitOfWork, ledgerQueries: STORAGE.ledgerQueries, reconcilePayment, clock, systemClock, log },
    (deps) => {
      const reconcile = makeReconcilePayments(deps);
      return [
        { name: 'payment reconciliation', intervalMs: 500, run: reconcile, afterStop: reconcile.settled },
        { name: 'comparison of payments with the ledger', intervalMs: LEDGER_CHECK_MS, run: makeCheckLedger(deps) },
        {
          name: 'removal of old gateway webhooks',
          intervalMs: 60_000,
          run: untilEmpty(makeRemoveOldGatewayWebhooks(deps)),
        },
      ];
    },
  ),
  provide(HTTP.gauges, { queries, clock, systemClock }, paymentGauges),
  constant(HTTP.eventSchemas, paymentEvents),
  provide(HTTP.orderExpansions, { queries }, paymentsOfOrder),
  provide(
    HTTP.routes,
    {
      ...{
        unitOfWork,
        queries,
        cursors: HTTP.cursors,
        clock,
        systemClock,
        ids,
        limits,
        execute,
        recordOutcome,
        createPayment,
        gateways,
      },
      ...{
        healths: PAYMENTS.gatewayHealths,
        setups: PAYMENTS.gatewaySetups,
        paymentExpansions: every(HTTP.paymentExpansions),
      },
      listeners: every(INVOICES.listeners),
    },
    (deps) =>
      paymentsRoutes({
        ...deps,
        capturePayment: makeCapturePayment(deps),
        cancelPayment: makeCancelPayment(deps),
        refundPayment: makeRefundPayment(deps),
        previewRefund: makePreviewRefund(deps),
        payInvoice: makePayInvoice(deps),
        stepInvoice: makeStepInvoice(deps),
      }),
  ),
  provide(HTTP.routes, { receiveGatewayWebhook: PAYMENTS.receiveGatewayWebhook, gateways }, gatewayWebhooksRoutes),
];
