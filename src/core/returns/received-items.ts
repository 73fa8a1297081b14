import type { Order } from '#core/orders/order.ts';
import { amountHeld } from '#core/orders/order-amounts.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { itemErrors, type OrderItemId } from '#core/orders/order-item.ts';
import { type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import { Return, type ReturnedItem } from './return.ts';

/** What the staff decides about an item that came back. */
export type ItemDecision = Readonly<{
  itemId: OrderItemId;
  /** What of it came back; all that is still to come if omitted. */
  quantity?: number | undefined;
  /** True if omitted. */
  isRestocked?: boolean | undefined;
  /** Whether what it cost is refunded, or another amount in major units; true if omitted. */
  refund?: boolean | number | undefined;
}>;

/** A quantity of an item that came back. */
export type ReceivedItem = Pick<ReturnedItem, 'itemId' | 'quantity'> &
  Readonly<{ isRestocked: boolean; refund: Money }>;

/**
 * What came back of a return with what was decided about it.
 * @throws DomainError `unknown_reference` for items that are not in the return, `validation_failed` for quantities above what
 * is still to come, for nothing, and for amounts that the order does not have.
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
  for (const { itemId, quantity: expected } of Return.expectedItems({ items })) {
    const index = decisions.findIndex((each) => each.itemId === itemId);
    const { isRestocked = true, refund: decision = true, quantity = expected } = decisions[index] ?? {};
    if (quantity > expected) errors.push({ path: ['items', index, 'quantity'], ...tooMany(expected) });
    if (quantity === 0 || quantity > expected) continue;
    const { after, refund: cost } = OrderChanges.returnItem(before, { itemId, quantity });
    const refund = decision === true ? cost : amountOf(before, decision === false ? 0 : decision);
    if (!(refund instanceof Money)) errors.push({ path: ['items', index, 'refund'], ...refund });
    else {
      received.push({ itemId, quantity, isRestocked, refund });
      before = { ...after, refundDue: after.refundDue.add(refund) };
    }
  }
  if (errors.length > 0) throw invalid(errors);
  if (received.length === 0) throw invalid([NOTHING_RECEIVED]);
  return received;
};

const tooMany = (expected: number): Omit<FieldError, 'path'> => ({
  code: 'number.max',
  message: `must be at most ${expected}, what is still to come`,
});

const NOTHING_RECEIVED: FieldError = {
  path: ['items'],
  code: 'array.min',
  message: 'must leave something that came back',
};

/** The items of a return after some came back. */
export const withReceived = (items: readonly ReturnedItem[], received: readonly ReceivedItem[]): ReturnedItem[] =>
  items.map((item) => {
    const found = received.find(({ itemId }) => itemId === item.itemId);
    if (found === undefined) return item;
    return {
      ...item,
      receivedQuantity: item.receivedQuantity + found.quantity,
      isRestocked: found.isRestocked || item.isRestocked === true,
      refund: item.refund === null ? found.refund : item.refund.add(found.refund),
    };
  });

/** An amount that the staff gave, or its error. */
const amountOf = (order: Order, major: number): Money | Omit<FieldError, 'path'> => {
  const amount = Money.parse(major, order.currency);
  if (!(amount instanceof Money)) return describeMoneyError(amount, order.currency);
  const maximum = amountHeld(order).subtract(order.refundDue);
  if (amount.compare(maximum) <= 0) return amount;
  return { code: 'number.max', message: `must be at most ${maximum.toDecimal()}, what was paid and is not refunded` };
};
