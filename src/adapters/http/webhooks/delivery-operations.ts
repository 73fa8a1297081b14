import { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported } from '#core/shared/domain-error.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import { deliveryList } from '#core/webhooks/delivery.ts';
import type { WebhookQueries } from '#core/webhooks/ports.ts';
import type { ReplayEvents } from '#core/webhooks/use-cases/replay-events.ts';
import type { RetryDelivery } from '#core/webhooks/use-cases/retry-delivery.ts';
import type { TestEndpoint } from '#core/webhooks/use-cases/test-endpoint.ts';
import type { Throttle } from '../admission/throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, requireFound, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { READ, WRITE } from './access.ts';
import {
  deliveryPage,
  deliverySchema,
  type ReplayView,
  replayInput,
  replaySchema,
  type WebhookTestView,
  webhookTestSchema,
} from './delivery-schemas.ts';
import { findWebhook } from './find-webhook.ts';

export type DeliveryOperationsDeps = Readonly<{
  queries: WebhookQueries;
  testEndpoint: TestEndpoint;
  retryDelivery: RetryDelivery;
  replayEvents: ReplayEvents;
  cursors: Cursors;
  throttle: Throttle;
  /** How often a user may make webhooks be sent: tests, retries and replays together. */
  sendingLimit: RateLimit | undefined;
}>;

type Sending = Pick<DeliveryOperationsDeps, 'throttle' | 'sendingLimit'>;

const countSending = async ({ throttle, sendingLimit }: Sending, actor: Actor): Promise<void> => {
  if (sendingLimit !== undefined) await throttle('webhook-sending', Actor.userOf(actor), sendingLimit);
};

export const testWebhook = ({ testEndpoint, ...sending }: DeliveryOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/webhooks/{id}/test',
    id: 'wh',
    operationId: 'testWebhook',
    summary: 'Test a webhook',
    description:
      'Sends a `webhook.test` event, also to a disabled webhook, and returns the result; waits at most 15 ' +
      'seconds for the response of the URL.',
    access: WRITE,
    hasExternalEffects: true,
    reservesKey: true,
    responses: { 200: { description: 'The result of the test.', schema: webhookTestSchema } },
    problems: ['dry_run_unsupported'],
    write: async ({ actor, id, isDryRun }) => {
      if (isDryRun) throw dryRunUnsupported('The request calls the webhook, which cannot be rolled back.');
      await countSending(sending, actor);
      const body: WebhookTestView = { object: 'webhook_test', webhook_id: id, ...(await testEndpoint(actor, id)) };
      return async () => ({ status: 200, body });
    },
  });

export const listWebhookDeliveries = ({ queries, cursors }: DeliveryOperationsDeps) =>
  listOperation({
    path: '/api/webhooks/{id}/deliveries',
    id: 'wh',
    operationId: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description: 'Each with its attempts and their responses; the highest sequence first.',
    access: READ,
    list: deliveryList,
    pageSchema: deliveryPage,
    cursors,
    requireParent: ({ actor, id }) => findWebhook(queries, actor, id),
    read: (query, { id }) => queries.listDeliveries(id, query),
  });

export const getWebhookDelivery = ({ queries }: DeliveryOperationsDeps) =>
  readOperation({
    path: '/api/webhooks/{id}/deliveries/{delivery_id}',
    id: 'wh',
    nested: { name: 'delivery_id', prefix: 'dlv' },
    operationId: 'getWebhookDelivery',
    summary: 'Get a webhook delivery',
    description: 'With its attempts and their responses.',
    access: READ,
    versioned: true,
    responses: { 200: { description: 'The delivery.', schema: deliverySchema } },
    read: async ({ actor, id, nestedId }) => {
      // deliveries of a deleted webhook exist until the cleanup
      await findWebhook(queries, actor, id);
      return foundResponse(requireFound(await queries.findDelivery(id, nestedId), 'delivery', nestedId));
    },
  });

export const retryWebhookDelivery = ({ retryDelivery, ...sending }: DeliveryOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/webhooks/{id}/deliveries/{delivery_id}/retry',
    id: 'wh',
    nested: { name: 'delivery_id', prefix: 'dlv' },
    operationId: 'retryWebhookDelivery',
    isThrottled: true,
    summary: 'Retry a webhook delivery',
    description:
      'Sends the delivery immediately and, if that fails, again on the full retry schedule. `webhook-id` stays the same.',
    access: WRITE,
    responses: { 200: { description: 'The pending delivery.', schema: deliverySchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, nestedId }) => {
      await countSending(sending, actor);
      const work = retryDelivery(actor, { endpointId: id, id: nestedId });
      return respond(work, (delivery) => ({ status: 200, body: delivery, hasETag: true }));
    },
  });

export const replayWebhook = ({ replayEvents, ...sending }: DeliveryOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/webhooks/{id}/replay',
    id: 'wh',
    operationId: 'replayWebhook',
    isThrottled: true,
    summary: 'Replay the events of a period',
    description:
      'Sends events again in their order and with the same `webhook-id`, including events that were never sent because the ' +
      'webhook was disabled. One call takes up to 10,000 events; continue at `next_from`.',
    access: WRITE,
    body: replayInput,
    responses: { 202: { description: 'The events will be sent.', schema: replaySchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, body }) => {
      await countSending(sending, actor);
      return respond(replayEvents(actor, { endpointId: id, ...body }), ({ count, nextFrom }) => {
        const next = nextFrom?.toISOString() ?? null;
        const replay: ReplayView = { object: 'webhook_replay', webhook_id: id, count, next_from: next };
        return { status: 202, body: replay };
      });
    },
  });
