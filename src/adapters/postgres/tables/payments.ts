import { p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import type { Dispute } from '#core/payments/dispute.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Payment } from '#core/payments/payment.ts';
import type { AttentionReason } from '#core/payments/payment-attention.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table, type WrittenRow } from './table.ts';

/** A dispute in the column `disputes`. */
export type StoredDispute = Readonly<{
  reference: string;
  status: Dispute['status'];
  /** In major units. */
  amount: string;
  booked: string;
  reason: string;
  /** RFC 3339 in UTC. */
  opened_at: string;
  closed_at: string | null;
}>;

const copied = copiedColumns({
  ...resourceColumns<'pay'>(),
  payable_id: p.text().$type<PayableId>(),
  user_id: id<'usr'>().strictNullable(),
  gateway: p.text(),
  status: p.text().$type<Payment['status']>(),
  capture_method: p.text().$type<Payment['captureMethod']>(),
  has_failed_refund: p.boolean(),
  delay: p.text().$type<NonNullable<Payment['delay']>>().strictNullable(),
  has_discrepancy: p.boolean(),
  is_voiding: p.boolean(),
  is_overpayment: p.boolean(),
  // of a saved method: its encrypted reference
  token: p.text().strictNullable(),
  return_url: p.text().strictNullable(),
  redirect_url: p.text().strictNullable(),
  metadata: json<Payment['metadata']>(),
  next_check_at: timestamp().strictNullable(),
  check_count: p.integer(),
});

export const PaymentRow = table('payments', {
  ...copied.columns,
  gateway_reference: p.text().strictNullable(),
  currency: p.text().$type<Currency>(),
  amount: amount(),
  amount_captured: amount(),
  amount_capturing: amount(),
  amount_refunded: amount(),
  amount_refunding: amount(),
  amount_reversed: amount(),
  // null without disputes
  disputes: json<readonly StoredDispute[]>().strictNullable(),
  // follow from the others and are stored for checks and readers
  amount_disputed: amount(),
  needs_attention: p.boolean(),
  attention: json<readonly AttentionReason[]>(),
  payment_method_id: id<'pm'>().strictNullable(),
  off_session: p.boolean(),
  failure_code: p.text().strictNullable(),
  failure_message: p.text().strictNullable(),
  // follow from the payment's state and are stored for its readers
  actions: json<readonly string[]>(),
  // whether the outcome of an operation is unknown
  is_pending: p.boolean().$type<GeneratedAlways<boolean>>().generated('stored'),
});

export type PaymentRow = WrittenRow<typeof PaymentRow>;

export const toPaymentRow = (payment: Payment): PaymentRow => ({
  ...copied.toColumns(payment),
  gateway_reference: payment.reference,
  currency: payment.amount.currency,
  amount: payment.amount.toDecimal(),
  amount_captured: payment.captured.toDecimal(),
  amount_capturing: payment.capturing.toDecimal(),
  amount_refunded: payment.refunded.toDecimal(),
  amount_refunding: payment.refunding.toDecimal(),
  amount_reversed: payment.reversed.toDecimal(),
  disputes: payment.disputes.length === 0 ? null : payment.disputes.map(toStoredDispute),
  amount_disputed: Payment.disputed(payment).toDecimal(),
  needs_attention: Payment.attentionTo(payment).length > 0,
  attention: Payment.attentionTo(payment),
  payment_method_id: payment.methodId,
  off_session: payment.isOffSession,
  failure_code: payment.failure?.code ?? null,
  failure_message: payment.failure?.message ?? null,
  actions: Payment.actions(payment),
});

export const toPayment = (row: PaymentRow): Payment => {
  const money = (major: string): Money => amountOf(major, row.currency);
  return {
    ...copied.toProperties(row),
    reference: row.gateway_reference,
    amount: money(row.amount),
    captured: money(row.amount_captured),
    capturing: money(row.amount_capturing),
    refunded: money(row.amount_refunded),
    refunding: money(row.amount_refunding),
    reversed: money(row.amount_reversed),
    disputes: (row.disputes ?? []).map((stored) => toDispute(stored, row.currency)),
    methodId: row.payment_method_id,
    isOffSession: row.off_session,
    failure: toFailure(row),
  };
};

const toStoredDispute = ({ amount, booked, openedAt, closedAt, ...dispute }: Dispute): StoredDispute => ({
  ...dispute,
  amount: amount.toDecimal(),
  booked: booked.toDecimal(),
  opened_at: openedAt.toISOString(),
  closed_at: closedAt?.toISOString() ?? null,
});

const toDispute = (stored: StoredDispute, currency: Currency): Dispute => {
  const { amount, booked, opened_at: openedAt, closed_at: closedAt, ...dispute } = stored;
  return {
    ...dispute,
    amount: amountOf(amount, currency),
    booked: amountOf(booked, currency),
    openedAt: new Date(openedAt),
    closedAt: closedAt === null ? null : new Date(closedAt),
  };
};

type FailureColumns = Pick<Row<typeof PaymentRow>, 'failure_code' | 'failure_message'>;

export const toFailure = ({ failure_code: code, failure_message: message }: FailureColumns): Payment['failure'] =>
  code === null ? null : { code, message: message ?? '' };
