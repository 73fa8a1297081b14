import { notFound } from '#core/shared/domain-error.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import type { WebhookQueries } from '#core/webhooks/webhook-queries.ts';

/** The view of a webhook. @throws DomainError `not_found`. */
export const findWebhook = async (queries: WebhookQueries, id: EndpointId) => {
  const webhook = await queries.find(id);
  if (webhook === undefined) throw notFound('webhook', id);
  return webhook;
};
