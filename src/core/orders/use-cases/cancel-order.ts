import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { type DomainError, dryRunUnsupported, invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { cancelPermission, requirePermission } from '../customer-policy.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderInvoices, OrderPayments, OrdersTx } from '../ports.ts';
import { storeOrder } from '../steps/store-order.ts';
import { finishCancellation, hasReversiblePayments } from './resume-cancellation.ts';

type Command = Readonly<{
  id: OrderId;
  reason: string | null;
  expected: ExpectedVersions;
  /** Whether this is a dry run, which cannot refund anything. */
  isDryRun: boolean;
}>;

/**
 * Refunds the payments, then returns the stock. A paid order rejects all other steps meanwhile; if the process dies,
 * `ResumeCancellation` completes it.
 */
export type CancelOrder = (actor: Actor, command: Command) => Promise<Work<Order, OrdersTx>>;

const NO_DRY_RUN = 'Cancelling a paid order refunds its payments first, so it has no dry run.';

type Deps = Clocks &
  Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; payments: OrderPayments; invoices: OrderInvoices; ids: IdGenerator }>;

export const makeCancelOrder =
  ({ unitOfWork, payments, invoices, ids, ...clocks }: Deps): CancelOrder =>
  async (actor, command) => {
    const { id, reason, expected } = command;
    const hasStarted = await unitOfWork.run((tx) => start(tx, { actor, ids, invoices, ...clocks }, command));
    if (hasStarted) await payments.reverse(id, actor);
    return async (tx) => {
      const before = await tx.orders.get(id);
      requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: before.userId });
      // starting the cancellation and refunding each created a version
      if (!hasStarted) {
        await requireVersion(tx.events, before, expected);
        await requirePermission(tx, actor, cancelPermission(before.state.payment));
      }
      return finishCancellation(tx, { actor, clock: clocks.clock, ids, invoices }, { before, reason });
    };
  };

/** @returns whether payments must be reversed first. The work itself reports every reason against the cancellation. */
const start = async (
  tx: OrdersTx,
  { actor, ids, invoices, ...clocks }: Omit<Deps, 'unitOfWork' | 'payments'> & Readonly<{ actor: Actor }>,
  { id, reason, expected, isDryRun }: Command,
): Promise<boolean> => {
  const found = await tx.orders.find(id);
  if (found === undefined || !(await hasReversiblePayments(tx, found))) return false;
  const before = await tx.orders.get(id);
  requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: before.userId });
  await requirePermission(tx, actor, cancelPermission(before.state.payment));
  const isExpected = expected === undefined || expected.includes(before.version);
  if (!isExpected || !Order.allows(before, 'cancel') || !(await hasReversiblePayments(tx, before))) return false;
  if (isDryRun) throw dryRunUnsupported(NO_DRY_RUN);
  if (before.cancellingSince === null) {
    const { isProcessing, isDisputed } = await tx.payments.paymentStateOf(before);
    if (isProcessing) throw beingPaid();
    if (isDisputed) throw disputed();
    const after = Order.beginCancelling(before, reason, momentOf(clocks));
    await storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'cancelling', details: { reason } });
  }
  return true;
};

/** The bank has withdrawn the money, and may leave it with the payer. */
const disputed = (): DomainError =>
  invalidState('A payment of the order is disputed. Cancel the order when the dispute is closed.', 'disputed');

/** A payment with an unknown outcome cannot be refunded. */
const beingPaid = (): DomainError =>
  invalidState('A payment of the order is pending until its gateway reports the outcome.', 'processing', ['cancel']);
