import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { PaymentsTx } from '../ports.ts';
import { makeReconcileDue, type ReconcileDue } from '../reconcile-due.ts';
import type { ReconcilePayment } from './reconcile-payment.ts';

const DAY_MS = 24 * 3_600_000;

/** Gateways do not send a webhook again after this time. */
const WEBHOOK_RETENTION_MS = 30 * DAY_MS;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<PaymentsTx>;
  reconcilePayment: ReconcilePayment;
  systemClock: SystemClock;
  log: Log;
}>;

/** Starts the reconciliation of due payments. */
export const makeReconcilePayments = ({ unitOfWork, reconcilePayment, systemClock, log }: Deps): ReconcileDue =>
  makeReconcileDue({
    claim: (at, until) => unitOfWork.run((tx) => tx.payments.claimDue(at, until)),
    reconcile: reconcilePayment,
    systemClock,
    log,
    what: 'payment',
  });

/** Removes recorded webhooks that will not be sent again. */
export const makeRemoveOldGatewayWebhooks =
  ({ unitOfWork, systemClock }: Pick<Deps, 'unitOfWork' | 'systemClock'>) =>
  (): Promise<number> =>
    unitOfWork.run((tx) =>
      tx.payments.removeGatewayWebhooksBefore(new Date(systemClock.now().getTime() - WEBHOOK_RETENTION_MS)),
    );
