// Why: docs/decisions/0058-withdrawals.md

import type { Order, OrderId } from '#core/orders/order.ts';
import type { OrderPayments } from '#core/orders/ports.ts';
import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import { completeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import { withSubscription } from '../order-withdrawal.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { type AcceptDeps, acceptWithdrawal } from '../steps/accept-withdrawal.ts';
import { BY_LAW } from '../steps/by-law.ts';
import { emailOfBuyer, findNumbered } from '../steps/find-order.ts';
import { contractOf, judgeSubscription } from '../steps/judge-subscription.ts';
import { judge, type Verdict } from '../steps/judge-withdrawal.ts';
import { storeWithdrawal } from '../steps/store-withdrawal.ts';
import type { WithdrawItemsDeps } from '../steps/withdraw-items.ts';
import { Withdrawal, type WithdrawalId } from '../withdrawal.ts';

/** What follows a withdrawal outside its transaction. */
type FinishDeps = Omit<WithdrawItemsDeps, 'cancelItem' | 'requestReturn' | 'decideReturn'> &
  Readonly<{ unitOfWork: UnitOfWork<WithdrawalsTx>; payments: OrderPayments; refundSoon: RefundSoon; log: Log }>;

type ProcessDeps = FinishDeps & Omit<AcceptDeps, 'timeZone'> & Readonly<{ shop: ShopQueries }>;

/** Decides the withdrawal that is due first, and refunds what it leaves to refund. @returns whether there was one. */
export type ProcessWithdrawals = () => Promise<boolean>;

/** How soon a withdrawal is tried again after a failure, or while a payment is in the way. */
const RETRY_MS = 10 * 60_000;

export const makeProcessWithdrawals =
  (deps: ProcessDeps): ProcessWithdrawals =>
  async () => {
    const { unitOfWork, clock, shop, log } = deps;
    const at = clock.now();
    const id = await unitOfWork.run((tx) => tx.withdrawals.claimDue(at, new Date(at.getTime() + RETRY_MS)));
    if (id === undefined) return false;
    try {
      const shown = await shop.get();
      const orderId = await unitOfWork.run((tx) =>
        processOne(tx, { ...deps, timeZone: shown.timeZone, shop: shown }, id),
      );
      if (orderId !== undefined) await finish(deps, orderId);
    } catch (error) {
      log.warn({ err: error, withdrawal_id: id }, 'a withdrawal could not be processed; retrying later');
      if (error instanceof DomainError) await unitOfWork.run((tx) => markBlocked(tx, deps, id));
    }
    return true;
  };

type DecideDeps = AcceptDeps & Readonly<{ shop: Shop }>;

/** @returns the order of the withdrawal; undefined if none was found. */
const processOne = async (tx: WithdrawalsTx, deps: DecideDeps, id: WithdrawalId): Promise<OrderId | undefined> => {
  const found = await tx.withdrawals.find(id);
  const order = found && (await lockOrder(tx, found));
  const before = await tx.withdrawals.get(id);
  if (before.processAt === null) return order?.id;
  if (before.subscriptionId !== null && order === undefined) await decideSubscription(tx, deps, before);
  else if (order === undefined) await leaveUnmatched(tx, deps, before);
  else await decide(tx, deps, { order, before: await matched(tx, deps, { order, before }) });
  return order?.id;
};

/** The order of a withdrawal, locked; undefined if none has its number and e-mail. */
const lockOrder = async (tx: WithdrawalsTx, found: Withdrawal): Promise<Order | undefined> => {
  if (found.orderId !== null) return tx.orders.get(found.orderId);
  if (found.subscriptionId !== null) return undefined;
  const id = await findNumbered(tx, found);
  const order = id === undefined ? undefined : await tx.orders.get(id);
  return order !== undefined && (await emailOfBuyer(tx, order, found)) !== undefined ? order : undefined;
};

type Author = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

const leaveUnmatched = async (tx: WithdrawalsTx, { clock, ids }: Author, before: Withdrawal): Promise<void> => {
  const after = Withdrawal.wait(before, 'unmatched', { at: clock.now(), until: null });
  await storeWithdrawal(tx, { actor: BY_LAW, ids }, { before, after, what: 'processed', mail: 'withdrawal_unmatched' });
};

type Locked = Readonly<{ order: Order; before: Withdrawal }>;

/** The withdrawal with its order. */
const matched = async (tx: WithdrawalsTx, { clock, ids }: Author, { order, before }: Locked): Promise<Withdrawal> => {
  if (before.orderId !== null) return before;
  const { id: orderId, userId, withdrawalTerms } = order;
  const { subscriptionId } = withdrawalTerms;
  const after = Withdrawal.match(before, { orderId, subscriptionId, userId }, clock.now());
  const stored = { before, after, what: 'matched', noted: 'withdrawal_received' } as const;
  return storeWithdrawal(tx, { actor: BY_LAW, ids }, stored);
};

const decide = async (tx: WithdrawalsTx, deps: AcceptDeps, { order, before }: Locked): Promise<void> => {
  const open = await tx.returns.listOpen(order.id);
  const contract = await withSubscription(tx, order);
  const verdict = await judge(deps, { order, contract, open, withdrawal: before });
  if (verdict.kind === 'accept') await acceptWithdrawal(tx, { ...deps, actor: BY_LAW }, { order, before, ...verdict });
  else await settle(tx, deps, { before, verdict });
};

const decideSubscription = async (tx: WithdrawalsTx, deps: DecideDeps, before: Withdrawal): Promise<void> => {
  const subscription = before.subscriptionId && (await tx.subscriptions.find(before.subscriptionId));
  if (!subscription) return leaveUnmatched(tx, deps, before);
  const contract = await contractOf(tx, subscription, deps.shop);
  const verdict = await judgeSubscription(tx, deps, { subscription, contract, withdrawal: before });
  await settle(tx, deps, { before, verdict });
};

type Settled = Readonly<{ before: Withdrawal; verdict: Exclude<Verdict, Readonly<{ kind: 'accept' }>> }>;

const settle = async (tx: WithdrawalsTx, { clock, ids }: Author, { before, verdict }: Settled): Promise<void> => {
  const at = clock.now();
  if (verdict.kind === 'wait') {
    const after = Withdrawal.wait(before, verdict.reason, { at, until: null });
    // one that is decided anew says nothing new
    const isTold = verdict.reason !== 'unverified' || before.reason === 'unverified';
    const mail = isTold ? {} : ({ mail: 'withdrawal_unverified' } as const);
    await storeWithdrawal(tx, { actor: BY_LAW, ids }, { before, after, what: 'processed', ...mail });
    return;
  }
  const after = Withdrawal.reject(before, verdict, at);
  const stored = {
    before,
    after,
    what: 'rejected',
    mail: 'withdrawal_rejected',
    noted: 'withdrawal_rejected',
  } as const;
  await storeWithdrawal(tx, { actor: BY_LAW, ids }, stored);
};

/** A payment of the order is in the way. */
const markBlocked = async (tx: WithdrawalsTx, { clock, ids }: Author, id: WithdrawalId): Promise<void> => {
  const found = await tx.withdrawals.find(id);
  const order = found && (await lockOrder(tx, found));
  const locked = await tx.withdrawals.get(id);
  if (locked.processAt === null || locked.reason === 'blocked') return;
  // the failure has undone that its order was found
  const before = order === undefined ? locked : await matched(tx, { clock, ids }, { order, before: locked });
  const at = clock.now();
  const after = Withdrawal.wait(before, 'blocked', { at, until: new Date(at.getTime() + RETRY_MS) });
  await storeWithdrawal(tx, { actor: BY_LAW, ids }, { before, after, what: 'processed' });
};

/** Refunds what is due of an order that a withdrawal has changed, or completes its cancellation. */
const finish = async (deps: FinishDeps, id: OrderId): Promise<void> => {
  const order = await deps.unitOfWork.run((tx) => tx.orders.find(id));
  if (order === undefined) return;
  if (order.cancellingSince === null) await deps.refundSoon(id);
  // what fails is tried again with other interrupted cancellations
  else
    await completeCancellation(deps, id).catch((error: unknown) =>
      deps.log.warn({ err: error, order_id: id }, 'a cancellation by a withdrawal is not complete; retrying later'),
    );
};

/** The same after the staff has accepted a withdrawal. */
export type FinishWithdrawal = (id: WithdrawalId) => Promise<void>;

export const makeFinishWithdrawal =
  (deps: FinishDeps): FinishWithdrawal =>
  async (id) => {
    const found = await deps.unitOfWork.run((tx) => tx.withdrawals.find(id));
    if (found?.orderId != null) await finish(deps, found.orderId);
  };

/** Processes what is due, and waits a moment for it, so that most buyers see the outcome at once. */
export type ProcessSoon = () => Promise<void>;

/** Those of others come first. */
const MAX_PROCESSED = 20;

export const makeProcessSoon =
  ({
    processWithdrawals,
    pause,
    log,
  }: Readonly<{ processWithdrawals: ProcessWithdrawals; pause: () => Promise<void>; log: Log }>): ProcessSoon =>
  async () => {
    const run = async (): Promise<void> => {
      for (let count = 0; count < MAX_PROCESSED && (await processWithdrawals()); count += 1);
    };
    const failed = (error: unknown): void => log.warn({ err: error }, 'withdrawals were not processed; retrying later');
    await Promise.race([run().catch(failed), pause()]);
  };
