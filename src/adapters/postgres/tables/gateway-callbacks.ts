import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';

/** The gateway webhooks received, so that each is handled once. */
export const GatewayCallbackRow = defineEntity({
  name: 'GatewayCallbackRow',
  tableName: 'gateway_callbacks',
  properties: {
    gateway: p.text().primary(),
    id: p.text().primary(),
    created_at: timestamp(),
  },
});
