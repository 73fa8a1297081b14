import type { AccountsTx } from '#core/access/ports.ts';
import type { AuditTx } from '#core/audit/ports.ts';
import type { EventsTx } from '#core/shared/domain-event.ts';
import type { DeliveryRepository } from './delivery-repository.ts';
import type { WebhookEndpointRepository } from './webhook-endpoint-repository.ts';

/** The part of a transaction that the use cases of webhooks need. */
export type WebhooksTx = Readonly<{ webhooks: WebhookEndpointRepository; deliveries: DeliveryRepository }> &
  AccountsTx &
  EventsTx &
  AuditTx;
