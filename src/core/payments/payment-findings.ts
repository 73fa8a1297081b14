import type { Moment } from '#core/shared/clock.ts';
import { Money } from '#core/shared/money.ts';
import { nextVersion } from '#core/shared/resource.ts';
import { bookedIn, type Dispute } from './dispute.ts';
import { Payment } from './payment.ts';
import type { PaymentEntryType } from './payment-entry.ts';
import type { ChargeDispute } from './payment-gateway.ts';
import type { PaymentOperation } from './payment-operation.ts';
import { isOpen } from './payment-status.ts';

// What checks find out about a payment, and what the gateway takes back. Pending operations and the next check stay as they
// are.

const MINUTE_MS = 60_000;

/** How long the outcome of an operation may be unknown before somebody has to look at it. */
const UNKNOWN_AFTER_MS = 10 * MINUTE_MS;

/** How long a gateway may process an operation: refunds and bank debits take days. */
const OVERDUE_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

type Checked = Readonly<{ operation: PaymentOperation; what: PaymentEntryType; at: Moment }>;

/** Why a pending operation takes too long, after one of them was checked. */
export const delayAfter = (payment: Payment, { operation, what, at }: Checked): Payment['delay'] => {
  const age = at.business.getTime() - operation.createdAt.getTime();
  // another one may be the one whose outcome is unknown
  const isOnlyOne = !isAnotherPending(payment, operation);
  if (what === 'unknown') return age >= UNKNOWN_AFTER_MS ? 'unknown_outcome' : payment.delay;
  if (what === 'processing' && age >= OVERDUE_AFTER_MS && (isOnlyOne || payment.delay === null))
    return 'overdue_operation';
  return isOnlyOne ? null : payment.delay;
};

const isAnotherPending = (payment: Payment, { kind, amount }: PaymentOperation): boolean =>
  (kind !== 'authorize' && isOpen(payment)) ||
  (kind !== 'void' && payment.isVoiding) ||
  (kind !== 'capture' && payment.capturing.minor > 0n) ||
  payment.refunding.minor > (kind === 'refund' ? amount.minor : 0n);

/** Records that an operation takes too long, or does so no longer. */
export const recordDelay = (payment: Payment, delay: Payment['delay'], at: Moment): Payment =>
  nextVersion(payment, { delay }, at.business);

/** Records whether the ledger disagrees with the payment. */
export const recordDiscrepancy = (payment: Payment, hasDiscrepancy: boolean, at: Date): Payment =>
  nextVersion(payment, { hasDiscrepancy }, at);

/** Takes back a refund that failed after it had succeeded. */
export const reverseRefund = (payment: Payment, amount: Money, at: Moment): Payment =>
  nextVersion(
    payment,
    { refunded: payment.refunded.subtract(amount), reversed: payment.reversed.add(amount), hasFailedRefund: true },
    at.business,
  );

/** Records a new dispute, which is open at first. */
export const openDispute = (payment: Payment, dispute: ChargeDispute, at: Moment): Payment => {
  const refundable = Payment.refundable(payment);
  const booked = dispute.amount.compare(refundable) > 0 ? refundable : dispute.amount;
  const opened: Dispute = { ...dispute, status: 'open', closedAt: null, booked };
  return nextVersion(payment, { disputes: [...payment.disputes, opened] }, at.business);
};

/** Closes an open dispute, or one that was lost and is won on appeal. What is lost counts as refunded. */
export const closeDispute = (payment: Payment, { reference, status, closedAt }: ChargeDispute, at: Moment): Payment => {
  const disputes = payment.disputes.map((dispute) =>
    dispute.reference === reference ? { ...dispute, status, closedAt: closedAt ?? at.business } : dispute,
  );
  const nothing = Money.ofMinor(0n, payment.amount.currency);
  const lost = bookedIn('lost', disputes, nothing).subtract(bookedIn('lost', payment.disputes, nothing));
  return nextVersion(payment, { disputes, refunded: payment.refunded.add(lost) }, at.business);
};
