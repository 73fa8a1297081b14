import { p } from '@mikro-orm/postgresql';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const PaymentTimelineEntryRow = table('payment_timeline', {
  id: id<'tml'>().primary(),
  payment_id: id<'pay'>(),
  type: p.text().$type<PaymentEntry['type']>(),
  ...actorColumns(),
  details: json<PaymentEntry['details']>(),
  created_at: timestamp(),
});

export type PaymentTimelineEntryRow = Row<typeof PaymentTimelineEntryRow>;

export const toPaymentTimelineEntryRow = ({
  id,
  paymentId,
  type,
  actor,
  details,
  at,
}: PaymentEntry): PaymentTimelineEntryRow => ({
  id,
  payment_id: paymentId,
  type,
  ...toActorColumns(actor),
  details,
  created_at: at,
});

export const toPaymentTimelineEntry = (row: PaymentTimelineEntryRow): PaymentEntry => ({
  id: row.id,
  paymentId: row.payment_id,
  type: row.type,
  actor: toActor(row),
  details: row.details,
  at: row.created_at,
});
