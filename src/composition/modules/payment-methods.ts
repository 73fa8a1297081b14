import { paymentMethodsRoutes } from '#adapters/http/payments/payment-method-operations.ts';
import { paymentMethodEvents } from '#adapters/http/payments/payment-method-schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import {
  makeDeletePaymentMethod,
  makeSetDefaultPaymentMethod,
} from '#core/payments/methods/use-cases/change-payment-methods.ts';
import { makeMethodClient } from '#core/payments/methods/use-cases/method-client.ts';
import {
  makeReconcilePaymentMethod,
  makeReconcilePaymentMethods,
  makeRemoveFailedMethods,
} from '#core/payments/methods/use-cases/reconcile-payment-methods.ts';
import { makeRecordSaving } from '#core/payments/methods/use-cases/record-saving.ts';
import { makeSavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, every, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, log, encryption } = SYSTEM;
const { unitOfWork, paymentMethodQueries: queries } = STORAGE;
const { gateways, limits, methodClient: client, recordSaving, savePaymentMethod, reconcilePaymentMethod } = PAYMENTS;
const listeners = every(PAYMENTS.defaultMethodListeners);

/** Payment methods that users have saved. */
export const paymentMethodsModule: readonly Binding[] = [
  provide(client, { gateways, encryption, log }, makeMethodClient),
  provide(recordSaving, { clock, systemClock, listeners }, makeRecordSaving),
  provide(
    savePaymentMethod,
    { unitOfWork, client, recordSaving, gateways, limits, clock, systemClock, ids },
    makeSavePaymentMethod,
  ),
  provide(reconcilePaymentMethod, { unitOfWork, client, recordSaving, clock, systemClock }, makeReconcilePaymentMethod),
  provide(BACKGROUND.workers, { unitOfWork, reconcilePaymentMethod, systemClock, log }, (deps) => {
    const reconcile = makeReconcilePaymentMethods(deps);
    return [
      { name: 'payment method reconciliation', intervalMs: 500, run: reconcile, afterStop: reconcile.settled },
      {
        name: 'removal of failed payment methods',
        intervalMs: 60_000,
        run: untilEmpty(makeRemoveFailedMethods(deps)),
      },
    ];
  }),
  constant(HTTP.eventSchemas, paymentMethodEvents),
  provide(HTTP.routes, { queries, cursors: HTTP.cursors, clock, systemClock, savePaymentMethod, listeners }, (deps) =>
    paymentMethodsRoutes({
      ...deps,
      deletePaymentMethod: makeDeletePaymentMethod(deps),
      setDefaultPaymentMethod: makeSetDefaultPaymentMethod(deps),
    }),
  ),
];
