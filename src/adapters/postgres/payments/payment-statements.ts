import { type SqlBool, sql } from 'kysely';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import type { UserId } from '#core/users/user.ts';
import { type Placeholders, prepare } from '../statements/prepare.ts';
import {
  columnNames,
  previousVersion,
  recordset,
  requireSaved,
  selectRow,
  updatedRow,
} from '../statements/row-parameters.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { LedgerEntryRow } from '../tables/ledger-entries.ts';
import { PaymentOperationRow } from '../tables/payment-operations.ts';
import { PaymentTimelineEntryRow } from '../tables/payment-timeline.ts';
import { PaymentRow } from '../tables/payments.ts';

/** The rows that are written with a payment. */
export type ChangeRows = Readonly<{
  operations: readonly PaymentOperationRow[];
  entries: readonly PaymentTimelineEntryRow[];
  ledgerEntries: readonly LedgerEntryRow[];
}>;

const COLUMNS = columnNames(PaymentRow);
const OPERATION_COLUMNS = columnNames(PaymentOperationRow);
const ENTRY_COLUMNS = columnNames(PaymentTimelineEntryRow);
const LEDGER_COLUMNS = columnNames(LedgerEntryRow);

const TRUE = sql<SqlBool>`true`;

/** Adds operations, and updates those that exist. */
const writeOperations = ($: Placeholders<Pick<ChangeRows, 'operations'>>, condition = TRUE) =>
  db
    .insertInto('payment_operations')
    .columns(OPERATION_COLUMNS)
    .expression(
      db
        .selectFrom(recordset('payment_operations', $.json('operations')).as('operation'))
        .select(OPERATION_COLUMNS)
        .where(condition),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        version: ref('excluded.version'),
        status: ref('excluded.status'),
        failure_code: ref('excluded.failure_code'),
        failure_message: ref('excluded.failure_message'),
        idempotency_key: ref('excluded.idempotency_key'),
        request_fingerprint: ref('excluded.request_fingerprint'),
        updated_at: ref('excluded.updated_at'),
      })),
    );

const insertEntries = ($: Placeholders<Pick<ChangeRows, 'entries'>>, condition = TRUE) =>
  db
    .insertInto('payment_timeline')
    .columns(ENTRY_COLUMNS)
    .expression(
      db
        .selectFrom(recordset('payment_timeline', $.json('entries')).as('entry'))
        .select(ENTRY_COLUMNS)
        .where(condition),
    );

const insertLedgerEntries = ($: Placeholders<Pick<ChangeRows, 'ledgerEntries'>>, condition = TRUE) =>
  db
    .insertInto('ledger_entries')
    .columns(LEDGER_COLUMNS)
    .expression(
      db
        .selectFrom(recordset('ledger_entries', $.json('ledgerEntries')).as('entry'))
        .select(LEDGER_COLUMNS)
        .where(condition),
    );

/**
 * One row. `is_processing`: whether a capture's outcome is unknown. `is_pending`: whether any payment is pending or
 * requires action.
 */
const orderPaymentState = ($: Placeholders<{ payableId: PayableId }>) =>
  db
    .selectFrom('payments')
    .select([
      sql<boolean>`coalesce(bool_or(status = 'processing' or amount_capturing > 0), false)`.as('is_processing'),
      sql<boolean>`coalesce(bool_or(is_pending), false)`.as('is_pending'),
      sql<boolean>`coalesce(bool_or(amount_disputed > 0), false)`.as('is_disputed'),
      // at most one is open
      sql<PaymentId | null>`min(id) filter (where status in ('processing', 'requires_action'))`.as('open_id'),
      sql<boolean>`coalesce(bool_or(status = 'requires_action' and not is_voiding), false)`.as('is_replaceable'),
      sql<string>`coalesce(sum(amount - amount_captured) filter (where status = 'authorized'), 0)`.as('authorized'),
      sql<string>`coalesce(sum(amount_refunding) filter (where not is_overpayment), 0)`.as('refunding'),
    ])
    .where('payable_id', '=', $('payableId'))
    .where((eb) =>
      eb.or([eb('is_pending', '=', true), eb('status', '=', 'authorized'), sql<SqlBool>`amount_disputed > 0`]),
    );

export const ORDER_PAYMENT_STATE = prepare<{ payableId: PayableId }>()(orderPaymentState);

type BegunPayment = ChangeRows &
  Readonly<{
    payableId: PayableId;
    amount: string;
    amountDue: string;
    /** One row, as an array for `recordset`. */
    payments: readonly PaymentRow[];
  }>;

const IS_ALLOWED = sql<boolean>`exists (select from allowed)`;

