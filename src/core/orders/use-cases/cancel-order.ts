import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { type DomainError, invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { cancelPermission, requirePermission } from '../customer-policy.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderInvoices, OrderPayments, OrdersTx } from '../ports.ts';
import { requireExpectedRefund } from '../refund-parts.ts';
import { storeOrder } from '../steps/store-order.ts';
import { finishCancellation, hasReversiblePayments } from './resume-cancellation.ts';

type Command = Readonly<{
  id: OrderId;
  reason: string | null;
  expected: ExpectedVersions;
  /** The refund that the caller saw, in major units. */
  expectedRefund?: number | undefined;
}>;

/**
 * Refunds the payments, then returns the stock. A paid order rejects all other steps meanwhile; if the process dies,
 * `ResumeCancellation` completes it.
 */
export type CancelOrder = (actor: Actor, command: Command) => Promise<Work<Order, OrdersTx>>;

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
        requireExpectedRefund(Order.amountHeld(before), command.expectedRefund);
      }
      return finishCancellation(tx, { actor, clock: clocks.clock, ids, invoices }, { before, reason });
    };
  };

/** @returns whether payments must be reversed first. The work itself reports every reason against the cancellation. */
const start = async (
  tx: OrdersTx,
  { actor, ids, invoices, ...clocks }: Omit<Deps, 'unitOfWork' | 'payments'> & Readonly<{ actor: Actor }>,
  { id, reason, expected, expectedRefund }: Command,
): Promise<boolean> => {
  const found = await tx.orders.find(id);
  if (found === undefined || !(await hasReversiblePayments(tx, found))) return false;
  const before = await tx.orders.get(id);
  requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: before.userId });
  await requirePermission(tx, actor, cancelPermission(before.state.payment));
  const isExpected = expected === undefined || expected.includes(before.version);
  if (!isExpected || !Order.allows(before, 'cancel') || !(await hasReversiblePayments(tx, before))) return false;
  if (before.cancellingSince === null) {
    requireExpectedRefund(Order.amountHeld(before), expectedRefund);
    await beginCancellation(tx, { actor, ids, invoices, ...clocks }, { before, reason });
  }
  return true;
};

type Beginning = Pick<Deps, 'ids' | 'invoices' | 'clock' | 'systemClock'> & Readonly<{ actor: Actor }>;

/** Starts the cancellation of an order whose payments can be refunded. @throws DomainError `invalid_state`. */
export const beginCancellation = async (
  tx: OrdersTx,
  { actor, ids, invoices, ...clocks }: Beginning,
  { before, reason }: Readonly<{ before: Order; reason: string | null }>,
): Promise<void> => {
  await requireReversible(tx, before);
  const after = Order.beginCancelling(before, reason, momentOf(clocks));
  await storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'cancelling', details: { reason } });
};

/** Requires payments that can be refunded. @throws DomainError `invalid_state`. */
export const requireReversible = async (tx: OrdersTx, order: Order): Promise<void> => {
  const { isProcessing, isDisputed } = await tx.payments.paymentStateOf(order);
  if (isProcessing) throw beingPaid();
  if (isDisputed) throw disputed();
};

/** The bank has withdrawn the money, and may leave it with the payer. */
const disputed = (): DomainError =>
  invalidState('A payment of the order is disputed. Cancel the order when the dispute is closed.', 'disputed');

/** A payment with an unknown outcome cannot be refunded. */
const beingPaid = (): DomainError =>
  invalidState('A payment of the order is pending until its gateway reports the outcome.', 'processing', ['cancel']);
