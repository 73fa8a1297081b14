import { p } from '@mikro-orm/postgresql';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'tml'>().primary(),
  payment_id: id<'pay'>(),
  type: p.text().$type<PaymentEntry['type']>(),
  details: json<PaymentEntry['details']>(),
});

export const PaymentTimelineEntryRow = table('payment_timeline', {
  ...copied.columns,
  ...actorColumns(),
  created_at: timestamp(),
});

export type PaymentTimelineEntryRow = Row<typeof PaymentTimelineEntryRow>;

export const toPaymentTimelineEntryRow = (entry: PaymentEntry): PaymentTimelineEntryRow => ({
  ...copied.toColumns(entry),
  ...toActorColumns(entry.actor),
  created_at: entry.at,
});

export const toPaymentTimelineEntry = (row: PaymentTimelineEntryRow): PaymentEntry => ({
  ...copied.toProperties(row),
  actor: toActor(row),
  at: row.created_at,
});
