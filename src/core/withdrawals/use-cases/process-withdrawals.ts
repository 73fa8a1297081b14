// Why: docs/decisions/0058-withdrawals.md

import type { Order, OrderId } from '#core/orders/order.ts';
import type { OrderPayments } from '#core/orders/ports.ts';
import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import { completeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Log } from '#core/shared/log.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { refundEnd, type WithdrawalDeps } from '../order-withdrawal.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { judge, type Verdict } from '../steps/judge-withdrawal.ts';
import { storeWithdrawal } from '../steps/store-withdrawal.ts';
import { BY_LAW, type WithdrawItemsDeps, withdrawItems } from '../steps/withdraw-items.ts';
import { Withdrawal, type WithdrawalId } from '../withdrawal.ts';

export type ProcessDeps = WithdrawItemsDeps & Omit<WithdrawalDeps, 'timeZone'> & Readonly<{ timeZone: () => Promise<string> }>;

/** Decides a withdrawal that is to be processed. @returns its order; undefined if none was found. */
export type ProcessWithdrawal = (id: WithdrawalId) => Promise<Work<OrderId | undefined, WithdrawalsTx>>;

/** How soon a withdrawal is tried again while a payment is in the way. */
const RETRY_MS = 10 * 60_000;

export const makeProcessWithdrawal =
  (deps: ProcessDeps): ProcessWithdrawal =>
  async (id) => {
    const timeZone = await deps.timeZone();
    return async (tx) => {
      const found = await tx.withdrawals.find(id);
      if (found === undefined || found.processAt === null) return undefined;
      const order = await lockOrder(tx, found);
      const before = await tx.withdrawals.get(id);
      if (before.processAt === null) return before.orderId ?? undefined;
      if (order === undefined) await leaveUnmatched(tx, deps, before);
      else await decide(tx, { ...deps, timeZone }, { order, before });
      return order?.id;
    };
  };

/** The order of a withdrawal, locked; undefined if none has its number and e-mail. */
const lockOrder = async (tx: WithdrawalsTx, found: Withdrawal): Promise<Order | undefined> => {
  if (found.orderId !== null) return tx.orders.get(found.orderId);
  const id = await tx.orders.findByNumber(numberOf(found));
  const order = id === undefined ? undefined : await tx.orders.get(id);
  if (order === undefined) return undefined;
  const user = order.userId === null ? undefined : await tx.users.find(order.userId);
  const emails = [order.email, user?.email ?? null].flatMap((email) => (email === null ? [] : [emailKey(email)]));
  return emails.includes(emailKey(found.email)) ? order : undefined;
};

/** Buyers write `#1001` or `No. 1001`, too; no order has the number 0. */
const numberOf = ({ orderNumber }: Withdrawal): number => {
  const digits = /^\D{0,10}(\d{1,15})\s*$/.exec(orderNumber)?.[1];
  return digits === undefined ? 0 : Number(digits);
};

const leaveUnmatched = async (tx: WithdrawalsTx, { clock, ids }: ProcessDeps, before: Withdrawal): Promise<void> => {
  const after = Withdrawal.wait(before, 'unmatched', { at: clock.now(), until: null });
  await storeWithdrawal(tx, { actor: BY_LAW, ids }, { before, after, what: 'processed', mail: 'withdrawal_unmatched' });
};

type Locked = Readonly<{ order: Order; before: Withdrawal }>;

const decide = async (
  tx: WithdrawalsTx,
  deps: WithdrawItemsDeps & WithdrawalDeps,
  { order, before }: Locked,
): Promise<void> => {
  const { ids, clock } = deps;
  if (before.orderId === null) {
    const { id: orderId, userId } = order;
    const matched = Withdrawal.match(before, { orderId, userId }, clock.now());
    await storeWithdrawal(tx, { actor: BY_LAW, ids }, { before, after: matched, what: 'matched', noted: 'withdrawal_received' });
    return decide(tx, deps, { order, before: matched });
  }
  const open = await tx.returns.listOpen(order.id);
  const verdict = await judge(deps, { order, open, withdrawal: before });
  if (verdict.kind !== 'accept') return settle(tx, deps, { before, verdict });
  await acceptWithdrawal(tx, deps, { order, before, ...verdict });
};

type Settled = Readonly<{ before: Withdrawal; verdict: Exclude<Verdict, { kind: 'accept' }> }>;

