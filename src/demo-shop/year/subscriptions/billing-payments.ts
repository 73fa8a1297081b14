import { makeRecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import { makeMethodClient } from '#core/payments/methods/use-cases/method-client.ts';
import { makeRecordSaving } from '#core/payments/methods/use-cases/record-saving.ts';
import { makeSavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { PaymentLimits } from '#core/payments/ports.ts';
import { makeBeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import { makeGatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import { makeReconcilePayment } from '#core/payments/use-cases/reconcile-payments.ts';
import { makeRecordCharge } from '#core/payments/use-cases/record-charge.ts';
import { makeRecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import { makeReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { DunningSchedule } from '#core/subscriptions/dunning.ts';
import { makeFollowDefaultMethod } from '#core/subscriptions/use-cases/follow-default-method.ts';
import { makeFollowInvoice } from '#core/subscriptions/use-cases/follow-invoice.ts';

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork;
    ids: IdGenerator;
    log: Log;
    encryption: TextEncryption;
    gateways: Gateways;
    schedule: DunningSchedule;
  }>;

const NO_LIMITS: PaymentLimits = { check: async () => {}, count: async () => {}, countDecline: async () => {} };

const noOrders = async (): Promise<never> => {
  throw new TypeError('A demo shop’s subscriptions have no orders.');
};

/** The payments of invoices, by saved methods. */
export const makeBillingPayments = (deps: Deps) => {
  const limits = NO_LIMITS;
  const recording = {
    ...deps,
    recordPayment: () => noOrders,
    recordInvoicePayment: makeRecordInvoicePayment({ ...deps, listeners: [makeFollowInvoice(deps)] }),
  };
  const ask = makeGatewayClient(deps);
  const recordOutcome = makeRecordOutcome(recording);
  const recordCharge = makeRecordCharge(recording);
  const execute = makeExecuteOperation({ ...deps, ask, recordOutcome, limits });
  const reconcilePayment = makeReconcilePayment({ ...deps, ask, recordOutcome, recordCharge });
  const replaceOpen = makeReplaceOpenPayment({ ...deps, ask, recordOutcome, reconcilePayment });
  const client = makeMethodClient(deps);
  const recordSaving = makeRecordSaving({ ...deps, listeners: [makeFollowDefaultMethod(deps)] });
  const beginPayment = makeBeginPayment(deps);
  return {
    replaceOpen,
    beginPayment,
    createPayment: makeCreatePayment({ ...deps, beginPayment, execute, replaceOpen, limits }),
    savePaymentMethod: makeSavePaymentMethod({ ...deps, client, recordSaving, limits }),
  };
};
