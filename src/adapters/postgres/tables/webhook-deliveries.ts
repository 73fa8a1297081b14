import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Id } from '#core/shared/id.ts';
import type { DeliveryStatus } from '#core/webhooks/delivery.ts';
import type { AttemptView } from '#core/webhooks/delivery-view.ts';
import { bigint, id, timestamp } from './column-types.ts';

export const WebhookDeliveryRow = defineEntity({
  name: 'WebhookDeliveryRow',
  tableName: 'webhook_deliveries',
  properties: {
    id: id<'dlv'>().primary(),
    endpoint_id: id<'wh'>(),
    event_id: id<'evt'>(),
    event_type: p.text(),
    resource_id: p.text().$type<Id>(),
    sequence: bigint(),
    status: p.text().$type<DeliveryStatus>(),
    ordered: p.boolean(),
    tries: p.smallint().default(0),
    // `infinity` while an earlier ordered delivery of the resource is pending
    next_attempt_at: timestamp().strictNullable(),
    attempts: p.json<readonly AttemptView[]>().columnType('json[]').defaultRaw(`'{}'`),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
