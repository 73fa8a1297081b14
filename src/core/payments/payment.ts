import type { Moment } from '#core/shared/clock.ts';
import { invalid, invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { changesFromCharge, closed } from './charge-changes.ts';
import { LEASE_MS, nextCheck, OVERPAYMENT_RETRY_MS } from './check-schedule.ts';
import type { PayableId } from './payable-id.ts';
import { authorized, capturable, disputed, refundable } from './payment-amounts.ts';
import { type AttentionState, attentionTo, NO_ATTENTION } from './payment-attention.ts';
import type { Charge } from './payment-gateway.ts';
import {
  actionsOf,
  type Failure,
  isOpen,
  isPending,
  isReplaceable,
  type PaymentAction,
  type PaymentStatus,
  refusalOf,
} from './payment-status.ts';

export type PaymentId = Id<'pay'>;

export const CAPTURE_METHODS = ['automatic', 'manual'] as const;

/** Whether the amount is captured at once or only authorized. */
export type CaptureMethod = (typeof CAPTURE_METHODS)[number];

/** Values of the personal fields of an erased payment, in the API's names. */
export const ERASED_PAYMENT = { metadata: {} } as const;

/** A payment of an order or an invoice, or a part of it, through one gateway. */
export type Payment = Resource<'pay'> &
  AttentionState &
  Readonly<{
    /** The order or the invoice that it pays. */
    payableId: PayableId;
    /** The user of the order or the invoice; null for a guest order. */
    userId: Id<'usr'> | null;
    gateway: string;
    /** The gateway's id of the charge; null until it is known. */
    reference: string | null;
    status: PaymentStatus;
    captureMethod: CaptureMethod;
    /** The amount to charge or authorize. */
    amount: Money;
    captured: Money;
    refunded: Money;
    /** Amounts of operations whose outcome is unknown. */
    capturing: Money;
    refunding: Money;
    /** The refunds that failed after they had succeeded; not in `refunded`. */
    reversed: Money;
    /** Whether a void with an unknown outcome is pending. */
    isVoiding: boolean;
    /**
     * The token of the payment method, or the encrypted reference of the saved one; null once the gateway has accepted or
     * rejected it.
     */
    token: string | null;
    /** The saved method that is charged. */
    methodId: Id<'pm'> | null;
    /** Whether the owner of the saved method is absent, so that nobody can act. */
    isOffSession: boolean;
    returnUrl: string | null;
    /** Where the payer must act. */
    redirectUrl: string | null;
    failure: Failure | null;
    metadata: StringMap;
    /** When the gateway is asked next; null when nothing is pending. */
    nextCheckAt: Date | null;
    /** The number of checks since the last change. */
    checkCount: number;
  }>;

type NewPayment = Pick<
  Payment,
  'id' | 'payableId' | 'userId' | 'gateway' | 'captureMethod' | 'amount' | 'token' | 'returnUrl' | 'metadata'
> &
  Partial<Pick<Payment, 'methodId' | 'isOffSession'>> &
  Readonly<{ at: Moment }>;

export const Payment = {
  /** A new payment whose gateway was not called yet. */
  begin: ({ at, methodId = null, isOffSession = false, ...fields }: NewPayment): Payment => {
    const zero = Money.ofMinor(0n, fields.amount.currency);
    return {
      ...newResource(fields.id, at.business),
      ...fields,
      ...NO_ATTENTION,
      methodId,
      isOffSession,
      reference: null,
      status: 'processing',
      captured: zero,
      refunded: zero,
      capturing: zero,
      refunding: zero,
      reversed: zero,
      isVoiding: false,
      redirectUrl: null,
      failure: null,
      nextCheckAt: new Date(at.system.getTime() + LEASE_MS),
      checkCount: 0,
    };
  },

  isOpen,

  isReplaceable,

  isPending,

  authorized,

  capturable,

  disputed,

  refundable,

  attentionTo,

  actions: (payment: Payment): PaymentAction[] =>
    actionsOf(payment.status, payment.isVoiding, Payment.refundable(payment).minor > 0n),

  /** Starts a capture. @throws DomainError `invalid_state`, `validation_failed`. */
  beginCapture: (payment: Payment, amount: Money, at: Moment): Payment => {
    requireAction(payment, 'capture');
    // the gateway must be told in every repetition whether it is the last capture
    if (payment.capturing.minor > 0n) throw operationPending(payment);
    requireWithin(amount, Payment.capturable(payment), payment);
    return withPendingOperation(payment, { capturing: payment.capturing.add(amount) }, at);
  },

  /** Starts a void. @throws DomainError `invalid_state`. */
  beginVoid: (payment: Payment, at: Moment): Payment => {
    requireAction(payment, 'cancel');
    if (payment.capturing.minor > 0n) throw operationPending(payment);
    return withPendingOperation(payment, { isVoiding: true }, at);
  },

  /** Starts a refund. @throws DomainError `invalid_state`, `validation_failed`. */
  beginRefund: (payment: Payment, amount: Money, at: Moment): Payment => {
    requireAction(payment, 'refund');
    requireWithin(amount, Payment.refundable(payment), payment);
    return withPendingOperation(payment, { refunding: payment.refunding.add(amount) }, at);
  },

  /** Completes a capture; a closed charge allows no further one. */
  capture: (payment: Payment, amount: Money, { isClosed, at }: { isClosed: boolean; at: Moment }): Payment => {
    const captured = payment.captured.add(amount);
    const capturing = payment.capturing.subtract(amount);
    const isWhole = isClosed || captured.compare(payment.amount) === 0;
    const status = isWhole ? 'succeeded' : payment.status;
    return withOutcome(payment, { captured, capturing, status }, at);
  },

  /** Reverts a failed capture. */
  failCapture: (payment: Payment, amount: Money, at: Moment): Payment =>
    withDecline(payment, { capturing: payment.capturing.subtract(amount) }, at),

  void: (payment: Payment, at: Moment): Payment => withOutcome(payment, { ...closed(payment), isVoiding: false }, at),

  failVoid: (payment: Payment, at: Moment): Payment => withDecline(payment, { isVoiding: false }, at),

  refund: (payment: Payment, amount: Money, at: Moment): Payment => {
    const refunding = payment.refunding.subtract(amount);
    return withOutcome(payment, { refunded: payment.refunded.add(amount), refunding, hasFailedRefund: false }, at);
  },

  failRefund: (payment: Payment, amount: Money, at: Moment): Payment =>
    withDecline(payment, { refunding: payment.refunding.subtract(amount) }, at),

  /** The charge was not made and will not be. */
  fail: (payment: Payment, failure: Failure, at: Moment): Payment =>
    withOutcome(payment, { status: 'failed', failure, token: null, redirectUrl: null }, at),

  /**
   * Applies the charge as read from the gateway. Amounts only grow, so an outdated charge changes nothing. This
   * service's own operations must be applied first.
   */
  observe: (payment: Payment, charge: Charge, at: Moment): Payment => {
    const changes = changesFromCharge(payment, charge);
    const isRefunded = changes.refunded !== undefined && changes.refunded.compare(payment.refunded) > 0;
    return withOutcome(payment, { ...changes, ...(isRefunded && { hasFailedRefund: false }) }, at);
  },

  /** Marks the payment as an overpayment. */
  overpayment: (payment: Payment): Payment => ({ ...payment, isOverpayment: true }),

  /** Delays the next check with a growing backoff. */
  postpone: (payment: Payment, at: Moment): Payment => ({ ...payment, nextCheckAt: nextCheck(payment, at.system) }),
};

const withPendingOperation = (payment: Payment, change: Partial<Payment>, at: Moment): Payment => ({
  ...nextVersion(payment, change, at.business),
  nextCheckAt: new Date(at.system.getTime() + LEASE_MS),
});

/** The gateway declined; back off before retrying. */
const withDecline = (payment: Payment, change: Partial<Payment>, at: Moment): Payment => {
  const { checkCount } = payment;
  const updated = withOutcome(payment, change, at);
  const hasRefundableOverpayment = updated.isOverpayment && Payment.refundable(updated).minor > 0n;
  const isOpen = Payment.isPending(updated);
  if (isOpen) return { ...updated, checkCount, nextCheckAt: nextCheck({ checkCount }, at.system) };
  const nextCheckAt = hasRefundableOverpayment ? new Date(at.system.getTime() + OVERPAYMENT_RETRY_MS) : null;
  return { ...updated, checkCount, nextCheckAt };
};

const withOutcome = (payment: Payment, change: Partial<Payment>, at: Moment): Payment => {
  // what is still pending is found to be late by its next check
  const updated = { ...nextVersion(payment, change, at.business), delay: null, checkCount: 0 };
  return { ...updated, nextCheckAt: Payment.isPending(updated) ? nextCheck(updated, at.system) : null };
};

const requireAction = (payment: Payment, action: PaymentAction): void => {
  const actions = Payment.actions(payment);
  if (actions.includes(action)) return;
  const isBeingRefunded = action === 'refund' && payment.refunding.minor > 0n;
  if (payment.isVoiding || isBeingRefunded) throw operationPending(payment);
  const isFullyRefunded = action === 'refund' && payment.captured.minor > 0n;
  const isDisputed = isFullyRefunded && Payment.disputed(payment).minor > 0n;
  const state = isDisputed ? 'disputed' : isFullyRefunded ? 'refunded' : payment.status;
  throw invalidState(refusalOf(action, state), state, actions);
};

const operationPending = (payment: Payment) =>
  invalidState(
    'An operation is pending until the gateway reports its outcome. Try again later.',
    'processing',
    Payment.actions(payment),
  );

const requireWithin = (amount: Money, maximum: Money, payment: Payment): void => {
  if (amount.minor > 0n && amount.compare(maximum) <= 0) return;
  if (maximum.minor <= 0n) throw operationPending(payment);
  const message = `must be more than 0 and at most ${maximum.toDecimal()}`;
  throw invalid([{ path: ['amount'], code: 'number.max', message }]);
};