const settle = async (tx: WithdrawalsTx, { clock, ids }: ProcessDepsOfStore, { before, verdict }: Settled): Promise<void> => {
  const at = clock.now();
  if (verdict.kind === 'wait') {
    const after = Withdrawal.wait(before, verdict.reason, { at, until: null });
    const mail = verdict.reason === 'unverified' ? ({ mail: 'withdrawal_unverified' } as const) : {};
    await storeWithdrawal(tx, { actor: BY_LAW, ids }, { before, after, what: 'processed', ...mail });
    return;
  }
  const after = Withdrawal.reject(before, verdict, at);
  const stored = { before, after, what: 'rejected', mail: 'withdrawal_rejected', noted: 'withdrawal_rejected' } as const;
  await storeWithdrawal(tx, { actor: BY_LAW, ids }, stored);
};

type ProcessDepsOfStore = Pick<ProcessDeps, 'clock' | 'ids'>;

type Accepted = Locked & Pick<Extract<Verdict, { kind: 'accept' }>, 'items' | 'until'>;

/** Accepts a withdrawal from items of its locked order. @throws DomainError as `withdrawItems` does. */
export const acceptWithdrawal = async (
  tx: WithdrawalsTx,
  deps: WithdrawItemsDeps & WithdrawalDeps & Readonly<{ actor?: Actor }>,
  { order, before, items, until }: Accepted,
): Promise<Withdrawal> => {
  const { ids, actor = BY_LAW } = deps;
  const open = await tx.returns.listOpen(order.id);
  const refundBy = await refundEnd(deps, order, before.createdAt);
  const back = await withdrawItems(tx, deps, { order, open, id: before.id, items });
  const after = Withdrawal.accept(before, { items, until, refundBy, returnId: back?.id ?? null }, deps.clock.now());
  return storeWithdrawal(
    tx,
    { actor, ids },
    { before, after, what: 'accepted', mail: 'withdrawal_accepted', noted: 'withdrawal_accepted' },
  );
};

type RunDeps = ProcessDeps &
  Readonly<{
    unitOfWork: UnitOfWork<WithdrawalsTx>;
    processWithdrawal: ProcessWithdrawal;
    payments: OrderPayments;
    refundSoon: RefundSoon;
    log: Log;
  }>;

/** Processes one withdrawal and refunds what is due then. A failure is logged, and it is tried again. */
export type RunWithdrawal = (id: WithdrawalId) => Promise<void>;

export const makeRunWithdrawal =
  (deps: RunDeps): RunWithdrawal =>
  async (id) => {
    try {
      const orderId = await deps.unitOfWork.run(await deps.processWithdrawal(id));
      if (orderId !== undefined) await finishOrder(deps, orderId);
    } catch (error) {
      deps.log.warn({ err: error, withdrawal_id: id }, 'a withdrawal could not be processed; retrying later');
      if (error instanceof DomainError) await deps.unitOfWork.run((tx) => markBlocked(tx, deps, id));
    }
  };

/** Refunds what is due of an order that a withdrawal has changed or cancels. */
export type FinishOrder = (id: OrderId) => Promise<void>;

const finishOrder = async (deps: RunDeps, id: OrderId): Promise<void> => {
  const order = await deps.unitOfWork.run((tx) => tx.orders.find(id));
  if (order?.cancellingSince != null) await completeCancellation(deps, id);
  else await deps.refundSoon(id);
};

/** A payment of the order is in the way. */
const markBlocked = async (tx: WithdrawalsTx, { clock, ids }: RunDeps, id: WithdrawalId): Promise<void> => {
  const found = await tx.withdrawals.find(id);
  if (found?.orderId != null) await tx.orders.get(found.orderId);
  const before = await tx.withdrawals.get(id);
  if (before.processAt === null || before.reason === 'blocked') return;
  const at = clock.now();
  const after = Withdrawal.wait(before, 'blocked', { at, until: new Date(at.getTime() + RETRY_MS) });
  await storeWithdrawal(tx, { actor: Actor.system, ids }, { before, after, what: 'processed' });
};

/** Processes the withdrawal that is due first. @returns whether there was one. */
export type ProcessWithdrawals = () => Promise<boolean>;

export const makeProcessWithdrawals =
  ({ unitOfWork, clock, run }: Pick<RunDeps, 'unitOfWork' | 'clock'> & Readonly<{ run: RunWithdrawal }>): ProcessWithdrawals =>
  async () => {
    const at = clock.now();
    const id = await unitOfWork.run((tx) => tx.withdrawals.claimDue(at, new Date(at.getTime() + RETRY_MS)));
    if (id === undefined) return false;
    await run(id);
    return true;
  };
