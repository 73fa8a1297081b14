import type { Actor } from '#core/shared/actor.ts';
import { endpointOwnerFilterOf } from '#core/webhooks/endpoint-access.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { requireFound } from '../responses/responses.ts';

/** The view of a webhook that the actor may see. @throws DomainError `not_found`. */
export const findWebhook = async (queries: WebhookQueries, actor: Actor, id: EndpointId) => {
  return requireFound(await queries.find(id, endpointOwnerFilterOf(actor)), 'webhook', id);
};
