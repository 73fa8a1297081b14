import { p } from '@mikro-orm/postgresql';
import type { TimelineEntry } from '#core/orders/timeline-entry.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const OrderTimelineEntryRow = table('order_timeline', {
  id: id<'tml'>().primary(),
  order_id: id<'ord'>(),
  type: p.text().$type<TimelineEntry['type']>(),
  ...actorColumns(),
  details: json<TimelineEntry['details']>(),
  created_at: timestamp(),
});

export type OrderTimelineEntryRow = Row<typeof OrderTimelineEntryRow>;

export const toOrderTimelineEntryRow = ({
  id,
  orderId,
  type,
  actor,
  details,
  at,
}: TimelineEntry): OrderTimelineEntryRow => ({
  id,
  order_id: orderId,
  type,
  ...toActorColumns(actor),
  details,
  created_at: at,
});

export const toOrderTimelineEntry = (row: OrderTimelineEntryRow): TimelineEntry => ({
  id: row.id,
  orderId: row.order_id,
  type: row.type,
  actor: toActor(row),
  details: row.details,
  at: row.created_at,
});
