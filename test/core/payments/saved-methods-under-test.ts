import {
  makeDeletePaymentMethod,
  makeSetDefaultPaymentMethod,
} from '#core/payments/methods/use-cases/change-payment-methods.ts';
import { type MethodClient, makeMethodClient } from '#core/payments/methods/use-cases/method-client.ts';
import {
  makeReconcilePaymentMethod,
  makeReconcilePaymentMethods,
} from '#core/payments/methods/use-cases/reconcile-payment-methods.ts';
import { makeRecordSaving } from '#core/payments/methods/use-cases/record-saving.ts';
import { makeSavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { DefaultMethodListener, PaymentLimits } from '#core/payments/ports.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { TextEncryption } from '#core/shared/encrypted-data.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/storage.ts';

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork;
    gateways: Gateways;
    encryption: TextEncryption;
    limits: PaymentLimits;
    ids: IdGenerator;
    log: Log;
    /** What follows the choice of a default. */
    listeners: readonly DefaultMethodListener[];
    /** Where the calling process dies. */
    death: { at?: 'before asking' | 'before recording' };
  }>;

/** The use cases of saved payment methods, with a gateway call at which the process may die. */
export const savedMethodsUnderTest = ({ death, listeners, ...deps }: Deps) => {
  const client = makeMethodClient(deps);
  const dying: MethodClient = {
    ...client,
    async save(method) {
      if (death.at === 'before asking') throw new Error('The process has ended.');
      const outcome = await client.save(method);
      if (death.at === 'before recording') throw new Error('The process has ended.');
      return outcome;
    },
  };
  const recordSaving = makeRecordSaving({ ...deps, listeners });
  const reconcilePaymentMethod = makeReconcilePaymentMethod({ ...deps, client, recordSaving });
  return {
    save: makeSavePaymentMethod({ ...deps, client: dying, recordSaving }),
    delete: makeDeletePaymentMethod({ ...deps, listeners }),
    setDefault: makeSetDefaultPaymentMethod({ ...deps, listeners }),
    reconcilePaymentMethod,
    reconcileMethods: makeReconcilePaymentMethods({ ...deps, reconcilePaymentMethod }),
  };
};
