import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';

/** The gateway webhooks received, so that each is handled once. */
export const GatewayWebhookRow = defineEntity({
  name: 'GatewayWebhookRow',
  tableName: 'gateway_webhooks',
  properties: {
    gateway: p.text().primary(),
    id: p.text().primary(),
    created_at: timestamp(),
  },
});
