import { itemErrors } from '#core/orders/item-errors.ts';
import type { Order } from '#core/orders/order.ts';
import { amountHeld } from '#core/orders/order-amounts.ts';
import { type OrderItemId, worthOf } from '#core/orders/order-item.ts';
import { invalid, unknownReference } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import type { Return, ReturnedItem } from './return.ts';

/** What the staff decides about an item that came back. */
export type ItemDecision = Readonly<{
  itemId: OrderItemId;
  /** True if omitted. */
  isRestocked?: boolean | undefined;
  /** Whether what it cost is refunded, or another amount in major units; true if omitted. */
  refund?: boolean | number | undefined;
}>;

/** An item that came back. */
export type ReceivedItem = ReturnedItem & Readonly<{ isRestocked: boolean; refund: Money }>;

/**
 * The items of a return with what was decided about them.
 * @throws DomainError `unknown_reference` for items that are not in the return, `validation_failed` for amounts that the
 * order does not have.
 */
export const receivedItems = (
  order: Order,
  { items }: Return,
  decisions: readonly ItemDecision[],
): readonly ReceivedItem[] => {
  const unknown = itemErrors(decisions, ({ itemId }) =>
    items.some((item) => item.itemId === itemId)
      ? undefined
      : { field: 'item_id', code: 'any.only', message: 'must be an item of the return' },
  );
  if (unknown.length > 0) throw unknownReference(unknown);
  requireAmounts(order, decisions);
  return items.map((item) => {
    const { isRestocked = true, refund = true } = decisions.find(({ itemId }) => itemId === item.itemId) ?? {};
    return { ...item, isRestocked, refund: refundOf(order, item, refund) };
  });
};

const requireAmounts = (order: Order, decisions: readonly ItemDecision[]): void => {
  const errors = itemErrors(decisions, ({ refund }) => {
    if (typeof refund !== 'number') return undefined;
    const amount = Money.parse(refund, order.currency);
    if (!(amount instanceof Money)) return { field: 'refund', ...describeMoneyError(amount, order.currency) };
    const maximum = amountHeld(order).subtract(order.refundDue);
    if (amount.compare(maximum) <= 0) return undefined;
    const message = `must be at most ${maximum.toDecimal()}, what was paid and is not refunded`;
    return { field: 'refund', code: 'number.max', message };
  });
  if (errors.length > 0) throw invalid(errors);
};

const refundOf = (order: Order, { itemId, quantity }: ReturnedItem, refund: boolean | number): Money => {
  const zero = Money.ofMinor(0n, order.currency);
  if (typeof refund === 'number') {
    const amount = Money.parse(refund, order.currency);
    return amount instanceof Money ? amount : zero;
  }
  const item = order.items.find(({ id }) => id === itemId);
  return refund && item !== undefined ? worthOf(item, quantity, order.charges.pricesIncludeTax) : zero;
};
