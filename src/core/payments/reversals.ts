import type { Moment } from '#core/shared/clock.ts';
import type { Money } from '#core/shared/money.ts';
import type { Dispute } from './dispute.ts';
import { Payment } from './payment.ts';
import type { ChargeDispute } from './payment-gateway.ts';

// What the gateway takes back. Pending operations and the next check stay as they are.

/** Takes back a refund that failed after it had succeeded. */
export const reverseRefund = (payment: Payment, amount: Money, at: Moment): Payment =>
  nextVersion(payment, at, {
    refunded: payment.refunded.subtract(amount),
    reversed: payment.reversed.add(amount),
    hasFailedRefund: true,
  });

/** Records a new dispute, which is open at first. */
export const openDispute = (payment: Payment, dispute: ChargeDispute, at: Moment): Payment => {
  const refundable = Payment.refundable(payment);
  const booked = dispute.amount.compare(refundable) > 0 ? refundable : dispute.amount;
  const opened: Dispute = { ...dispute, status: 'open', closedAt: null, booked };
  return nextVersion(payment, at, { disputes: [...payment.disputes, opened] });
};

/** Closes an open dispute. What is lost counts as refunded. */
export const closeDispute = (payment: Payment, { reference, status, closedAt }: ChargeDispute, at: Moment): Payment => {
  const disputes = payment.disputes.map((dispute) =>
    dispute.reference === reference ? { ...dispute, status, closedAt: closedAt ?? at.business } : dispute,
  );
  const closed = Payment.disputed(payment).subtract(Payment.disputed({ ...payment, disputes }));
  return nextVersion(payment, at, {
    disputes,
    refunded: status === 'lost' ? payment.refunded.add(closed) : payment.refunded,
  });
};

const nextVersion = (payment: Payment, at: Moment, change: Partial<Payment>): Payment => ({
  ...payment,
  ...change,
  version: payment.version + 1,
  updatedAt: at.business,
});
