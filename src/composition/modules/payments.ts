import { ContainerModule } from 'inversify';
import { gatewayCallbacksRoutes } from '#adapters/http/gateway-callbacks.routes.ts';
import { paymentsRoutes } from '#adapters/http/payments.routes.ts';
import { repeat } from '#adapters/system/repeat.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { makeAskGateway } from '#core/payments/use-cases/ask-gateway.ts';
import { makeCancelPayment } from '#core/payments/use-cases/cancel-payment.ts';
import { makeCapturePayment } from '#core/payments/use-cases/capture-payment.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeOperate } from '#core/payments/use-cases/operate.ts';
import { makeReceiveCallback } from '#core/payments/use-cases/receive-callback.ts';
import { makeForgetCallbacks, makeReconcilePayments } from '#core/payments/use-cases/reconcile-payments.ts';
import { makeRecordCharge, makeRecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import { makeRefundPayment } from '#core/payments/use-cases/refund-payment.ts';
import { makeOrderPayments } from '#core/payments/use-cases/release-order.ts';
import { makeSettlePayment } from '#core/payments/use-cases/settle-payment.ts';
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
    bind(TOKENS.askGateway)
      .toResolvedValue((gateways, log) => makeAskGateway({ gateways, log }), [TOKENS.gateways, TOKENS.log])
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
    bind(TOKENS.operate)
      .toResolvedValue(
        (unitOfWork, ask, recordOutcome, clock) => makeOperate({ unitOfWork, ask, recordOutcome, clock }),
        [TOKENS.unitOfWork, TOKENS.askGateway, TOKENS.recordOutcome, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.settlePayment)
      .toResolvedValue(
        (unitOfWork, ask, recordOutcome, recordCharge, clock, ids) =>
          makeSettlePayment({ unitOfWork, ask, recordOutcome, recordCharge, clock, ids }),
        [TOKENS.unitOfWork, TOKENS.askGateway, TOKENS.recordOutcome, TOKENS.recordCharge, TOKENS.clock, TOKENS.ids],
      )
      .inSingletonScope();
    bind(TOKENS.receiveCallback)
      .toResolvedValue(
        (gateways, unitOfWork, settlePayment, clock) =>
          makeReceiveCallback({ gateways, unitOfWork, settlePayment, clock }),
        [TOKENS.gateways, TOKENS.unitOfWork, TOKENS.settlePayment, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.orderPayments)
      .toResolvedValue(
        (unitOfWork, ask, recordOutcome, settlePayment, clock, ids) =>
          makeOrderPayments({ unitOfWork, ask, recordOutcome, settlePayment, clock, ids }),
        [TOKENS.unitOfWork, TOKENS.askGateway, TOKENS.recordOutcome, TOKENS.settlePayment, TOKENS.clock, TOKENS.ids],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, settlePayment, clock, log) => {
          const reconcile = makeReconcilePayments({ unitOfWork, settlePayment, clock, log });
          const worker = repeat('reconciliation of payments', RECONCILED_MS, reconcile, log);
          return { start: worker.start, stop: () => worker.stop().then(reconcile.settled) };
        },
        [TOKENS.unitOfWork, TOKENS.settlePayment, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, clock, log) =>
          repeat('removal of old call-backs', FORGOTTEN_MS, makeForgetCallbacks({ unitOfWork, clock }), log),
        [TOKENS.unitOfWork, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, cursors, operate, gateways, clock, ids) =>
          paymentsRoutes({
            queries,
            createPayment: makeCreatePayment({ operate, gateways, clock, ids }),
            capturePayment: makeCapturePayment({ operate, clock, ids }),
            cancelPayment: makeCancelPayment({ operate, clock, ids }),
            refundPayment: makeRefundPayment({ operate, clock, ids }),
            cursors,
          }),
        [TOKENS.paymentQueries, TOKENS.cursors, TOKENS.operate, TOKENS.gateways, TOKENS.clock, TOKENS.ids],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (receiveCallback, gateways) => gatewayCallbacksRoutes({ receiveCallback, gatewayNames: [...gateways.keys()] }),
        [TOKENS.receiveCallback, TOKENS.gateways],
      )
      .inSingletonScope();
  });
