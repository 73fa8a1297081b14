import { sql } from 'kysely';
import type { PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

/**
 * Claims the row whose check is due first: its next check moves to `until`, so that other processes skip it, and its
 * check count increases.
 */
const claimCheck = <Row>(table: 'payments' | 'payment_methods') =>
  prepare<{ at: Date; until: Date }>()<Row>(($) => {
    const due = sql`
      select id from ${sql.table(table)} where next_check_at <= ${$('at')} order by next_check_at limit 1
      for update skip locked`;
    const claim = sql<Row>`
      update ${sql.table(table)} set next_check_at = ${$('until')}, check_count = check_count + 1
      where id = (${due}) returning id`;
    return { compile: () => claim.compile(db) };
  });

export const CLAIM_CHECK = claimCheck<{ id: PaymentId }>('payments');

export const CLAIM_METHOD_CHECK = claimCheck<{ id: PaymentMethodId }>('payment_methods');
