import { ContainerModule } from 'inversify';
import { gatewayWebhooksRoutes } from '#adapters/http/payments/gateway-webhook-routes.ts';
import { paymentsRoutes } from '#adapters/http/payments/routes.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { makeCancelPayment } from '#core/payments/use-cases/cancel-payment.ts';
import { makeCapturePayment } from '#core/payments/use-cases/capture-payment.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import { makeGatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import { makeReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import { makeReconcilePayment } from '#core/payments/use-cases/reconcile-payment.ts';
import { makeReconcilePayments, makeRemoveOldGatewayWebhooks } from '#core/payments/use-cases/reconcile-payments.ts';
import { makeRecordCharge, makeRecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import { makeRefundPayment } from '#core/payments/use-cases/refund-payment.ts';
import { makeOrderPayments } from '#core/payments/use-cases/reverse-order-payments.ts';
import { TOKENS } from '../tokens.ts';

const RECONCILED_MS = 500;
const FORGOTTEN_MS = 3_600_000;

/** What is paid for orders, and given back. */
export const paymentsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.recordPayment)
      .toResolvedValue(
        (clock, ids, { orderExpiryMs: expiresAfter }) => makeRecordPayment({ clock, ids, expiresAfter }),
        [TOKENS.clock, TOKENS.ids, TOKENS.config],
      )
      .inSingletonScope();
    bind(TOKENS.gatewayClient)
      .toResolvedValue((gateways, log) => makeGatewayClient({ gateways, log }), [TOKENS.gateways, TOKENS.log])
      .inSingletonScope();
    bind(TOKENS.recordOutcome)
      .toResolvedValue(
        (clock, ids, recordPayment) => makeRecordOutcome({ clock, ids, recordPayment }),
        [TOKENS.clock, TOKENS.ids, TOKENS.recordPayment],
      )
      .inSingletonScope();
    bind(TOKENS.recordCharge)
      .toResolvedValue(
        (clock, ids, recordPayment) => makeRecordCharge({ clock, ids, recordPayment }),
        [TOKENS.clock, TOKENS.ids, TOKENS.recordPayment],
      )
      .inSingletonScope();
    bind(TOKENS.execute)
      .toResolvedValue(
        (unitOfWork, ask, recordOutcome, clock) => makeExecuteOperation({ unitOfWork, ask, recordOutcome, clock }),
        [TOKENS.unitOfWork, TOKENS.gatewayClient, TOKENS.recordOutcome, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.reconcilePayment)
      .toResolvedValue(
        (unitOfWork, ask, recordOutcome, recordCharge, clock, ids) =>
          makeReconcilePayment({ unitOfWork, ask, recordOutcome, recordCharge, clock, ids }),
        [TOKENS.unitOfWork, TOKENS.gatewayClient, TOKENS.recordOutcome, TOKENS.recordCharge, TOKENS.clock, TOKENS.ids],
      )
      .inSingletonScope();
    bind(TOKENS.receiveGatewayWebhook)
      .toResolvedValue(
        (gateways, unitOfWork, reconcilePayment, clock) =>
          makeReceiveGatewayWebhook({ gateways, unitOfWork, reconcilePayment, clock }),
        [TOKENS.gateways, TOKENS.unitOfWork, TOKENS.reconcilePayment, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.orderPayments)
      .toResolvedValue(
        (unitOfWork, ask, recordOutcome, reconcilePayment, clock, ids) =>
          makeOrderPayments({ unitOfWork, ask, recordOutcome, reconcilePayment, clock, ids }),
        [
          TOKENS.unitOfWork,
          TOKENS.gatewayClient,
          TOKENS.recordOutcome,
          TOKENS.reconcilePayment,
          TOKENS.clock,
          TOKENS.ids,
        ],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, reconcilePayment, clock, log) => {
          const reconcile = makeReconcilePayments({ unitOfWork, reconcilePayment, clock, log });
          const worker = runPeriodically('reconciliation of payments', RECONCILED_MS, reconcile, log);
          return { start: worker.start, stop: () => worker.stop().then(reconcile.settled) };
        },
        [TOKENS.unitOfWork, TOKENS.reconcilePayment, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, clock, log) =>
          runPeriodically(
            'removal of old call-backs',
            FORGOTTEN_MS,
            makeRemoveOldGatewayWebhooks({ unitOfWork, clock }),
            log,
          ),
        [TOKENS.unitOfWork, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, cursors, execute, gateways, clock, ids) =>
          paymentsRoutes({
            queries,
            createPayment: makeCreatePayment({ execute, gateways, clock, ids }),
            capturePayment: makeCapturePayment({ execute, clock, ids }),
            cancelPayment: makeCancelPayment({ execute, clock, ids }),
            refundPayment: makeRefundPayment({ execute, clock, ids }),
            cursors,
          }),
        [TOKENS.paymentQueries, TOKENS.cursors, TOKENS.execute, TOKENS.gateways, TOKENS.clock, TOKENS.ids],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (receiveGatewayWebhook, gateways) =>
          gatewayWebhooksRoutes({ receiveGatewayWebhook, gatewayNames: [...gateways.keys()] }),
        [TOKENS.receiveGatewayWebhook, TOKENS.gateways],
      )
      .inSingletonScope();
  });
