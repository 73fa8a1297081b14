import type { Order } from '#core/orders/order.ts';
import { amountHeld } from '#core/orders/order-amounts.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { itemErrors, type OrderItemId } from '#core/orders/order-item.ts';
import { type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
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
  const errors: FieldError[] = [];
  const received: ReceivedItem[] = [];
  let before = order;
  for (const item of items) {
    const index = decisions.findIndex(({ itemId }) => itemId === item.itemId);
    const { isRestocked = true, refund: decision = true } = decisions[index] ?? {};
    const { after, refund: cost } = OrderChanges.returnItem(before, item);
    const refund = decision === true ? cost : amountOf(before, decision === false ? 0 : decision);
    if (!(refund instanceof Money)) errors.push({ path: ['items', index, 'refund'], ...refund });
    else {
      received.push({ ...item, isRestocked, refund });
      before = { ...after, refundDue: after.refundDue.add(refund) };
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return received;
};

/** An amount that the staff gave, or its error. */
const amountOf = (order: Order, major: number): Money | Omit<FieldError, 'path'> => {
  const amount = Money.parse(major, order.currency);
  if (!(amount instanceof Money)) return describeMoneyError(amount, order.currency);
  const maximum = amountHeld(order).subtract(order.refundDue);
  if (amount.compare(maximum) <= 0) return amount;
  return { code: 'number.max', message: `must be at most ${maximum.toDecimal()}, what was paid and is not refunded` };
};
