import { p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';
import { table } from './table.ts';

/** The gateway webhooks received, so that each is handled once. */
export const GatewayWebhookRow = table('gateway_webhooks', {
  gateway: p.text().primary(),
  id: p.text().primary(),
  created_at: timestamp(),
});
