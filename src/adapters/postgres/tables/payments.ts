import type { Payment } from '#core/payments/payment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Money } from '#core/shared/money.ts';
import { amountOf } from './amount.ts';

/** A row of `payments`, with amounts in major units as texts. */
export type PaymentRow = Readonly<{
  id: Payment['id'];
  version: number;
  order_id: Payment['orderId'];
  user_id: Payment['userId'];
  gateway: string;
  gateway_reference: string | null;
  status: Payment['status'];
  capture_method: Payment['captureMethod'];
  currency: Currency;
  amount: string;
  amount_captured: string;
  amount_capturing: string;
  amount_refunded: string;
  amount_refunding: string;
  is_voiding: boolean;
  is_surplus: boolean;
  token: string | null;
  return_url: string | null;
  redirect_url: string | null;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Payment['metadata'];
  check_at: string | null;
  checks: number;
  created_at: string;
  updated_at: string;
}>;

/** The columns of a payment. */
export const paymentColumns = (payment: Payment) => ({
  id: payment.id,
  version: payment.version,
  order_id: payment.orderId,
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
  is_voiding: payment.isVoiding,
  is_surplus: payment.isOverpayment,
  token: payment.token,
  return_url: payment.returnUrl,
  redirect_url: payment.redirectUrl,
  failure_code: payment.failure?.code ?? null,
  failure_message: payment.failure?.message ?? null,
  metadata: payment.metadata,
  check_at: payment.checkAt,
  checks: payment.checks,
  created_at: payment.createdAt,
  updated_at: payment.updatedAt,
});

export const toPayment = (row: PaymentRow): Payment => {
  const money = (major: string): Money => amountOf(major, row.currency);
  return {
    id: row.id,
    version: row.version,
    orderId: row.order_id,
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
    isVoiding: row.is_voiding,
    isOverpayment: row.is_surplus,
    token: row.token,
    returnUrl: row.return_url,
    redirectUrl: row.redirect_url,
    failure: failureOf(row),
    metadata: row.metadata,
    checkAt: row.check_at === null ? null : new Date(row.check_at),
    checks: row.checks,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
};

/** A row of `payment_operations`, with its payment's currency. */
export type OperationRow = Readonly<{
  id: PaymentOperation['id'];
  payment_id: PaymentOperation['paymentId'];
  kind: PaymentOperation['kind'];
  currency: Currency;
  amount: string;
  status: PaymentOperation['status'];
  reason: string | null;
  failure_code: string | null;
  failure_message: string | null;
  request_name: string | null;
  request_fingerprint: string | null;
  created_at: string;
  updated_at: string;
}>;

/** The columns of an operation, but for the payment's currency. */
export const operationColumns = (operation: PaymentOperation) => ({
  id: operation.id,
  payment_id: operation.paymentId,
  kind: operation.kind,
  amount: operation.amount.toDecimal(),
  status: operation.status,
  reason: operation.reason,
  failure_code: operation.failure?.code ?? null,
  failure_message: operation.failure?.message ?? null,
  request_name: operation.request?.name ?? null,
  request_fingerprint: operation.request?.fingerprint ?? null,
  created_at: operation.createdAt,
  updated_at: operation.updatedAt,
});

export const toOperation = (row: OperationRow): PaymentOperation => ({
  id: row.id,
  paymentId: row.payment_id,
  kind: row.kind,
  amount: amountOf(row.amount, row.currency),
  status: row.status,
  reason: row.reason,
  failure: failureOf(row),
  request: row.request_name === null ? null : { name: row.request_name, fingerprint: row.request_fingerprint ?? '' },
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

const failureOf = ({
  failure_code: code,
  failure_message: message,
}: Pick<PaymentRow, 'failure_code' | 'failure_message'>) => (code === null ? null : { code, message: message ?? '' });
