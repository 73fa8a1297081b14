import { p } from '@mikro-orm/postgresql';
import { type FulfilledItemView, fulfilledItemViews, toFulfilledItems } from '#core/orders/fulfillment.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'wdr'>(),
  order_id: id<'ord'>().strictNullable(),
  subscription_id: id<'sub'>().strictNullable(),
  user_id: id<'usr'>().strictNullable(),
  order_number: p.text(),
  name: p.text(),
  email: p.text(),
  note: p.text().strictNullable(),
  is_verified: p.boolean(),
  client: p.text().strictNullable(),
  status: p.text().$type<Withdrawal['status']>(),
  reason: p.text().$type<NonNullable<Withdrawal['reason']>>().strictNullable(),
  until: timestamp().strictNullable(),
  refund_by: timestamp().strictNullable(),
  return_id: id<'ret'>().strictNullable(),
  process_at: timestamp().strictNullable(),
  is_erased: p.boolean(),
});

export const WithdrawalRow = table('withdrawals', {
  ...copied.columns,
  email_key: p.text(),
  items: json<readonly FulfilledItemView[]>().strictNullable(),
  accepted_items: json<readonly FulfilledItemView[]>().strictNullable(),
});

export type WithdrawalRow = Row<typeof WithdrawalRow>;

export const toWithdrawalRow = (stored: Withdrawal): WithdrawalRow => ({
  ...copied.toColumns(stored),
  email_key: emailKey(stored.email),
  items: stored.items && fulfilledItemViews(stored.items),
  accepted_items: stored.acceptedItems && fulfilledItemViews(stored.acceptedItems),
});

export const toWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  ...copied.toProperties(row),
  items: row.items && toFulfilledItems(row.items),
  acceptedItems: row.accepted_items && toFulfilledItems(row.accepted_items),
});
