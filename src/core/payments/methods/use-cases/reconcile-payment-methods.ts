import type { SystemClock } from '#core/shared/clock.ts';
import { idempotencyCutoff } from '#core/shared/idempotency.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { PaymentsTx } from '../../ports.ts';
import { makeReconcileDue, type ReconcileDue } from '../../reconcile-due.ts';
import type { ReconcilePaymentMethod } from './reconcile-payment-method.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<PaymentsTx>;
  reconcilePaymentMethod: ReconcilePaymentMethod;
  systemClock: SystemClock;
  log: Log;
}>;

/** Starts the reconciliation of payment methods that are being saved or removed. */
export const makeReconcilePaymentMethods = ({
  unitOfWork,
  reconcilePaymentMethod,
  systemClock,
  log,
}: Deps): ReconcileDue =>
  makeReconcileDue({
    claim: (at, until) => unitOfWork.run((tx) => tx.paymentMethods.claimDue(at, until)),
    reconcile: reconcilePaymentMethod,
    systemClock,
    log,
    what: 'payment method',
  });

/** Removes methods that were not saved, once no repeated request needs them. @returns the number. */
export const makeRemoveFailedMethods =
  ({ unitOfWork, systemClock }: Pick<Deps, 'unitOfWork' | 'systemClock'>) =>
  (): Promise<number> =>
    unitOfWork.run((tx) => tx.paymentMethods.removeFailedBefore(idempotencyCutoff(systemClock.now())));
