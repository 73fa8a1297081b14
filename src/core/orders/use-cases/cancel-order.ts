import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { type DomainError, dryRunUnsupported, invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork, Work } from '#core/unit-of-work.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderPayments } from '../order-payments.ts';
import { finishCancellation, holdsPayments } from './finish-cancellation.ts';
import { storeOrder } from './store-order.ts';

type Command = Readonly<{
  id: OrderId;
  reason: string | null;
  expected: ExpectedVersions;
  /** Whether the work will be undone: then nothing can be given back before it. */
  isDryRun: boolean;
}>;

/**
 * Gives back what was paid, then the stock. An order that was paid is kept from all else meanwhile; should this process
 * end before it is done, `ResumeCancellation` takes it up.
 */
export type CancelOrder = (actor: Actor, command: Command) => Promise<Work<Order>>;

const REHEARSED = 'What was paid for the order is given back before it is cancelled, which cannot be rehearsed.';

type Deps = Readonly<{ unitOfWork: UnitOfWork; payments: OrderPayments; clock: Clock; ids: IdGenerator }>;

export const makeCancelOrder =
  ({ unitOfWork, payments, clock, ids }: Deps): CancelOrder =>
  async (actor, command) => {
    const { id, reason, expected } = command;
    const hasBegun = await unitOfWork.run((tx) => begin(tx, { actor, clock, ids }, command));
    if (hasBegun) await payments.release(id, actor);
    return async (tx) => {
      const before = await tx.orders.get(id);
      requireOwnership(actor, 'orders:write', { kind: 'order', id, userId: before.userId });
      // to begin, and to give back, were versions by themselves
      if (!hasBegun) await requireVersion(tx.events, before, expected);
      return finishCancellation(tx, { actor, clock, ids }, { before, reason });
    };
  };

/** @returns whether something has to be given back first. All that speaks against the cancellation, the work tells. */
const begin = async (
  tx: Transaction,
  { actor, clock, ids }: Readonly<{ actor: Actor; clock: Clock; ids: IdGenerator }>,
  { id, reason, expected, isDryRun }: Command,
): Promise<boolean> => {
  const found = await tx.orders.find(id);
  if (found === undefined || !(await holdsPayments(tx, found))) return false;
  const before = await tx.orders.get(id);
  requireOwnership(actor, 'orders:write', { kind: 'order', id, userId: before.userId });
  const isExpected = expected === undefined || expected.includes(before.version);
  if (!isExpected || !Order.allows(before, 'cancel') || !(await holdsPayments(tx, before))) return false;
  if (isDryRun) throw dryRunUnsupported(REHEARSED);
  if (before.cancellingSince === null) {
    if ((await tx.payments.paymentStateOf(before)).isProcessing) throw beingPaid();
    const after = Order.beginCancelling(before, reason, clock.now());
    await storeOrder(tx, { actor, ids }, { before, after, what: 'cancelling', details: { reason } });
  }
  return true;
};

/** Nobody can give back what may not have been paid. */
const beingPaid = (): DomainError =>
  invalidState('The order is being paid, and its gateway has not told yet whether it is.', 'processing', ['cancel']);
