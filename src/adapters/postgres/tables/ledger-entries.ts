import { p } from '@mikro-orm/postgresql';
import type { Movement } from '#core/payments/ledger.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amount, id, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

/** One side of a movement: two rows for each, whose debits equal their credits. */
export const LedgerEntryRow = table('ledger_entries', {
  movement_id: p.text().$type<Movement['id']>().primary(),
  account: p.text().primary(),
  kind: p.text().$type<Movement['kind']>(),
  payment_id: id<'pay'>(),
  payable_id: p.text().$type<PayableId>(),
  currency: p.text().$type<Currency>(),
  debit: amount(),
  credit: amount(),
  created_at: timestamp(),
});

export type LedgerEntryRow = Row<typeof LedgerEntryRow>;

/** The debit and the credit of a movement. */
export const toLedgerEntryRows = (
  { id, kind, paymentId, payableId, debit, credit, amount: moved, at }: Movement,
  currency: Currency,
): LedgerEntryRow[] => {
  const entry = { movement_id: id, kind, payment_id: paymentId, payable_id: payableId, currency, created_at: at };
  return [
    { ...entry, account: debit, debit: moved.toDecimal(), credit: '0' },
    { ...entry, account: credit, debit: '0', credit: moved.toDecimal() },
  ];
};
