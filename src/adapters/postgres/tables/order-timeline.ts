import { defineEntity, p } from '@mikro-orm/postgresql';
import type { TimelineEntry } from '#core/orders/timeline-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import { id, json, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const OrderEntryRow = defineEntity({
  name: 'OrderEntryRow',
  tableName: 'order_timeline',
  properties: {
    id: id<'tml'>().primary(),
    order_id: id<'ord'>(),
    type: p.text().$type<TimelineEntry['type']>(),
    actor_kind: p.text().$type<Actor['kind']>(),
    actor_user_id: p.text().$type<NonNullable<Actor['userId']>>().strictNullable(),
    actor_credential_id: p.text().$type<NonNullable<Actor['credentialId']>>().strictNullable(),
    details: json<TimelineEntry['details']>(),
    created_at: timestamp(),
  },
});

export type OrderEntryRow = Row<typeof OrderEntryRow>;

export const toOrderEntryRow = ({ id, orderId, type, actor, details, at }: TimelineEntry): OrderEntryRow => ({
  id,
  order_id: orderId,
  type,
  actor_kind: actor.kind,
  actor_user_id: actor.userId,
  actor_credential_id: actor.credentialId,
  details,
  created_at: at,
});
