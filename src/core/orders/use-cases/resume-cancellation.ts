import { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { OrderId } from '../order.ts';
import type { OrderInvoices, OrderPayments, OrdersTx } from '../ports.ts';
import { finishCancellation } from '../steps/finish-cancellation.ts';

/** Completes one interrupted cancellation. @returns whether there was one. */
export type ResumeCancellation = () => Promise<boolean>;

/** The lease of the process that cancels: longer than any request takes, so afterwards that process is gone. */
const LEASE_MS = 60_000;

type Deps = Clocks &
  Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; payments: OrderPayments; invoices: OrderInvoices; ids: IdGenerator }>;

export const makeResumeCancellation = (deps: Deps): ResumeCancellation => {
  const { unitOfWork, systemClock } = deps;
  return async () => {
    const at = systemClock.now();
    const id = await unitOfWork.run((tx) => tx.orders.claimCancelling(new Date(at.getTime() - LEASE_MS), at));
    if (id === undefined) return false;
    await completeCancellation(deps, id);
    return true;
  };
};

/** Reverses the payments of an order that is being cancelled and cancels it. Idempotent. */
export const completeCancellation = async (
  { unitOfWork, payments, invoices, clock, ids }: Deps,
  id: OrderId,
): Promise<void> => {
  const actor = Actor.system;
  await payments.reverse(id, actor);
  await unitOfWork.run(async (tx) => {
    const before = await tx.orders.get(id);
    if (before.cancellingSince === null) return;
    await finishCancellation(tx, { actor, clock, ids, invoices }, { before, reason: before.cancelReason });
  });
};
