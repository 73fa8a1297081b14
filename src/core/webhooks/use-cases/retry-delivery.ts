import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Json } from '#core/shared/page.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { DeliveryId, DeliveryView } from '../delivery.ts';
import { requireEndpointAccess } from '../endpoint-access.ts';
import type { WebhooksTx } from '../ports.ts';
import { endpointAuditEntry } from '../records.ts';
import { type EndpointId, requireEnabled } from '../webhook-endpoint.ts';

/** Retries a delivery now, in any status. */
export type RetryDelivery = (
  actor: Actor,
  command: Readonly<{ endpointId: EndpointId; id: DeliveryId }>,
) => Work<Json<DeliveryView>, WebhooksTx>;

export const makeRetryDelivery =
  ({ systemClock }: { systemClock: SystemClock }): RetryDelivery =>
  (actor, { endpointId, id }) =>
  async (tx) => {
    const endpoint = await tx.webhooks.get(endpointId);
    requireEndpointAccess(actor, endpoint);
    const at = systemClock.now();
    const retried = await tx.deliveries.retry(endpointId, id, at);
    requireEnabled(endpoint);
    await tx.audit.append(endpointAuditEntry(actor, 'delivery_retried', { before: endpoint, after: endpoint, at }));
    return retried;
  };
