import { p } from '@mikro-orm/postgresql';
import { type FulfilledItemView, fulfilledItemViews, toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, timestamp } from './column-types.ts';
import { toFailure } from './payments.ts';
import { type Row, table } from './table.ts';

export const PaymentOperationRow = table('payment_operations', {
  id: p.text().$type<PaymentOperation['id']>().primary(),
  version: p.integer(),
  payment_id: id<'pay'>(),
  kind: p.text().$type<PaymentOperation['kind']>(),
  amount: amount(),
  status: p.text().$type<PaymentOperation['status']>(),
  reason: p.text().strictNullable(),
  // of a refund of items, otherwise null
  items: json<readonly FulfilledItemView[]>().strictNullable(),
  restock: p.boolean().strictNullable(),
  failure_code: p.text().strictNullable(),
  failure_message: p.text().strictNullable(),
  idempotency_key: p.text().strictNullable(),
  request_fingerprint: p.text().strictNullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export type PaymentOperationRow = Row<typeof PaymentOperationRow>;

export const toPaymentOperationRow = (operation: PaymentOperation): PaymentOperationRow => ({
  id: operation.id,
  version: operation.version,
  payment_id: operation.paymentId,
  kind: operation.kind,
  amount: operation.amount.toDecimal(),
  status: operation.status,
  reason: operation.reason,
  items: operation.refunded === null ? null : fulfilledItemViews(operation.refunded.items),
  restock: operation.refunded?.isRestocked ?? null,
  failure_code: operation.failure?.code ?? null,
  failure_message: operation.failure?.message ?? null,
  idempotency_key: operation.idempotency?.key ?? null,
  request_fingerprint: operation.idempotency?.fingerprint ?? null,
  created_at: operation.createdAt,
  updated_at: operation.updatedAt,
});

/** An operation from its row, joined with its payment's currency. */
export const toPaymentOperation = (row: PaymentOperationRow & Readonly<{ currency: Currency }>): PaymentOperation => ({
  id: row.id,
  version: row.version,
  paymentId: row.payment_id,
  kind: row.kind,
  amount: amountOf(row.amount, row.currency),
  status: row.status,
  reason: row.reason,
  refunded: row.items === null ? null : { items: toFulfilledItems(row.items), isRestocked: row.restock ?? false },
  failure: toFailure(row),
  idempotency:
    row.idempotency_key === null ? null : { key: row.idempotency_key, fingerprint: row.request_fingerprint ?? '' },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
