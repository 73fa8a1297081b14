// Why: docs/decisions/0022-failed-refunds-and-disputes.md

import type { Money } from '#core/shared/money.ts';
import type { ChargeDispute } from './payment-gateway.ts';

/** A dispute of a payment's charge, as it was recorded. */
export type Dispute = ChargeDispute &
  Readonly<{
    /** The part of its amount that was neither refunded nor disputed before: what the ledger moves. */
    booked: Money;
  }>;

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const satisfies readonly Dispute['status'][];

/** The sum of the booked amounts of disputes in a status. */
export const bookedIn = (status: Dispute['status'], disputes: readonly Dispute[], nothing: Money): Money =>
  disputes.filter((dispute) => dispute.status === status).reduce((sum, { booked }) => sum.add(booked), nothing);

/** A dispute as the API shows it. */
export type DisputeView = Readonly<{
  status: Dispute['status'];
  /** In major units. */
  amount: number;
  reason: string;
  opened_at: string;
  closed_at: string | null;
}>;

export const disputeView = ({ status, amount, reason, openedAt, closedAt }: Dispute): DisputeView => ({
  status,
  amount: amount.toNumber(),
  reason,
  opened_at: openedAt.toISOString(),
  closed_at: closedAt?.toISOString() ?? null,
});
