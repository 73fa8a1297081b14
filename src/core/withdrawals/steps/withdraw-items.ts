import { type FulfilledItem, quantitiesIn, unfulfilledItems } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { refundableShipping } from '#core/orders/refundable-shipping.ts';
import { requireUseOfAuthorization } from '#core/orders/steps/require-no-open-payment.ts';
import { type StoreOrderDeps, storeOrder } from '#core/orders/steps/store-order.ts';
import type { CancelItem } from '#core/orders/use-cases/cancel-item.ts';
import { beginCancellation } from '#core/orders/use-cases/cancel-order.ts';
import { finishCancellation, hasReversiblePayments } from '#core/orders/use-cases/resume-cancellation.ts';
import type { Return } from '#core/returns/return.ts';
import { expectedIn } from '#core/returns/returnable-items.ts';
import type { DecideReturn } from '#core/returns/use-cases/decide-return.ts';
import type { RequestReturn } from '#core/returns/use-cases/request-return.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { WithdrawalsTx } from '../ports.ts';
import type { Withdrawal } from '../withdrawal.ts';
import { BY_LAW } from './by-law.ts';
import { isReplaceable, replaceReturns } from './replace-returns.ts';

export type WithdrawItemsDeps = StoreOrderDeps &
  Clocks &
  Readonly<{ cancelItem: CancelItem; requestReturn: RequestReturn; decideReturn: DecideReturn }>;

type Withdrawn = Readonly<{
  order: Order;
  open: readonly Return[];
  id: Withdrawal['id'];
  items: readonly FulfilledItem[];
}>;

/**
 * What the buyer of an order keeps and nothing takes back: neither its cancellation nor an open return. Other returns do not
 * count: their items may be withdrawn from.
 */
export const keptItems = (order: Order, open: readonly Return[]): readonly FulfilledItem[] => {
  const expected = expectedIn(open.filter((each) => !isReplaceable(each)));
  return order.items.map(({ id, quantity, returnedQuantity }) => ({
    itemId: id,
    quantity: isEnding(order) ? 0 : quantity - returnedQuantity - (expected.get(id) ?? 0),
  }));
};

const isEnding = ({ state, cancellingSince }: Order): boolean =>
  state.status === 'cancelled' || cancellingSince !== null;

/**
 * Withdraws from items: what is not sent is cancelled and refunded, and the rest comes back in an approved return. If nothing
 * is sent and nothing is kept, the order is cancelled. The order must be locked.
 * @returns the return, if there is one.
 * @throws DomainError `invalid_state` while a payment or refund is in the way.
 */
export const withdrawItems = async (
  tx: WithdrawalsTx,
  deps: WithdrawItemsDeps,
  { order, open, id, items }: Withdrawn,
): Promise<Return | undefined> => {
  const withdrawn = quantitiesIn([{ items }]);
  const keepsNothing = keptItems(order, open).every(({ itemId, quantity }) => quantity <= (withdrawn.get(itemId) ?? 0));
  if (keepsNothing && order.fulfillments.length === 0) {
    await cancelOrder(tx, deps, order);
    return undefined;
  }
  const { unsent, sent } = split(order, items);
  await replaceReturns(tx, deps, { order, open, sent });
  for (const item of unsent) {
    const command = { ...item, id: order.id, isRefunded: true, isRestocked: true, reason: null, expected: undefined };
    await deps.cancelItem(BY_LAW, command)(tx);
  }
  if (sent.length > 0)
    return approvedReturn(tx, deps, { order, sent, withdrawal: { id, refundsShipping: keepsNothing } });
  if (keepsNothing) await refundShipping(tx, deps, order.id);
  return undefined;
};

const cancelOrder = async (tx: WithdrawalsTx, deps: WithdrawItemsDeps, before: Order): Promise<void> => {
  Order.require(before, 'cancel');
  const ending = { before, reason: 'withdrawal' };
  if (await hasReversiblePayments(tx, before)) await beginCancellation(tx, { ...deps, actor: BY_LAW }, ending);
  else await finishCancellation(tx, { ...deps, actor: BY_LAW }, ending);
};

/** Of each item first what is not sent. */
const split = (order: Order, items: readonly FulfilledItem[]) => {
  const unfulfilled = quantitiesIn([{ items: unfulfilledItems(order) }]);
  const parts = items.map(({ itemId, quantity }) => {
    const unsent = Math.min(quantity, unfulfilled.get(itemId) ?? 0);
    return { itemId, unsent, sent: quantity - unsent };
  });
  const of = (part: 'unsent' | 'sent'): FulfilledItem[] =>
    parts.flatMap(({ itemId, [part]: quantity }) => (quantity === 0 ? [] : [{ itemId, quantity }]));
  return { unsent: of('unsent'), sent: of('sent') };
};

type Sent = Readonly<{ order: Order; sent: readonly FulfilledItem[]; withdrawal: NonNullable<Return['withdrawal']> }>;

const approvedReturn = async (
  tx: WithdrawalsTx,
  { requestReturn, decideReturn }: WithdrawItemsDeps,
  { order, sent, withdrawal }: Sent,
): Promise<Return> => {
  const items = sent.map((item) => ({ ...item, reason: null }));
  const { id } = await requestReturn(BY_LAW, { orderId: order.id, items, reason: null, withdrawal })(tx);
  return decideReturn(BY_LAW, { id, decision: 'approve', expected: undefined })(tx);
};

/** All else came back before. */
const refundShipping = async (tx: WithdrawalsTx, deps: WithdrawItemsDeps, id: Order['id']): Promise<void> => {
  const before = await tx.orders.get(id);
  const at = deps.clock.now();
  const amount = refundableShipping(before);
  if (amount.minor === 0n) return;
  const after = OrderChanges.refundShipping({ ...before, version: before.version + 1, updatedAt: at }, amount, at);
  await requireUseOfAuthorization(tx, before, after);
  const details = { shipping: amount.toNumber() };
  await storeOrder(tx, { ...deps, actor: BY_LAW }, { before, after, what: 'updated', details });
};
