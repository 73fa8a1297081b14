import { sql } from 'kysely';
import type { ComparedPayment, LedgerDiscrepancy, LedgerQueries } from '#core/payments/ledger.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

const MAX_DISCREPANCIES = 1_000;

/** Of a view: the table definitions have none. */
const FIND_DISCREPANCIES = prepare()(() =>
  db
    .selectFrom(sql<LedgerDiscrepancy>`ledger_discrepancies`.as('found'))
    .select(['found.id', 'found.discrepancy'])
    .orderBy('found.id')
    .orderBy('found.discrepancy')
    .limit(MAX_DISCREPANCIES),
);

/** What was paid and refunded by the movements of an account. */
const movedFor = (account: 'orders' | 'invoices') => sql`(
  select coalesce(sum(credit) filter (where kind = 'capture'), 0),
    coalesce(sum(debit), 0) - coalesce(sum(credit) filter (where kind = 'refund_reversal'), 0)
  from ledger_entries where payable_id = p.payable_id and account = ${sql.lit(account)})`;

/** Whether a payment `p` is part of what the view finds. The view reads all entries; this reads those of one payment. */
const HAS_DISCREPANCY = sql<boolean>`
  exists (
    select from ledger_entries where payment_id = p.id
    group by movement_id having sum(debit) <> sum(credit) or count(distinct currency) <> 1 or min(currency) <> p.currency)
  or (p.amount_captured, p.amount_refunded, p.amount_disputed) <> (
    select coalesce(sum(debit) filter (where kind = 'capture'), 0),
      coalesce(sum(debit) filter (where kind in ('refund', 'dispute_lost')), 0)
        - coalesce(sum(debit) filter (where kind = 'refund_reversal'), 0),
      coalesce(sum(debit) filter (where kind = 'dispute'), 0)
        - coalesce(sum(debit) filter (where kind in ('dispute_won', 'dispute_lost')), 0)
    from ledger_entries where payment_id = p.id)
  or coalesce(
    (select (amount_paid, amount_refunded) <> ${movedFor('orders')} from orders where id = p.payable_id),
    (select (amount_paid, amount_refunded) <> ${movedFor('invoices')} from invoices
      where id = p.payable_id and order_id is null),
    false)`;

/** For tests of its plan. */
export const COMPARE_PAYMENTS = prepare<{ after: PaymentId; limit: number }>()(($) =>
  db
    .selectFrom('payments as p')
    .select(['p.id', 'p.has_discrepancy as isMarked', HAS_DISCREPANCY.as('hasDiscrepancy')])
    .where('p.id', '>', $('after'))
    .orderBy('p.id')
    .limit($('limit')),
);

export class PostgresLedgerQueries implements LedgerQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  discrepancies(): Promise<readonly LedgerDiscrepancy[]> {
    return this.#database.query(FIND_DISCREPANCIES({}));
  }

  comparePayments(after: PaymentId | null, limit: number): Promise<readonly ComparedPayment[]> {
    return this.#database.queryInBackground(COMPARE_PAYMENTS({ after: after ?? 'pay_', limit }));
  }
}
