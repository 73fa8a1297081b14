import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';
import { requireFound } from '../pipeline/responses.ts';

/** The view of a webhook. @throws DomainError `not_found`. */
export const findWebhook = async (queries: WebhookQueries, id: EndpointId) => {
  return requireFound(await queries.find(id), 'webhook', id);
};