/**
 * Adds a payment unless another is pending or too much would be paid. The caller has locked what is paid, so no other
 * payment of it begins at the same time. Few changes have ledger entries, so most run the statement without that insert.
 */
const begin = (withLedger: boolean) =>
  prepare<BegunPayment>()(($) => {
    const changes = db
      .with(
        (cte) => cte('state').materialized(),
        () => orderPaymentState($),
      )
      .with('allowed', (query) =>
        query
          .selectFrom('state')
          .select('state.authorized')
          .where('state.is_pending', '=', false)
          .where(sql<SqlBool>`state.authorized + ${$('amount')}::numeric <= ${$('amountDue')}::numeric`),
      )
      .with('operations', () => writeOperations($, IS_ALLOWED))
      .with('entries', () => insertEntries($, IS_ALLOWED))
      .with('begun', (query) =>
        query
          .insertInto('payments')
          .columns(COLUMNS)
          .expression(
            db
              .selectFrom(recordset('payments', $.json('payments')).as('payment'))
              .select(COLUMNS)
              .where(IS_ALLOWED),
          ),
      );
    const isBegun = IS_ALLOWED.as('is_begun');
    if (!withLedger) return changes.selectFrom('state').selectAll('state').select(isBegun);
    const all = changes.with('ledger', () => insertLedgerEntries($, IS_ALLOWED));
    return all.selectFrom('state').selectAll('state').select(isBegun);
  });

export const BEGIN_PAYMENT = begin(false);
export const BEGIN_PAYMENT_WITH_LEDGER = begin(true);

/** Fails unless the stored version is the one before. Without ledger entries their insert is left out, as in `begin`. */
const update = (withLedger: boolean) =>
  prepare<PaymentRow & ChangeRows>()(($) => {
    const changes = db
      .with('saved', (query) =>
        query
          .updateTable('payments')
          .set(updatedRow(PaymentRow, $))
          .where('id', '=', $('id'))
          .where('version', '=', previousVersion($))
          .returning('id'),
      )
      .with('operations', () => writeOperations($))
      .with('entries', () => insertEntries($));
    const isSaved = requireSaved('saved');
    if (!withLedger) return changes.selectNoFrom(isSaved);
    return changes.with('ledger', () => insertLedgerEntries($)).selectNoFrom(isSaved);
  });

export const UPDATE_PAYMENT = update(false);
export const UPDATE_PAYMENT_WITH_LEDGER = update(true);

type Postponed = Pick<PaymentRow, 'id' | 'next_check_at' | 'check_count'> & Pick<ChangeRows, 'entries'>;

export const POSTPONE_CHECK = prepare<Postponed>()(($) =>
  db
    .with('postponed', (query) =>
      query
        .updateTable('payments')
        .set({ next_check_at: $('next_check_at'), check_count: $('check_count') })
        .where('id', '=', $('id')),
    )
    .insertInto('payment_timeline')
    .columns(ENTRY_COLUMNS)
    .expression(db.selectFrom(recordset('payment_timeline', $.json('entries')).as('entry')).select(ENTRY_COLUMNS)),
);

export const FIND_PAYMENT = selectRow(PaymentRow);

export const LOCK_PAYMENT = selectRow(PaymentRow, 'for update');

export const REVERSIBLE_PAYMENTS = prepare<{ orderId: PayableId }>()(($) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('payable_id', '=', $('orderId'))
    .where((eb) =>
      eb.or([
        eb('is_pending', '=', true),
        eb('status', '=', 'authorized'),
        eb('amount_captured', '>', eb.ref('amount_refunded')),
      ]),
    )
    .orderBy('id'),
);

export const ASSIGN_USER = prepare<{ orderIds: readonly PayableId[]; userId: UserId }>()(($) =>
  db
    .updateTable('payments')
    .set((eb) => ({ version: eb('version', '+', 1), user_id: $('userId') }))
    .where('payable_id', '=', anyOf<PayableId>($('orderIds'))),
);

export const ERASE_PAYMENTS = prepare<{ orderIds: readonly PayableId[]; at: Date }>()(($) =>
  db
    .updateTable('payments')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: $('at'), metadata: {}, return_url: null }))
    .where('payable_id', '=', anyOf<PayableId>($('orderIds')))
    .returning('id'),
);

/** The times of other operations stay those of their outcomes, which figures are counted at. */
export const ERASE_REFUND_REASONS = prepare<{ paymentIds: readonly PaymentId[]; at: Date }>()(($) =>
  db
    .updateTable('payment_operations')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: $('at'), reason: null }))
    .where('payment_id', '=', anyOf<PaymentId>($('paymentIds')))
    .where('kind', '=', sql.lit('refund')),
);
