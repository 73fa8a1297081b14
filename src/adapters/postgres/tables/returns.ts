import { p } from '@mikro-orm/postgresql';
import { Return, type ReturnedItemView, returnedItemView } from '#core/returns/return.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { id, json, resourceColumns } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

/** Without what was received in the rows of former returns. */
type StoredItem = Omit<ReturnedItemView, 'received_quantity'> & Partial<Pick<ReturnedItemView, 'received_quantity'>>;

const copied = copiedColumns({
  ...resourceColumns<'ret'>(),
  order_id: id<'ord'>(),
  user_id: id<'usr'>().strictNullable(),
  status: p.text().$type<Return['status']>(),
  currency: p.text().$type<Currency>(),
  reason: p.text().strictNullable(),
  withdrawal: json<NonNullable<Return['withdrawal']>>().strictNullable(),
});

export const ReturnRow = table('returns', {
  ...copied.columns,
  // as the API shows them
  items: json<readonly StoredItem[]>(),
  actions: json<readonly string[]>(),
});

export type ReturnRow = Row<typeof ReturnRow>;

export const toReturnRow = (stored: Return): ReturnRow => ({
  ...copied.toColumns(stored),
  items: stored.items.map(returnedItemView),
  actions: Return.actions(stored),
});

export const toReturn = (row: ReturnRow): Return => ({
  ...copied.toProperties(row),
  items: row.items.map(({ item_id: itemId, quantity, received_quantity: received, reason, restocked, refund }) => ({
    itemId,
    quantity,
    // former returns were received as a whole
    receivedQuantity: received ?? (row.status === 'received' ? quantity : 0),
    reason,
    isRestocked: restocked,
    refund: refund === null ? null : amountOf(refund, row.currency),
  })),
});
