import { type FulfilledItem, quantitiesIn } from '#core/orders/fulfillment.ts';
import type { Order } from '#core/orders/order.ts';
import type { Return } from '#core/returns/return.ts';
import { refusalOf, type WithdrawalDeps } from '../contract.ts';
import { orderWithdrawal, periodEnd, type WithdrawableOrder } from '../order-withdrawal.ts';
import type { Withdrawal, WithdrawalReason } from '../withdrawal.ts';
import { keptItems } from './withdraw-items.ts';

type Judged = Readonly<{
  order: Order;
  /** The same as a contract. */
  contract: WithdrawableOrder;
  open: readonly Return[];
  withdrawal: Withdrawal;
}>;

/** What a withdrawal comes to. */
export type Verdict = Readonly<{ until: Date | null }> &
  (
    | Readonly<{ kind: 'accept'; items: readonly FulfilledItem[] }>
    | Readonly<{ kind: 'reject'; reason: Extract<WithdrawalReason, 'not_applicable' | 'business' | Missed> }>
    | Readonly<{ kind: 'wait'; reason: 'unverified' | 'needs_review' }>
  );

type Missed = 'exempt' | 'period_ended' | 'nothing_left';

/** Decides by the law and the terms of the order; when it was sent counts, and not when it is decided. */
export const judge = async (deps: WithdrawalDeps, { order, contract, open, withdrawal }: Judged): Promise<Verdict> => {
  const refusal = refusalOf(contract);
  const right = await orderWithdrawal(deps, contract);
  if (refusal !== undefined || right === null) {
    return { kind: 'reject', reason: refusal ?? 'not_applicable', until: await periodEnd(deps, contract) };
  }
  const { until } = right;
  if (until !== null && withdrawal.createdAt >= until) return { kind: 'reject', reason: 'period_ended', until };
  const kept = keptItems(order, open);
  if (kept.every(({ quantity }) => quantity <= 0)) return nothing('nothing_left', until);
  if (withdrawal.items === null && withdrawal.note !== null) return { kind: 'wait', reason: 'needs_review', until };
  const requested = lesserOf(withdrawal.items ?? kept, kept);
  if (requested.length === 0) return nothing('nothing_left', until);
  const items = lesserOf(requested, right.items);
  if (items.length === 0) return nothing('exempt', until);
  // the goods of a subscription are paid by its invoices
  if (order.withdrawalTerms.subscriptionId !== null) return { kind: 'wait', reason: 'needs_review', until };
  if (!withdrawal.isVerified && hasUnsent(order, items)) return { kind: 'wait', reason: 'unverified', until };
  return { kind: 'accept', items, until };
};

const nothing = (reason: Missed, until: Date | null): Verdict => ({ kind: 'reject', reason, until });

/** Of each item at most what there is of it. */
const lesserOf = (items: readonly FulfilledItem[], most: readonly FulfilledItem[]): FulfilledItem[] => {
  const quantities = quantitiesIn([{ items: most }]);
  return items
    .map(({ itemId, quantity }) => ({ itemId, quantity: Math.min(quantity, quantities.get(itemId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
};

/** Whether something of the items would be cancelled. */
const hasUnsent = ({ items, fulfillments }: Order, withdrawn: readonly FulfilledItem[]): boolean => {
  const sent = quantitiesIn(fulfillments);
  const unsentOf = ({ id, quantity }: Order['items'][number]): number => quantity - (sent.get(id) ?? 0);
  return withdrawn.some(({ itemId }) => items.some((item) => item.id === itemId && unsentOf(item) > 0));
};
