import { p } from '@mikro-orm/postgresql';
import type { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import { id, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { toFailure } from './payments.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'pm'>(),
  user_id: id<'usr'>(),
  gateway: p.text(),
  status: p.text().$type<PaymentMethod['status']>(),
  is_default: p.boolean(),
  token: p.text().strictNullable(),
  return_url: p.text().strictNullable(),
  redirect_url: p.text().strictNullable(),
  // encrypted
  reference: p.text().strictNullable(),
  next_check_at: timestamp().strictNullable(),
  check_count: p.integer(),
});

export const PaymentMethodRow = table('payment_methods', {
  ...copied.columns,
  // null until the gateway has saved it
  type: p.text().strictNullable(),
  brand: p.text().strictNullable(),
  last4: p.text().strictNullable(),
  exp_month: p.integer().strictNullable(),
  exp_year: p.integer().strictNullable(),
  failure_code: p.text().strictNullable(),
  failure_message: p.text().strictNullable(),
  idempotency_key: p.text().strictNullable(),
  request_fingerprint: p.text().strictNullable(),
});

export type PaymentMethodRow = Row<typeof PaymentMethodRow>;

export const toPaymentMethodRow = (method: PaymentMethod): PaymentMethodRow => ({
  ...copied.toColumns(method),
  type: method.details?.type ?? null,
  brand: method.details?.brand ?? null,
  last4: method.details?.last4 ?? null,
  exp_month: method.details?.expMonth ?? null,
  exp_year: method.details?.expYear ?? null,
  failure_code: method.failure?.code ?? null,
  failure_message: method.failure?.message ?? null,
  idempotency_key: method.idempotency?.key ?? null,
  request_fingerprint: method.idempotency?.fingerprint ?? null,
});

export const toPaymentMethod = (row: PaymentMethodRow): PaymentMethod => ({
  ...copied.toProperties(row),
  details:
    row.type === null
      ? null
      : { type: row.type, brand: row.brand, last4: row.last4, expMonth: row.exp_month, expYear: row.exp_year },
  failure: toFailure(row),
  idempotency:
    row.idempotency_key === null ? null : { key: row.idempotency_key, fingerprint: row.request_fingerprint ?? '' },
});
