import { invalidState } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import {
  type FulfilledItem,
  fulfillmentStatusOf,
  quantitiesIn,
  type RefundedParts,
  requireUnfulfilled,
  unfulfilledItems,
} from './fulfillment.ts';
import type { Order } from './order.ts';
import {
  amountHeld,
  isSettled,
  keptOf,
  owedOf,
  settledStatus,
  shippingTotal,
  unsettledStatus,
} from './order-amounts.ts';
import type { OrderCharges } from './order-charges.ts';
import { type OrderDetails, settled } from './order-details.ts';
import { type OrderItem, withoutQuantity, withReturned } from './order-item.ts';
import { actions, advance, completed, deadlineOf, next, type Timing } from './order-lifecycle.ts';
import type { OrderState } from './order-states.ts';
import { remainingOrder } from './remaining-order.ts';

type ReceivedReturn = Readonly<{ items: readonly FulfilledItem[]; refund: Money }>;
type Edit = Timing & Readonly<{ items: readonly OrderItem[]; charges: OrderCharges; details: OrderDetails }>;

type ItemCancellation = Readonly<{ itemId: OrderItem['id']; quantity: number; isRefunded: boolean }>;

/** The changes of what is ordered, after which an order costs more or less than was paid. */
export const OrderChanges = {
  /**
   * Replaces what is ordered; the difference to what it cost before is then due to be paid, or refunded. What was refunded of
   * a paid order is not due again. The rest of an order that was paid has no deadline.
   * @throws DomainError `invalid_state`, `validation_failed`.
   */
  edit: (order: Order, { items, charges, details, at, expiresAfter }: Edit): Order => {
    const waived = isSettled(order) ? refundedCost(order) : order.waived;
    const replaced = { ...next(order, 'edit', at), ...settled(details), items, charges, waived };
    const changed = { ...replaced, shippingRefunded: order.shippingRefunded.min(shippingTotal(replaced)) };
    const rise = keptOf(changed).subtract(keptOf(order));
    // what costs more again is not refunded
    const edited = rise.isNegative ? changed : { ...changed, refundDue: without(order.refundDue, rise) };
    const held = amountHeld(edited);
    const isPaid = held.compare(owedOf(edited)) >= 0;
    const payment = isPaid ? paidStatus(order, edited) : unsettledStatus(edited);
    const deadline = isSettled(order) && held.minor === 0n ? deadlineOf(order, { at, expiresAfter }) : order.expiresAt;
    const state = advance(order, { payment });
    const refund = excessOf(edited, isSettled(order) ? keptOf(order) : held);
    return withRefundDue({ ...edited, state, expiresAt: isPaid ? null : deadline }, refund, at);
  },

  /**
   * Cancels a part of an item that is not fulfilled; what was paid for it is then due to be refunded, unless the shop
   * settles it otherwise.
   * @throws DomainError `invalid_state`, `validation_failed`.
   */
  cancelItem: (order: Order, { itemId, quantity, isRefunded }: ItemCancellation, at: Date): Order => {
    const before = next(order, 'cancel_item', at);
    requireUnfulfilled(order, { itemId, quantity });
    const items = order.items.map((item) => (item.id === itemId ? withoutQuantity(item, quantity) : item));
    const after = remainingOrder({ ...before, items }, quantityOf);
    requireSomethingLeft(after);
    return repriced(isRefunded ? withRefundDue(after, excessOf(after, keptOf(order)), at) : after);
  },

  /**
   * Records returned items; the refund is then due, at most what is held. An order that was not paid in full costs less.
   * @throws DomainError `invalid_state`.
   */
  receiveReturn: (order: Order, { items, refund }: ReceivedReturn, at: Date): Order => {
    const received = withRefundDue(withoutReturned(next(order, 'return', at), items), refund, at);
    return isSettled(order) ? received : repriced(received);
  },

  /** The order, of the same version, with a part of its shipping to be refunded, at most what is held above its cost. */
  refundShipping: (order: Order, amount: Money, at: Date): Order => {
    const after = { ...order, shippingRefunded: order.shippingRefunded.add(amount) };
    return repriced(withRefundDue(after, excessOf(after, keptOf(order)), at));
  },

  /**
   * The order, of the same version, after an item came back, and its refund by default: what the item cost, at most what is
   * held above the cost of what the buyer keeps. So an earlier refund of an amount counts first.
   */
  returnItem: (order: Order, item: FulfilledItem): Readonly<{ after: Order; refund: Money }> => {
    const after = withoutReturned(order, [item]);
    return { after, refund: excessOf(after, keptOf(order)) };
  },

  /**
   * The order, of the same version, without what a refund is for: unfulfilled items are cancelled, others returned, and
   * shipping costs less.
   */
  withoutRefunded: (order: Order, { items: refunded, shipping }: RefundedParts): Order => {
    const quantities = quantitiesIn([{ items: refunded }]);
    const unfulfilled = quantitiesIn([{ items: unfulfilledItems(order) }]);
    const items = order.items.map((item) => {
      const quantity = quantities.get(item.id) ?? 0;
      const cancelled = Math.min(quantity, unfulfilled.get(item.id) ?? 0);
      return withReturned(cancelled === 0 ? item : withoutQuantity(item, cancelled), quantity - cancelled);
    });
    const shippingRefunded = shipping === null ? order.shippingRefunded : order.shippingRefunded.add(shipping);
    return repriced(remainingOrder({ ...order, items, shippingRefunded }, quantityOf));
  },

  /** What the parts of a refund cost. @throws DomainError `invalid_state` if nothing would be left. */
  costOf: (order: Order, parts: RefundedParts): Money => {
    const without = OrderChanges.withoutRefunded(order, parts);
    requireSomethingLeft(without);
    return keptOf(order).subtract(keptOf(without));
  },
};

