import type { SystemClock } from '#core/shared/clock.ts';
import { Lease } from '#core/shared/lease.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/storage.ts';
import { LEASE_MS } from '../check-schedule.ts';
import type { PaymentId } from '../payment.ts';
import type { ReconcilePayment } from './reconcile-payment.ts';

/** Starts the reconciliation of due payments; several processes may run it. @returns the number of payments. */
export type ReconcilePayments = (() => Promise<number>) & {
  /** Waits for the started reconciliations. */
  settled(): Promise<void>;
};

/** Payments run in parallel, so that a slow gateway does not delay others. */
const MAX_BATCH_SIZE = 50;

const DAY_MS = 24 * 3_600_000;

/** Gateways do not send a webhook again after this time. */
const WEBHOOK_RETENTION_MS = 30 * DAY_MS;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  reconcilePayment: ReconcilePayment;
  systemClock: SystemClock;
  log: Log;
}>;

export const makeReconcilePayments = ({ unitOfWork, reconcilePayment, systemClock, log }: Deps): ReconcilePayments => {
  const running = new Set<Promise<void>>();

  const applyOutcome = async (id: PaymentId): Promise<void> => {
    try {
      await reconcilePayment(id);
    } catch (error) {
      log.error({ err: error, payment_id: id }, 'payment reconciliation failed; retrying');
    }
  };

  const claim = (): Promise<PaymentId | undefined> => {
    const at = systemClock.now();
    return unitOfWork.run((tx) => tx.payments.claimDue(at, Lease.end(at, LEASE_MS)));
  };

  const reconcile = async (): Promise<number> => {
    let claimed = 0;
    while (running.size < MAX_BATCH_SIZE) {
      const id = await claim();
      if (id === undefined) break;
      claimed += 1;
      const settled = applyOutcome(id).finally(() => running.delete(settled));
      running.add(settled);
    }
    return claimed;
  };
  const settled = async (): Promise<void> => {
    await Promise.all(running);
  };
  return Object.assign(reconcile, { settled });
};

/** Removes recorded webhooks that will not be sent again. */
export const makeRemoveOldGatewayWebhooks =
  ({ unitOfWork, systemClock }: Pick<Deps, 'unitOfWork' | 'systemClock'>) =>
  (): Promise<number> =>
    unitOfWork.run((tx) =>
      tx.payments.removeGatewayWebhooksBefore(new Date(systemClock.now().getTime() - WEBHOOK_RETENTION_MS)),
    );
