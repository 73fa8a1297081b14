// Why: docs/decisions/0053-payments-that-need-attention.md

import type { Money } from '#core/shared/money.ts';
import type { Dispute } from './dispute.ts';
import { authorized } from './payment-amounts.ts';
import type { PaymentStatus } from './payment-status.ts';

/**
 * Why somebody has to look at a payment. `dispute`: one is open. `failed_refund`: a refund failed after it had succeeded, and
 * none has succeeded since. `overpayment`: the money arrived after its order could use it, and is not refunded yet.
 * `unknown_outcome`: the gateway has not reported the outcome of an operation for 10 minutes. `overdue_operation`: it has been
 * processing one for 7 days. `ledger_discrepancy`: amounts differ from the movements in the ledger.
 */
export const ATTENTION_REASONS = [
  'dispute',
  'failed_refund',
  'overpayment',
  'unknown_outcome',
  'overdue_operation',
  'ledger_discrepancy',
] as const;

export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** What makes a payment need attention, besides its amounts. */
export type AttentionState = Readonly<{
  /** Whether a refund failed after it had succeeded and none has succeeded since. */
  hasFailedRefund: boolean;
  /** The oldest first. Amounts of lost disputes are in `refunded`. */
  disputes: readonly Dispute[];
  /** Whether the money arrived after the order could use it, and will be refunded. */
  isOverpayment: boolean;
  /** Why a pending operation takes too long; null if none does. */
  delay: 'unknown_outcome' | 'overdue_operation' | null;
  /** Whether the ledger was found to disagree with it. */
  hasDiscrepancy: boolean;
}>;

export const NO_ATTENTION: AttentionState = {
  hasFailedRefund: false,
  disputes: [],
  isOverpayment: false,
  delay: null,
  hasDiscrepancy: false,
};

type Paid = AttentionState & Readonly<{ status: PaymentStatus; amount: Money; captured: Money; refunded: Money }>;

/** Why somebody has to look at a payment, in the order of `ATTENTION_REASONS`; empty if nobody has to. */
export const attentionTo = (payment: Paid): AttentionReason[] => {
  const applies: Readonly<Record<AttentionReason, boolean>> = {
    dispute: payment.disputes.some(({ status }) => status === 'open'),
    failed_refund: payment.hasFailedRefund,
    overpayment:
      payment.isOverpayment && (authorized(payment).minor > 0n || payment.captured.compare(payment.refunded) > 0),
    unknown_outcome: payment.delay === 'unknown_outcome',
    overdue_operation: payment.delay === 'overdue_operation',
    ledger_discrepancy: payment.hasDiscrepancy,
  };
  return ATTENTION_REASONS.filter((reason) => applies[reason]);
};
