import type { Order } from '#core/orders/order.ts';
import { isSettled } from '#core/orders/order-amounts.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import type {} from '#core/orders/ports.ts';
import { type RefundParts, refundParts, requireExpectedRefund } from '#core/orders/refund-parts.ts';
import { refundableShipping } from '#core/orders/refundable-shipping.ts';
import {
  requireNoItemRefund,
  requireNoOpenPayment,
  requireUseOfAuthorization,
} from '#core/orders/steps/require-no-open-payment.ts';
import { restock } from '#core/orders/steps/reservations.ts';
import { type OrderChange, type StoreOrderDeps, storeOrder } from '#core/orders/steps/store-order.ts';
import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { Money } from '#core/shared/money.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { ReturnsTx, WithdrawalFollower } from '../ports.ts';
import { type ItemDecision, type ReceivedItem, receivedItems, withReceived } from '../received-items.ts';
import { returnAuditEntry, returnChanged } from '../records.ts';
import { Return, type ReturnId } from '../return.ts';
import { lockReturn } from './decide-return.ts';

type Command = Readonly<{ id: ReturnId; decisions: readonly ItemDecision[]; expected: ExpectedVersions }> &
  Readonly<{
    /** The refund that the caller saw, in major units. */
    expectedRefund?: number | undefined;
  }>;

/** A return of which items came back, and their refund. */
type Received = Readonly<{ received: Return; parts: RefundParts }>;

/** Receives items of an approved return, all or a part. Their refund is requested after the commit. */
export type ReceiveReturn = (actor: Actor, command: Command) => Work<Received, ReturnsTx>;

type ReceiveReturnDeps = StoreOrderDeps & Readonly<{ followWithdrawal: WithdrawalFollower }>;

export const makeReceiveReturn =
  ({ clock, ids, invoices, followWithdrawal }: ReceiveReturnDeps): ReceiveReturn =>
  (actor, { decisions, expectedRefund, ...command }) =>
  async (tx) => {
    const { order: before, before: approved } = await lockReturn(tx, actor, command);
    await requireNoItemRefund(tx, before);
    // a payment in progress is of the amount that was due before
    if (!isSettled(before)) await requireNoOpenPayment(tx, before);
    const at = clock.now();
    const { received, items, change } = receivedReturn(before, approved, { decisions, at });
    const refund = change.after.refundDue.subtract(before.refundDue);
    requireExpectedRefund(refund, expectedRefund);
    await requireUseOfAuthorization(tx, before, change.after);
    await restock(tx, actor, { order: before, items: items.filter(({ isRestocked }) => isRestocked), at });
    await tx.returns.save(received);
    await tx.events.append(actor, returnChanged(approved, received));
    await tx.audit.append(returnAuditEntry(actor, 'received', { before: approved, after: received }));
    await storeOrder(tx, { actor, ids, invoices }, change);
    if (received.status === 'received') await followWithdrawal(tx, actor, received);
    return { received, parts: refundParts(before, change.after, refund) };
  };

type Receipt = Readonly<{ decisions: readonly ItemDecision[]; at: Date }>;

/** The return after items came back, and the change of its order. @throws DomainError as `receivedItems` does. */
export const receivedReturn = (
  before: Order,
  approved: Return,
  { decisions, at }: Receipt,
): Readonly<{ received: Return; items: readonly ReceivedItem[]; change: OrderChange }> => {
  Return.take(approved, 'receive', at);
  const items = receivedItems(before, approved, decisions);
  const received = Return.receive(approved, withReceived(approved.items, items), at);
  const refund = items.reduce((sum, item) => sum.add(item.refund), Money.ofMinor(0n, before.currency));
  const changed = OrderChanges.receiveReturn(before, { items, refund }, at);
  const after = refundsShipping(received, changed)
    ? OrderChanges.refundShipping(changed, refundableShipping(changed), at)
    : changed;
  const details = { return_id: received.id, refund_due: after.refundDue.subtract(before.refundDue).toNumber() };
  return { received, items, change: { before, after, what: 'return_received', details } };
};

/** Whether the withdrawal of a return is one from the whole order: what it left is returned or cancelled, too. */
const refundsShipping = ({ status, withdrawal }: Return, { items }: Order): boolean =>
  status === 'received' &&
  withdrawal !== null &&
  (withdrawal.refundsShipping || items.every(({ quantity, returnedQuantity }) => quantity === returnedQuantity));

/** Requests the refund of a received return, as `RefundSoon` does. */
export type RefundReturnSoon = (id: ReturnId) => Promise<void>;

export const makeRefundReturnSoon =
  ({
    unitOfWork,
    refundSoon,
  }: Readonly<{ unitOfWork: UnitOfWork<ReturnsTx>; refundSoon: RefundSoon }>): RefundReturnSoon =>
  async (id) => {
    const found = await unitOfWork.run((tx) => tx.returns.find(id));
    if (found !== undefined) await refundSoon(found.orderId);
  };
