import type { AccessTx } from '#core/access/ports.ts';
import type { DeliveryRepository } from './delivery-repository.ts';
import type { WebhookEndpointRepository } from './webhook-endpoint-repository.ts';

/** The part of a transaction that the use cases of webhooks need. */
export type WebhooksTx = Readonly<{ webhooks: WebhookEndpointRepository; deliveries: DeliveryRepository }> & AccessTx;
