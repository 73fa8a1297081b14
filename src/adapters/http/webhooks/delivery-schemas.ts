import Joi from 'joi';
import {
  ATTEMPT_ERRORS,
  type AttemptView,
  DELIVERY_RETENTION_DAYS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type DeliveryView,
} from '#core/webhooks/delivery.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { eventPatterns } from '../schemas/event-patterns.ts';
import { idOf, integer, pageOf, resourceFields, time, timestamp, versionFields } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const attemptFields = {
  at: required(timestamp(), 'When the attempt was made.'),
  status: required(Joi.string().valid('succeeded', 'failed'), 'Whether the event was delivered.'),
  duration_ms: required(integer(0), 'The duration in milliseconds.', 42),
  response_code: required(
    Joi.number().integer().allow(null),
    'The status of the response; null without a response.',
    200,
  ),
  response_body: required(Joi.string().allow('', null), 'The first 1 KiB of the response body.', 'ok'),
  error: required(
    Joi.string()
      .valid(...ATTEMPT_ERRORS)
      .allow(null),
    'Why there was no response.',
  ),
};

export type WebhookTestView = AttemptView &
  Readonly<{ object: 'webhook_test'; webhook_id: EndpointId; event_id: string }>;

export const webhookTestSchema = objectOf<WebhookTestView>({
  object: required(Joi.string().valid('webhook_test'), 'The type of the resource.'),
  webhook_id: required(idOf('wh'), 'The webhook.'),
  event_id: required(idOf('evt'), 'The id of the test event, which is not in the event log.'),
  ...attemptFields,
})
  .id('WebhookTest')
  .description('The result of a test.');

const status = (): Joi.StringSchema => Joi.string().valid(...DELIVERY_STATUSES);

export const deliverySchema = objectOf<DeliveryView & DryRunResult>({
  ...resourceFields('webhook_delivery', 'dlv'),
  webhook_id: required(idOf('wh'), 'The webhook.'),
  event_id: required(idOf('evt'), 'The id of the event. Every attempt sends it in the `webhook-id` header.'),
  event_type: required(Joi.string(), 'The type of the event.', 'order.paid'),
  resource_id: required(Joi.string(), 'The resource of the event.', 'ord_01h455vb4pex5vsknk084sn02q'),
  sequence: required(
    integer(1),
    'The number of the delivery among all of this webhook, sent in the `webhook-sequence` header.',
    7,
  ),
  status: required(status(), '`pending`, `succeeded` or `failed` (given up).'),
  next_attempt_at: required(
    timestamp().allow(null),
    'When the next attempt is due; null if the delivery has ended or waits for an earlier one.',
  ),
  attempts: required(
    Joi.array().items(objectOf<AttemptView>(attemptFields).id('DeliveryAttempt').description('An attempt.')),
    'The latest attempts, the oldest first.',
  ),
  ...versionFields,
  ...dryRunFields,
})
  .id('WebhookDelivery')
  .description(
    `The delivery of an event to a webhook. Ended deliveries are stored for ${DELIVERY_RETENTION_DAYS} days after they were created.`,
  );

export const deliveryPage = pageOf('WebhookDeliveryList', deliverySchema);

type ReplayInput = Readonly<{ from: Date; to?: Date; types?: readonly string[]; status?: DeliveryStatus }>;

export const replayInput = objectOf<ReplayInput>({
  from: required(time(), 'The start of the period.', '2026-11-20T00:00:00.000Z'),
  to: time().description('The end of the period; the default is now.').example('2026-11-21T00:00:00.000Z'),
  types: eventPatterns()
    .description('Only events of these types or patterns, among those that the webhook selects.')
    .example(['payment.*']),
  status: status()
    .description('Only events whose delivery has this status; by default all, including events without a delivery.')
    .example('failed'),
})
  .id('ReplayInput')
  .description('The events to send again.');

export type ReplayView = Readonly<{
  object: 'webhook_replay';
  webhook_id: EndpointId;
  count: number;
  next_from: string | null;
}>;

export const replaySchema = objectOf<ReplayView & DryRunResult>({
  object: required(Joi.string().valid('webhook_replay'), 'The type of the resource.'),
  webhook_id: required(idOf('wh'), 'The webhook.'),
  count: required(integer(0), 'The number of events to send.', 42),
  next_from: required(
    timestamp().allow(null),
    'The `from` of the next call if the period has more events; null otherwise.',
  ),
  ...dryRunFields,
})
  .id('WebhookReplay')
  .description('The result of a replay.');
