import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Currency } from '#core/shared/currency.ts';
import { amount, id, timestamp } from './column-types.ts';

/** One side of a movement: two rows for each, whose debits equal their credits. */
export const LedgerEntryRow = defineEntity({
  name: 'LedgerEntryRow',
  tableName: 'ledger_entries',
  properties: {
    movement_id: id<'led'>().primary(),
    account: p.text().primary(),
    kind: p.text().$type<'capture' | 'refund'>(),
    payment_id: id<'pay'>(),
    order_id: id<'ord'>(),
    currency: p.text().$type<Currency>(),
    debit: amount(),
    credit: amount(),
    created_at: timestamp(),
  },
});
