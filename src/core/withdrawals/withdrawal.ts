// Why: docs/decisions/0058-withdrawals.md

import type { FulfilledItem } from '#core/orders/fulfillment.ts';
import type { OrderId } from '#core/orders/order.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';

export type WithdrawalId = Id<'wdr'>;

export const WITHDRAWAL_STATUSES = ['received', 'accepted', 'completed', 'rejected'] as const;

export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/**
 * Why a received withdrawal waits: no order has its number and e-mail; it would cancel something, and anybody may have sent it;
 * the buyer has described a part in words; or a payment is in the way, and it is tried again.
 */
const WAITING_REASONS = ['unmatched', 'unverified', 'needs_review', 'blocked'] as const;

/** Why a withdrawal was rejected. */
const REJECTION_REASONS = [
  'not_applicable',
  'business',
  'exempt',
  'period_ended',
  'nothing_left',
  'rejected_by_shop',
] as const;

export const WITHDRAWAL_REASONS = [...WAITING_REASONS, ...REJECTION_REASONS] as const;

export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

type RejectionReason = (typeof REJECTION_REASONS)[number];

/** The statement of a buyer, in their words. */
type Statement = Readonly<{
  /** The number of the order, as the buyer wrote it. */
  orderNumber: string;
  name: string;
  /** Where its receipt is confirmed. */
  email: string;
  /** What the buyer withdraws from; null for the whole order. */
  items: readonly FulfilledItem[] | null;
  /** Which part the buyer means, in their words. */
  note: string | null;
}>;

/** A consumer's withdrawal from an order, or from a part of it. */
export type Withdrawal = Resource<'wdr'> &
  Statement &
  Readonly<{
    /** Null until the order of its number and e-mail is found. */
    orderId: OrderId | null;
    /** The subscription that it ends; null for another order. */
    subscriptionId: Id<'sub'> | null;
    /** The buyer; null for a guest order. */
    userId: Id<'usr'> | null;
    /** Whether the buyer signed in or opened their order by its token, or the staff made the statement for them. */
    isVerified: boolean;
    /** A keyed digest of the network from which it was stated; null if the staff has. */
    client: string | null;
    status: WithdrawalStatus;
    reason: WithdrawalReason | null;
    /** When the period of the order had not ended yet; null until it is decided, and before the period begins. */
    until: Date | null;
    /** Until when the money must be refunded; null unless it was accepted. */
    refundBy: Date | null;
    /** What was withdrawn from; null until it was accepted. */
    acceptedItems: readonly FulfilledItem[] | null;
    /** How the goods come back; null if nothing was sent. */
    returnId: Id<'ret'> | null;
    /** When it is processed next; null if it waits for nothing but the staff or the goods. */
    processAt: Date | null;
    /** Whether the buyer's personal data was erased. */
    isErased: boolean;
  }>;

type Made = Statement &
  Pick<Withdrawal, 'id' | 'orderId' | 'userId' | 'isVerified' | 'client'> &
  Partial<Pick<Withdrawal, 'subscriptionId'>>;

type Acceptance = Readonly<{
  items: readonly FulfilledItem[];
  until: Date | null;
  refundBy: Date;
  returnId: Id<'ret'> | null;
}>;

type WithdrawalStep = 'accept' | 'reject';

const STEPS: Readonly<Record<WithdrawalStep, readonly WithdrawalStatus[]>> = {
  // the shop may accept what it need not
  accept: ['received', 'rejected'],
  reject: ['received'],
};

export const Withdrawal = {
  state: ({ id, subscriptionId = null, ...made }: Made, at: Date): Withdrawal => ({
    ...newResource(id, at),
    subscriptionId,
    ...made,
    status: 'received',
    reason: null,
    until: null,
    refundBy: null,
    acceptedItems: null,
    returnId: null,
    processAt: at,
    isErased: false,
  }),

  /** The steps that the staff may take now. */
  actions: ({ status, isErased }: Pick<Withdrawal, 'status' | 'isErased'>): WithdrawalStep[] =>
    isErased ? [] : (Object.keys(STEPS) as WithdrawalStep[]).filter((step) => STEPS[step].includes(status)),

  /** @throws DomainError `invalid_state`. */
  require: (withdrawal: Withdrawal, step: WithdrawalStep): void => {
    const actions = Withdrawal.actions(withdrawal);
    if (actions.includes(step)) return;
    const done = step === 'accept' ? 'accepted' : 'rejected';
    const message = `The withdrawal is ${withdrawal.status}, so it cannot be ${done}.`;
    throw invalidState(message, withdrawal.status, actions);
  },

  /** The order of its number and e-mail was found. */
  match: (
    withdrawal: Withdrawal,
    order: Pick<Withdrawal, 'orderId' | 'subscriptionId' | 'userId'>,
    at: Date,
  ): Withdrawal => nextVersion(withdrawal, order, at),

  /** It waits for the staff, or for a later attempt. */
  wait: (withdrawal: Withdrawal, reason: WithdrawalReason, { at, until }: WaitingTimes): Withdrawal =>
    nextVersion(withdrawal, { ...withdrawal, reason, processAt: until }, at),

  /** The buyer has repeated it where they are known; what they say there replaces it, and the time of the first counts. */
  verify: (withdrawal: Withdrawal, statement: Restated, at: Date): Withdrawal =>
    nextVersion(withdrawal, { ...statement, isVerified: true, reason: null, processAt: at }, at),

  /** Another withdrawal from its order has changed what is left: it is decided anew. */
  reconsider: (withdrawal: Withdrawal, at: Date): Withdrawal => nextVersion(withdrawal, { processAt: at }, at),

  accept: (withdrawal: Withdrawal, { items, ...acceptance }: Acceptance, at: Date): Withdrawal => {
    Withdrawal.require(withdrawal, 'accept');
    const status = acceptance.returnId === null ? 'completed' : 'accepted';
    return nextVersion(
      withdrawal,
      { ...withdrawal, ...acceptance, acceptedItems: items, status, reason: null, processAt: null },
      at,
    );
  },

  reject: (
    withdrawal: Withdrawal,
    { reason, until }: Readonly<{ reason: RejectionReason; until: Date | null }>,
    at: Date,
  ): Withdrawal => {
    Withdrawal.require(withdrawal, 'reject');
    return nextVersion(withdrawal, { ...withdrawal, status: 'rejected', reason, until, processAt: null }, at);
  },

  /** Its return has ended: everything that will come has come, or the shop has rejected it. */
  end: (withdrawal: Withdrawal, isRejected: boolean, at: Date): Withdrawal =>
    isRejected
      ? nextVersion(withdrawal, { status: 'rejected', reason: 'rejected_by_shop' }, at)
      : nextVersion(withdrawal, { status: 'completed' }, at),

  /** Without the buyer. */
  erase: (withdrawal: Withdrawal): Withdrawal => ({
    ...withdrawal,
    version: withdrawal.version + 1,
    name: '',
    email: '',
    note: null,
    client: null,
    processAt: null,
    isErased: true,
  }),
};

type Restated = Omit<Statement, 'orderNumber'> & Pick<Withdrawal, 'client'>;

type WaitingTimes = Readonly<{ at: Date; until: Date | null }>;
