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

export const PaymentRow = table('payments', {
  ...resourceColumns<'pay'>(),
  payable_id: p.text().$type<PayableId>(),
  user_id: id<'usr'>().strictNullable(),
  gateway: p.text(),
  gateway_reference: p.text().strictNullable(),
  status: p.text().$type<Payment['status']>(),
  capture_method: p.text().$type<Payment['captureMethod']>(),
  currency: p.text().$type<Currency>(),
  amount: amount(),
  amount_captured: amount(),
  amount_capturing: amount(),
  amount_refunded: amount(),
  amount_refunding: amount(),
  amount_reversed: amount(),
  has_failed_refund: p.boolean(),
  // null without disputes
  disputes: json<readonly StoredDispute[]>().strictNullable(),
  delay: p.text().$type<NonNullable<Payment['delay']>>().strictNullable(),
  has_discrepancy: p.boolean(),
  // follow from the others and are stored for checks and readers
  amount_disputed: amount(),
  needs_attention: p.boolean(),
  attention: json<readonly AttentionReason[]>(),
  is_voiding: p.boolean(),
  is_overpayment: p.boolean(),
  // of a saved method: its encrypted reference
  token: p.text().strictNullable(),
  payment_method_id: id<'pm'>().strictNullable(),
  off_session: p.boolean(),
  return_url: p.text().strictNullable(),
  redirect_url: p.text().strictNullable(),
  failure_code: p.text().strictNullable(),
  failure_message: p.text().strictNullable(),
  metadata: json<Payment['metadata']>(),
  // follow from the payment's state and are stored for its readers
  actions: json<readonly string[]>(),
  next_check_at: timestamp().strictNullable(),
  check_count: p.integer(),
  // whether the outcome of an operation is unknown
  is_pending: p.boolean().$type<GeneratedAlways<boolean>>().generated('stored'),
});

export type PaymentRow = WrittenRow<typeof PaymentRow>;

export const toPaymentRow = (payment: Payment): PaymentRow => ({
  id: payment.id,
  version: payment.version,
  payable_id: payment.payableId,
  user_id: payment.userId,
  gateway: payment.gateway,
  gateway_reference: payment.reference,
  status: payment.status,
  capture_method: payment.captureMethod,
  currency: payment.amount.currency,
  amount: payment.amount.toDecimal(),
  amount_captured: payment.captured.toDecimal(),
  amount_capturing: payment.capturing.toDecimal(),
  amount_refunded: payment.refunded.toDecimal(),
  amount_refunding: payment.refunding.toDecimal(),
  amount_reversed: payment.reversed.toDecimal(),
  has_failed_refund: payment.hasFailedRefund,
  disputes: payment.disputes.length === 0 ? null : payment.disputes.map(toStoredDispute),
  amount_disputed: Payment.disputed(payment).toDecimal(),
  delay: payment.delay,
  has_discrepancy: payment.hasDiscrepancy,
  needs_attention: Payment.attentionTo(payment).length > 0,
  attention: Payment.attentionTo(payment),
  is_voiding: payment.isVoiding,
  is_overpayment: payment.isOverpayment,
  token: payment.token,
  payment_method_id: payment.methodId,
  off_session: payment.isOffSession,
  return_url: payment.returnUrl,
  redirect_url: payment.redirectUrl,
  failure_code: payment.failure?.code ?? null,
  failure_message: payment.failure?.message ?? null,
  metadata: payment.metadata,
  actions: Payment.actions(payment),
  next_check_at: payment.nextCheckAt,
  check_count: payment.checkCount,
  created_at: payment.createdAt,
  updated_at: payment.updatedAt,
});

export const toPayment = (row: PaymentRow): Payment => {
  const money = (major: string): Money => amountOf(major, row.currency);
  return {
    id: row.id,
    version: row.version,
    payableId: row.payable_id,
    userId: row.user_id,
    gateway: row.gateway,
    reference: row.gateway_reference,
    status: row.status,
    captureMethod: row.capture_method,
    amount: money(row.amount),
    captured: money(row.amount_captured),
    capturing: money(row.amount_capturing),
    refunded: money(row.amount_refunded),
    refunding: money(row.amount_refunding),
    reversed: money(row.amount_reversed),
    hasFailedRefund: row.has_failed_refund,
    disputes: (row.disputes ?? []).map((stored) => toDispute(stored, row.currency)),
    delay: row.delay,
    hasDiscrepancy: row.has_discrepancy,
    isVoiding: row.is_voiding,
    isOverpayment: row.is_overpayment,
    token: row.token,
    methodId: row.payment_method_id,
    isOffSession: row.off_session,
    returnUrl: row.return_url,
    redirectUrl: row.redirect_url,
    failure: toFailure(row),
    metadata: row.metadata,
    nextCheckAt: row.next_check_at,
    checkCount: row.check_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
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
