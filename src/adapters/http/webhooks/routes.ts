import { type TaggedRoute, tagged } from '../routing/route.ts';
import {
  type DeliveryOperationsDeps,
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhook,
  retryWebhookDelivery,
  testWebhook,
} from './delivery-operations.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  type WebhookOperationsDeps,
} from './webhook-operations.ts';

export const webhooksRoutes = (deps: WebhookOperationsDeps & DeliveryOperationsDeps): TaggedRoute[] =>
  tagged('Webhooks', [
    createWebhook(deps),
    listWebhooks(deps),
    getWebhook(deps),
    changeWebhook(deps),
    deleteWebhook(deps),
    rotateWebhookSecret(deps),
    testWebhook(deps),
    listWebhookDeliveries(deps),
    getWebhookDelivery(deps),
    retryWebhookDelivery(deps),
    replayWebhook(deps),
  ]);
