import { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf, type SystemClock } from '#core/shared/clock.ts';
import { idempotencyCutoff } from '#core/shared/idempotency.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { unreachableAsUnknown } from '../../apply-outcome.ts';
import type { PaymentsTx } from '../../ports.ts';
import { makeReconcileDue, type ReconcileDue } from '../../reconcile-due.ts';
import { PaymentMethod, type PaymentMethodId } from '../payment-method.ts';
import type { MethodClient } from './method-client.ts';
import type { RecordSaving } from './record-saving.ts';

/**
 * Repeats the saving of a method whose outcome is unknown, and removes a deleted one at its gateway. Can run at any time
 * in any number of processes, since repeated requests have no second effect.
 * @returns whether the gateway has responded; undefined for an unknown method.
 */
export type ReconcilePaymentMethod = (id: PaymentMethodId) => Promise<boolean | undefined>;

type Deps = Clocks & Readonly<{ unitOfWork: UnitOfWork<PaymentsTx>; client: MethodClient; recordSaving: RecordSaving }>;

/** When a payer who has to act is considered gone. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

const ABANDONED = { kind: 'declined', code: 'abandoned', message: 'The payer did not act in time.' } as const;

export const makeReconcilePaymentMethod = ({
  unitOfWork,
  client,
  recordSaving,
  ...clocks
}: Deps): ReconcilePaymentMethod => {
  const remove = async (method: PaymentMethod): Promise<boolean> => {
    const isRemoved = (await client.remove(method)).kind === 'removed';
    await unitOfWork.run(async (tx) => {
      if (!isRemoved) return tx.paymentMethods.postpone(PaymentMethod.postpone(method, momentOf(clocks)));
      // lock order: user, then methods
      const user = await tx.users.lock(method.userId);
      const before = await tx.paymentMethods.find(method.id);
      if (before?.status !== 'removing') return;
      // its events mention the user as long as there is one
      if (user === undefined) await tx.paymentMethods.remove(method.id);
      else await tx.paymentMethods.save(PaymentMethod.endRemoval(before, momentOf(clocks)));
    });
    return isRemoved;
  };

  const save = async (method: PaymentMethod): Promise<PaymentMethod | undefined> => {
    const outcome = await client.save(method);
    const isLate = clocks.clock.now().getTime() - method.createdAt.getTime() >= ABANDONED_AFTER_MS;
    const proven = outcome.kind === 'requires_action' && isLate ? ABANDONED : unreachableAsUnknown(outcome);
    const recorded = await unitOfWork.run(recordSaving(Actor.system, { method, outcome: proven }));
    return outcome.kind === 'unknown' || outcome.kind === 'unreachable' ? undefined : recorded;
  };

  return async (id) => {
    const method = await unitOfWork.run((tx) => tx.paymentMethods.find(id));
    if (method === undefined) return undefined;
    const saved = PaymentMethod.isSaving(method) ? await save(method) : method;
    if (saved === undefined) return false;
    return saved.status === 'removing' && !PaymentMethod.isSaving(saved) ? remove(saved) : true;
  };
};

type DueDeps = Readonly<{
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
}: DueDeps): ReconcileDue =>
  makeReconcileDue({
    claim: (at, until) => unitOfWork.run((tx) => tx.paymentMethods.claimDue(at, until)),
    reconcile: reconcilePaymentMethod,
    systemClock,
    log,
    what: 'payment method',
  });

/** Removes methods that were not saved, once no repeated request needs them. @returns the number. */
export const makeRemoveFailedMethods =
  ({ unitOfWork, systemClock }: Pick<DueDeps, 'unitOfWork' | 'systemClock'>) =>
  (): Promise<number> =>
    unitOfWork.run((tx) => tx.paymentMethods.removeFailedBefore(idempotencyCutoff(systemClock.now())));
