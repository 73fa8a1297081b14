import { p } from '@mikro-orm/postgresql';
import { Return } from '#core/returns/return.ts';
import { type ReturnedItemView, returnedItemView } from '#core/returns/return-view.ts';
import type { Currency } from '#core/shared/currency.ts';
import { amountOf } from './amount.ts';
import { id, json, resourceColumns } from './column-types.ts';
import { type Row, table } from './table.ts';

export const ReturnRow = table('returns', {
  ...resourceColumns<'ret'>(),
  order_id: id<'ord'>(),
  user_id: id<'usr'>().strictNullable(),
  status: p.text().$type<Return['status']>(),
  currency: p.text().$type<Currency>(),
  // as the API shows them
  items: json<readonly ReturnedItemView[]>(),
  reason: p.text().strictNullable(),
  actions: json<readonly string[]>(),
});

export type ReturnRow = Row<typeof ReturnRow>;

export const toReturnRow = (stored: Return): ReturnRow => ({
  id: stored.id,
  version: stored.version,
  order_id: stored.orderId,
  user_id: stored.userId,
  status: stored.status,
  currency: stored.currency,
  items: stored.items.map(returnedItemView),
  reason: stored.reason,
  actions: Return.actions(stored),
  created_at: stored.createdAt,
  updated_at: stored.updatedAt,
});

export const toReturn = (row: ReturnRow): Return => ({
  id: row.id,
  version: row.version,
  orderId: row.order_id,
  userId: row.user_id,
  status: row.status,
  currency: row.currency,
  items: row.items.map(({ item_id: itemId, quantity, reason, restocked, refund }) => ({
    itemId,
    quantity,
    reason,
    isRestocked: restocked,
    refund: refund === null ? null : amountOf(refund, row.currency),
  })),
  reason: row.reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
