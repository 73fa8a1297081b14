import { defineEntity, p } from '@mikro-orm/postgresql';
import type { TimelineEntry } from '#core/orders/timeline-entry.ts';
import { actorColumns, toActorColumns } from './actor-columns.ts';
import { id, json, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const OrderEntryRow = defineEntity({
  name: 'OrderEntryRow',
  tableName: 'order_timeline',
  properties: {
    id: id<'tml'>().primary(),
    order_id: id<'ord'>(),
    type: p.text().$type<TimelineEntry['type']>(),
    ...actorColumns(),
    details: json<TimelineEntry['details']>(),
    created_at: timestamp(),
  },
});

export type OrderEntryRow = Row<typeof OrderEntryRow>;

export const toOrderEntryRow = ({ id, orderId, type, actor, details, at }: TimelineEntry): OrderEntryRow => ({
  id,
  order_id: orderId,
  type,
  ...toActorColumns(actor),
  details,
  created_at: at,
});
