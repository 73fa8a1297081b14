import Joi from 'joi';
import type { AttemptView, DeliveryView } from '#core/webhooks/delivery.ts';
import {
  ATTEMPT_ERRORS,
  DELIVERY_RETENTION_DAYS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
} from '#core/webhooks/delivery.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { eventPatterns } from '../schemas/event-patterns.ts';
import { idOf, pageOf, resourceFields, time, timestamp, versionFields } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

const attemptFields = {
  at: timestamp().required().description('When the attempt was made.'),
  status: Joi.string().valid('succeeded', 'failed').required().description('Whether the event was delivered.'),
  duration_ms: Joi.number().integer().min(0).required().description('The duration in milliseconds.').example(42),
  response_code: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('The status of the response; null without a response.')
    .example(200),
  response_body: Joi.string()
    .allow('', null)
    .required()
    .description('The first 1 KiB of the response body.')
    .example('ok'),
  error: Joi.string()
    .valid(...ATTEMPT_ERRORS)
    .allow(null)
    .required()
    .description('Why there was no response.'),
};

export type WebhookTestView = AttemptView &
  Readonly<{ object: 'webhook_test'; webhook_id: EndpointId; event_id: string }>;

export const webhookTestSchema = objectOf<WebhookTestView>({
  object: Joi.string().valid('webhook_test').required().description('The type of the resource.'),
  webhook_id: idOf('wh').required().description('The webhook.'),
  event_id: idOf('evt').required().description('The id of the test event, which is not in the event log.'),
  ...attemptFields,
})
  .id('WebhookTest')
  .description('The result of a test.');

const status = (): Joi.StringSchema => Joi.string().valid(...DELIVERY_STATUSES);

export const deliverySchema = objectOf<DeliveryView & DryRunResult>({
  ...resourceFields('webhook_delivery', 'dlv'),
  webhook_id: idOf('wh').required().description('The webhook.'),
  event_id: idOf('evt')
    .required()
    .description('The id of the event. Every attempt sends it in the `webhook-id` header.'),
  event_type: Joi.string().required().description('The type of the event.').example('order.paid'),
  resource_id: Joi.string()
    .required()
    .description('The resource of the event.')
    .example('ord_01h455vb4pex5vsknk084sn02q'),
  sequence: Joi.number()
    .integer()
    .min(1)
    .required()
    .description('The number of the delivery among all of this webhook, sent in the `webhook-sequence` header.')
    .example(7),
  status: status().required().description('`pending`, `succeeded` or `failed` (given up).'),
  next_attempt_at: timestamp()
    .allow(null)
    .required()
    .description('When the next attempt is due; null if the delivery has ended or waits for an earlier one.'),
  attempts: Joi.array()
    .items(objectOf<AttemptView>(attemptFields).id('DeliveryAttempt').description('An attempt.'))
    .required()
    .description('The latest attempts, the oldest first.'),
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
  from: time().required().description('The start of the period.').example('2026-11-20T00:00:00.000Z'),
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
  object: Joi.string().valid('webhook_replay').required().description('The type of the resource.'),
  webhook_id: idOf('wh').required().description('The webhook.'),
  count: Joi.number().integer().min(0).required().description('The number of events to send.').example(42),
  next_from: timestamp()
    .allow(null)
    .required()
    .description('The `from` of the next call if the period has more events; null otherwise.'),
  ...dryRunFields,
})
  .id('WebhookReplay')
  .description('The result of a replay.');
