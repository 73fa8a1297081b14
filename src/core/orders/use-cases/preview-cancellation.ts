import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { cancelPermission, requirePermission } from '../customer-policy.ts';
import { Order, type OrderId } from '../order.ts';
import { OrderMoney } from '../order-money.ts';
import type { OrdersTx } from '../ports.ts';
import { type RefundParts, refundParts, requireExpectedRefund } from '../refund-parts.ts';
import { type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';
import { requireReversible } from './cancel-order.ts';
import { endOrder, hasReversiblePayments } from './resume-cancellation.ts';

type Command = Readonly<{
  id: OrderId;
  reason: string | null;
  expected: ExpectedVersions;
  expectedRefund: number | undefined;
}>;

export type PreviewedCancellation = Readonly<{ order: Order; parts: RefundParts }>;

/**
 * Cancels an order as if its payments were refunded and voided already, and calls no gateway: to be rolled back. The events of
 * its payments are left out.
 */
export type PreviewCancellation = (actor: Actor, command: Command) => Work<PreviewedCancellation, OrdersTx>;

export const makePreviewCancellation =
  ({ clock, ids, invoices }: StoreOrderDeps): PreviewCancellation =>
  (actor, { id, reason, expected, expectedRefund }) =>
  async (tx) => {
    const before = await tx.orders.get(id);
    requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: before.userId });
    await requireVersion(tx.events, before, expected);
    await requirePermission(tx, actor, cancelPermission(before.state.payment));
    Order.require(before, 'cancel');
    if (await hasReversiblePayments(tx, before)) await requireReversible(tx, before);
    const held = Order.amountHeld(before);
    requireExpectedRefund(held, expectedRefund);
    const timing = { at: clock.now(), expiresAfter: ShopRules.orderExpiryMs(await tx.shopRules.read()) };
    const reversed = withoutPayments(before, timing);
    const ending =
      reversed === before
        ? before
        : await storeOrder(tx, { actor, ids, invoices }, { before, after: reversed, what: 'refunded', details: {} });
    const order = await endOrder(tx, { actor, clock, ids, invoices }, { before: ending, reason });
    return { order, parts: refundParts(before, undefined, held) };
  };

/** The order once its payments are refunded or voided. */
const withoutPayments = (order: Order, timing: Parameters<typeof OrderMoney.void>[1]): Order => {
  const held = Order.amountHeld(order);
  if (held.minor > 0n) return OrderMoney.refund(order, held, timing);
  return order.state.payment === 'authorized' ? OrderMoney.void(order, timing) : order;
};