/** What was refunded of the cost of a paid order. */
const refundedCost = (order: Order): Money => without(keptOf(order).add(order.refundDue), amountHeld(order));

/** At least nothing. */
const without = (amount: Money, other: Money): Money => amount.subtract(amount.min(other));

const paidStatus = (before: Order, after: Order): OrderState['payment'] =>
  isSettled(before) ? settledStatus(after) : 'paid';

const quantityOf = ({ quantity }: OrderItem): number => quantity;

const withoutReturned = (order: Order, returned: readonly FulfilledItem[]): Order => {
  const quantities = quantitiesIn([{ items: returned }]);
  return { ...order, items: order.items.map((item) => withReturned(item, quantities.get(item.id) ?? 0)) };
};

/** Updates the statuses after the cost fell: less to pay, or nothing left to fulfil. */
const repriced = (order: Order): Order => {
  const isPaid = amountHeld(order).compare(owedOf(order)) >= 0;
  const payment = isSettled(order) ? settledStatus(order) : isPaid ? 'paid' : order.state.payment;
  const fulfillment = fulfillmentStatusOf(order);
  const state = completed(advance(order, { payment, fulfillment }));
  return { ...order, state, expiresAt: isPaid ? null : order.expiresAt };
};

/** Adds an amount to the refund that is due, which is at most what is held. */
const withRefundDue = (order: Order, amount: Money, at: Date): Order => {
  const refundDue = order.refundDue.add(amount).min(amountHeld(order));
  return { ...order, refundDue, refundDueAt: refundDue.minor > 0n ? at : null };
};

/** The refund of a change: the amount by which the cost of what is kept fell, at most what is held above it and not due. */
const excessOf = (order: Order, formerCost: Money): Money => {
  const kept = keptOf(order);
  const excess = amountHeld(order).subtract(order.refundDue).subtract(kept);
  const amount = excess.min(formerCost.subtract(kept));
  return amount.isNegative ? Money.ofMinor(0n, order.currency) : amount;
};

const requireSomethingLeft = (order: Order): void => {
  if (order.items.some(({ quantity }) => quantity > 0)) return;
  throw invalidState(
    'Nothing would be left of the order. Cancel the order instead.',
    order.state.status,
    actions(order),
  );
};
