import { Scope } from '#core/access/scope.ts';
import { type FulfilledItem, quantitiesIn, requireAvailable } from '#core/orders/fulfillment.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import { Actor } from '#core/shared/actor.ts';
import { invalid, invalidState, orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { StepSubscription } from '#core/subscriptions/use-cases/step-subscription.ts';
import { refundEnd } from '../contract.ts';
import { periodEnd, withSubscription } from '../order-withdrawal.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { type AcceptDeps, acceptWithdrawal } from '../steps/accept-withdrawal.ts';
import { contractOf } from '../steps/judge-subscription.ts';
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

type Deps = Omit<AcceptDeps, 'timeZone'> &
  Readonly<{ shop: ShopQueries; unitOfWork: UnitOfWork<WithdrawalsTx>; stepSubscription: StepSubscription }>;

export const makeAcceptWithdrawal =
  (deps: Deps): AcceptWithdrawal =>
  async (actor, command) => {
    const shop = await deps.shop.get();
    const context = { ...deps, actor, timeZone: shop.timeZone, shop };
    const endSubscription = await prepareEnd(deps, command);
    return async (tx) => {
      const { order, before } = await lockWithdrawal(tx, actor, command);
      Withdrawal.require(before, 'accept');
      await endSubscription?.(tx);
      if (order !== undefined) return acceptOf(tx, context, { order, before, requested: command.items });
      if (before.subscriptionId !== null) return acceptSubscription(tx, context, before);
      throw invalid([{ path: ['order_id'], code: 'any.required', message: 'is required: no order was found for it' }]);
    };
  };

const OF_BILLING: Actor = { ...Actor.system, scopes: new Set(['subscriptions:write']) };

/** The end of the subscription that a withdrawal is from; undefined without one that goes on. */
const prepareEnd = async (
  { unitOfWork, stepSubscription }: Deps,
  { id, orderId: given }: Acceptance,
): Promise<Work<unknown, WithdrawalsTx> | undefined> => {
  const subscription = await unitOfWork.run(async (tx) => {
    const found = await tx.withdrawals.find(id);
    const orderId = found?.orderId ?? given;
    const order = orderId === undefined ? undefined : await tx.orders.find(orderId);
    const subscriptionId = found?.subscriptionId ?? order?.withdrawalTerms.subscriptionId ?? null;
    return subscriptionId === null ? undefined : tx.subscriptions.find(subscriptionId);
  });
  if (subscription === undefined || subscription.status === 'cancelled') return undefined;
  const command = { id: subscription.id, action: 'cancel', atPeriodEnd: false, expected: undefined } as const;
  return stepSubscription(OF_BILLING, command);
};

type Context = AcceptDeps & Readonly<{ actor: Actor; shop: Shop }>;

type Accepted = Readonly<{ order: Order; before: Withdrawal; requested: Acceptance['items'] }>;

const acceptOf = async (
  tx: WithdrawalsTx,
  context: Context,
  { order, before, requested }: Accepted,
): Promise<Withdrawal> => {
  const { id: orderId, userId, withdrawalTerms } = order;
  const matched = { ...before, orderId, userId, subscriptionId: withdrawalTerms.subscriptionId };
  const items = await acceptedItems(tx, { order, before: matched }, requested);
  const until = await periodEnd(context, await withSubscription(tx, order));
  return acceptWithdrawal(tx, context, { order, before: matched, items, until });
};

/** The subscription has sent nothing: there is nothing to cancel or return but itself. */
const acceptSubscription = async (tx: WithdrawalsTx, context: Context, before: Withdrawal): Promise<Withdrawal> => {
  const { actor, ids, clock, shop } = context;
  const subscription = before.subscriptionId && (await tx.subscriptions.find(before.subscriptionId));
  if (!subscription) throw invalidState('The subscription is gone.', before.status, Withdrawal.actions(before));
  const contract = await contractOf(tx, subscription, shop);
  const refundBy = await refundEnd(context, contract, before.createdAt);
  const after = Withdrawal.accept(before, { items: [], until: before.until, refundBy, returnId: null }, clock.now());
  return storeWithdrawal(tx, { actor, ids }, { before, after, what: 'accepted', mail: 'withdrawal_accepted' });
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
