import type { FulfilledItem } from '#core/orders/fulfillment.ts';
import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { refundEnd, type WithdrawalDeps } from '../contract.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { Withdrawal } from '../withdrawal.ts';
import { storeWithdrawal } from './store-withdrawal.ts';
import { type WithdrawItemsDeps, withdrawItems } from './withdraw-items.ts';

type Accepted = Readonly<{
  /** Locked. */
  order: Order;
  before: Withdrawal;
  items: readonly FulfilledItem[];
  until: Date | null;
}>;

export type AcceptDeps = WithdrawItemsDeps & WithdrawalDeps;

/** Accepts a withdrawal from items of its order. @throws DomainError as `withdrawItems` does. */
export const acceptWithdrawal = async (
  tx: WithdrawalsTx,
  { actor, ...deps }: AcceptDeps & Readonly<{ actor: Actor }>,
  { order, before, items, until }: Accepted,
): Promise<Withdrawal> => {
  const refundBy = await refundEnd(deps, order, before.createdAt);
  const open = await tx.returns.listOpen(order.id);
  const back = await withdrawItems(tx, deps, { order, open, id: before.id, items });
  const after = Withdrawal.accept(before, { items, until, refundBy, returnId: back?.id ?? null }, deps.clock.now());
  const stored = {
    before,
    after,
    what: 'accepted',
    mail: 'withdrawal_accepted',
    noted: 'withdrawal_accepted',
  } as const;
  const accepted = await storeWithdrawal(tx, { actor, ids: deps.ids }, stored);
  await reconsiderOthers(tx, { actor, ...deps }, accepted);
  return accepted;
};

/** Others of the same order may have nothing left. */
const reconsiderOthers = async (
  tx: WithdrawalsTx,
  { actor, clock, ids }: Pick<AcceptDeps, 'clock' | 'ids'> & Readonly<{ actor: Actor }>,
  { orderId }: Withdrawal,
): Promise<void> => {
  const others = orderId === null ? [] : await tx.withdrawals.listReceived(orderId);
  for (const { id, processAt, isErased } of others) {
    if (processAt !== null || isErased) continue;
    const before = await tx.withdrawals.get(id);
    const after = Withdrawal.reconsider(before, clock.now());
    await storeWithdrawal(tx, { actor, ids }, { before, after, what: 'processed' });
  }
};
