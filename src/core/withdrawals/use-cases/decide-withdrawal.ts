import { Scope } from '#core/access/scope.ts';
import { type FulfilledItem, quantitiesIn, requireAvailable } from '#core/orders/fulfillment.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { invalid, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { periodEnd } from '../order-withdrawal.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { type AcceptDeps, acceptWithdrawal } from '../steps/accept-withdrawal.ts';
import { storeWithdrawal } from '../steps/store-withdrawal.ts';
import { keptItems } from '../steps/withdraw-items.ts';
import { Withdrawal, type WithdrawalId } from '../withdrawal.ts';

type Identified = Readonly<{ id: WithdrawalId; expected: ExpectedVersions }>;

type Acceptance = Identified &
  Readonly<{
    /** Of a withdrawal that is not matched. */
    orderId?: OrderId | undefined;
    /** What was stated if omitted, or all that the buyer keeps. */
    items?: readonly FulfilledItem[] | undefined;
  }>;

/** Accepts a withdrawal, also one that the shop need not accept. What it leaves to refund is refunded after the commit. */
export type AcceptWithdrawal = (actor: Actor, command: Acceptance) => Promise<Work<Withdrawal, WithdrawalsTx>>;

type Deps = Omit<AcceptDeps, 'timeZone'> & Readonly<{ shop: ShopQueries }>;

export const makeAcceptWithdrawal =
  ({ shop, ...deps }: Deps): AcceptWithdrawal =>
  async (actor, command) => {
    const { timeZone } = await shop.get();
    return async (tx) => {
      const { order, before: locked } = await lockWithdrawal(tx, actor, command);
      Withdrawal.require(locked, 'accept');
      if (order === undefined) {
        throw invalid([
          { path: ['order_id'], code: 'any.required', message: 'is required: no order was found for it' },
        ]);
      }
      const { id: orderId, userId } = order;
      const before = { ...locked, orderId, userId };
      const items = await acceptedItems(tx, { order, before }, command.items);
      const context = { ...deps, timeZone };
      return acceptWithdrawal(
        tx,
        { ...context, actor },
        { order, before, items, until: await periodEnd(context, order) },
      );
    };
  };

/** What is accepted: at most what the buyer keeps and no return has. */
const acceptedItems = async (
  tx: WithdrawalsTx,
  { order, before }: Readonly<{ order: Order; before: Withdrawal }>,
  requested: readonly FulfilledItem[] | undefined,
): Promise<readonly FulfilledItem[]> => {
  const kept = keptItems(order, await tx.returns.listOpen(order.id));
  const quantities = quantitiesIn([{ items: kept }]);
  if (requested !== undefined) {
    requireAvailable(requested, { quantities, what: 'what the buyer keeps and no return has' });
    return requested;
  }
  const items = (before.items ?? kept)
    .map(({ itemId, quantity }) => ({ itemId, quantity: Math.min(quantity, quantities.get(itemId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (items.length > 0) return items;
  throw invalidState('Nothing is left to withdraw from.', before.status, Withdrawal.actions(before));
};

/** Rejects a withdrawal. */
export type RejectWithdrawal = (actor: Actor, command: Identified) => Work<Withdrawal, WithdrawalsTx>;

export const makeRejectWithdrawal =
  ({ clock, ids }: Pick<Deps, 'clock' | 'ids'>): RejectWithdrawal =>
  (actor, command) =>
  async (tx) => {
    const { before } = await lockWithdrawal(tx, actor, command);
    const after = Withdrawal.reject(before, { reason: 'rejected_by_shop', until: before.until }, clock.now());
    const stored = {
      before,
      after,
      what: 'rejected',
      mail: 'withdrawal_rejected',
      noted: 'withdrawal_rejected',
    } as const;
    return storeWithdrawal(tx, { actor, ids }, stored);
  };

/** Locks a withdrawal for a step of the staff. Lock order: order, then withdrawal. @throws DomainError `not_found`. */
const lockWithdrawal = async (
  tx: WithdrawalsTx,
  actor: Actor,
  { id, expected, orderId: given }: Identified & Pick<Acceptance, 'orderId'>,
): Promise<Readonly<{ order: Order | undefined; before: Withdrawal }>> => {
  Scope.requireAll(actor, ['orders:write'], 'This');
  const found = orNotFound(await tx.withdrawals.find(id), 'withdrawal', id);
  if (given !== undefined && found.orderId !== null && given !== found.orderId) {
    throw invalid([{ path: ['order_id'], code: 'any.only', message: 'must be omitted: its order is known' }]);
  }
  const orderId = found.orderId ?? given;
  const order = orderId === undefined ? undefined : await tx.orders.get(orderId);
  const before = await requireVersion(tx.events, await tx.withdrawals.get(id), expected);
  return { order, before };
};
