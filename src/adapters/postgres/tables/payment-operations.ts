import { p } from '@mikro-orm/postgresql';
import { type FulfilledItemView, fulfilledItemViews, toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { amount, id, json, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { toFailure } from './payments.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: p.text().$type<PaymentOperation['id']>().primary(),
  version: p.integer(),
  payment_id: id<'pay'>(),
  kind: p.text().$type<PaymentOperation['kind']>(),
  status: p.text().$type<PaymentOperation['status']>(),
  reason: p.text().strictNullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const PaymentOperationRow = table('payment_operations', {
  ...copied.columns,
  amount: amount(),
  // of a refund of items or shipping, otherwise null
  items: json<readonly FulfilledItemView[]>().strictNullable(),
  restock: p.boolean().strictNullable(),
  // what a refund is for of the shipping
  shipping: amount().strictNullable(),
  failure_code: p.text().strictNullable(),
  failure_message: p.text().strictNullable(),
  idempotency_key: p.text().strictNullable(),
  request_fingerprint: p.text().strictNullable(),
});

export type PaymentOperationRow = Row<typeof PaymentOperationRow>;

export const toPaymentOperationRow = (operation: PaymentOperation): PaymentOperationRow => ({
  ...copied.toColumns(operation),
  amount: operation.amount.toDecimal(),
  items: operation.refunded === null ? null : fulfilledItemViews(operation.refunded.items),
  restock: operation.refunded?.isRestocked ?? null,
  shipping: operation.refunded?.shipping?.toDecimal() ?? null,
  failure_code: operation.failure?.code ?? null,
  failure_message: operation.failure?.message ?? null,
  idempotency_key: operation.idempotency?.key ?? null,
  request_fingerprint: operation.idempotency?.fingerprint ?? null,
});

/** An operation from its row, joined with its payment's currency. */
export const toPaymentOperation = (row: PaymentOperationRow & Readonly<{ currency: Currency }>): PaymentOperation => ({
  ...copied.toProperties(row),
  amount: amountOf(row.amount, row.currency),
  refunded: toRefundedParts(row),
  failure: toFailure(row),
  idempotency:
    row.idempotency_key === null ? null : { key: row.idempotency_key, fingerprint: row.request_fingerprint ?? '' },
});

type PartsRow = Pick<PaymentOperationRow, 'items' | 'restock' | 'shipping'> & Readonly<{ currency: Currency }>;

const toRefundedParts = ({ items, restock, shipping, currency }: PartsRow): PaymentOperation['refunded'] =>
  items && {
    items: toFulfilledItems(items),
    isRestocked: restock ?? false,
    shipping: shipping === null ? null : amountOf(shipping, currency),
  };
