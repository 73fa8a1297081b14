import { p } from '@mikro-orm/postgresql';
import type { TimelineEntry } from '#core/orders/timeline-entry.ts';
import { actorColumns, toActor, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  id: id<'tml'>().primary(),
  order_id: id<'ord'>(),
  type: p.text().$type<TimelineEntry['type']>(),
  details: json<TimelineEntry['details']>(),
});

export const OrderTimelineEntryRow = table('order_timeline', {
  ...copied.columns,
  ...actorColumns(),
  created_at: timestamp(),
});

export type OrderTimelineEntryRow = Row<typeof OrderTimelineEntryRow>;

export const toOrderTimelineEntryRow = (entry: TimelineEntry): OrderTimelineEntryRow => ({
  ...copied.toColumns(entry),
  ...toActorColumns(entry.actor),
  created_at: entry.at,
});

export const toOrderTimelineEntry = (row: OrderTimelineEntryRow): TimelineEntry => ({
  ...copied.toProperties(row),
  actor: toActor(row),
  at: row.created_at,
});
