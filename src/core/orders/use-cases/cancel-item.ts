import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Order, type OrderId } from '../order.ts';
import { OrderChanges } from '../order-changes.ts';
import type { OrderItemId } from '../order-item.ts';
import type { OrdersTx } from '../ports.ts';
import { type RefundParts, refundParts, requireExpectedRefund } from '../refund-parts.ts';
import {
  requireNoItemRefund,
  requireNoOpenPayment,
  requireUseOfAuthorization,
} from '../steps/require-no-open-payment.ts';
import { restock } from '../steps/reservations.ts';
import { type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';

type Command = Readonly<{
  id: OrderId;
  itemId: OrderItemId;
  quantity: number;
  /** Whether what was paid for it is refunded. */
  isRefunded: boolean;
  isRestocked: boolean;
  reason: string | null;
  expected: ExpectedVersions;
  /** The refund that the caller saw, in major units. */
  expectedRefund?: number | undefined;
}>;

type CancelledItem = Readonly<{ order: Order; parts: RefundParts }>;

/** Cancels a part of an item that is not fulfilled. The refund is requested after the commit. */
export type CancelItem = (actor: Actor, command: Command) => Work<CancelledItem, OrdersTx>;

export const makeCancelItem =
  ({ clock, ids, invoices }: StoreOrderDeps): CancelItem =>
  (actor, { id, itemId, quantity, isRefunded, isRestocked, reason, expected, expectedRefund }) =>
  async (tx) => {
    Scope.requireAll(actor, ['orders:write'], 'This');
    const before = await requireVersion(tx.events, await tx.orders.get(id), expected);
    Order.require(before, 'cancel_item');
    await requireNoOpenPayment(tx, before);
    await requireNoItemRefund(tx, before);
    const at = clock.now();
    const after = OrderChanges.cancelItem(before, { itemId, quantity, isRefunded }, at);
    await requireUseOfAuthorization(tx, before, after);
    const refund = after.refundDue.subtract(before.refundDue);
    requireExpectedRefund(refund, expectedRefund);
    if (isRestocked) await restock(tx, actor, { order: before, items: [{ itemId, quantity }], at });
    const details = { item_id: itemId, quantity, reason, refund_due: refund.toNumber() };
    const order = await storeOrder(tx, { actor, ids, invoices }, { before, after, what: 'item_cancelled', details });
    return { order, parts: refundParts(before, after, refund) };
  };
