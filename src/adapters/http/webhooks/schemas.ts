import Joi from 'joi';
import { newestFirstList } from '#core/shared/list.ts';
import { ATTEMPT_ERRORS, DELIVERY_STATUSES } from '#core/webhooks/delivery.ts';
import { deliveryList } from '#core/webhooks/delivery-list.ts';
import { eventPattern, uniquePatterns } from '../events/schemas.ts';
import { querySchema } from '../lists/query-schema.ts';
import { dryRunFields, idOf, line, listOf, resourceFields, time, timestamp, versionFields } from '../schemas/fields.ts';

/** Tells why events may not be sent to a URL, as far as it says itself. */
export type UrlError = (url: string) => string | undefined;

const url = (urlError: UrlError) =>
  Joi.string()
    .custom((value: string, helpers) => {
      const fault = urlError(value);
      return fault === undefined ? value : helpers.error('url.forbidden', { fault });
    })
    .meta({ minLength: 1, maxLength: 2048 })
    .description('Where events are sent to: an https URL that is reachable from everywhere, without user info.')
    .example('https://shop.example/hooks');

const events = () =>
  uniquePatterns().description('What is sent: types such as `user.created`, `payment.*` for all of payments, or `*`.');

const ordering = () =>
  Joi.string()
    .valid('none', 'resource')
    .description(
      'With `resource`, the next event of a resource waits until the one before it was received or given up. A change ' +
        'is for the events after it.',
    )
    .example('none');

const description = () => line(255).allow(null).description('What it is for.').example('Fulfilment');

const enabled = () =>
  Joi.boolean().description(
    'Whether it is sent anything. What was on its way when it was disabled is given up; `replay` sends it again.',
  );

export const webhookInput = (urlError: UrlError): Joi.ObjectSchema =>
  Joi.object({
    url: url(urlError).required(),
    events: events().required().example(['payment.*', 'user.created']),
    ordering: ordering().default('none'),
    description: description().default(null),
    enabled: enabled().default(true),
  })
    .id('WebhookInput')
    .description('Where events are to be sent to.');

export const webhookPatch = (urlError: UrlError): Joi.ObjectSchema =>
  Joi.object({
    url: url(urlError),
    events: events().example(['order.*']),
    ordering: ordering(),
    description: description(),
    enabled: enabled().example(true),
  })
    .id('WebhookPatch')
    .description('What is to be different.');

export const rotateSecretInput = Joi.object({
  overlap_seconds: Joi.number()
    .integer()
    .min(0)
    .max(604_800)
    .default(86_400)
    .description('How long the secret that was used so far signs too.')
    .example(86_400),
})
  .id('RotateSecretInput')
  .description('How a secret is replaced.');

const status = () => Joi.string().valid(...DELIVERY_STATUSES);

export const replayInput = Joi.object({
  from: time().required().description('Events from this time on.').example('2026-11-20T00:00:00.000Z'),
  to: time().description('Events up to this time; up to now if left out.').example('2026-11-21T00:00:00.000Z'),
  types: Joi.array()
    .items(eventPattern())
    .min(1)
    .max(50)
    .unique()
    .description('Of what the webhook asks for, these alone.')
    .example(['payment.*']),
  status: status()
    .description('Those alone whose delivery stands like this; if left out, all, and what was never sent, too.')
    .example('failed'),
})
  .id('ReplayInput')
  .description('Which events are to be sent again.');

const shown = {
  ...resourceFields('webhook', 'wh'),
  url: Joi.string().required().description('Where events are sent to.').example('https://shop.example/hooks'),
  events: Joi.array()
    .items(Joi.string())
    .required()
    .description('What is sent; in the answer to a dry run, the types of events that it would have emitted.')
    .example(['payment.*']),
  ordering: ordering().required(),
  description: Joi.string().allow(null).required().description('What it is for.'),
  enabled: Joi.boolean().required().description('Whether it is sent anything.').example(true),
  disabled_reason: Joi.string()
    .valid('requested', 'gone', 'failing')
    .allow(null)
    .required()
    .description('Why it is sent nothing: somebody said so, it answered 410, or it failed for five days.'),
  ...versionFields,
};

// a dry run says by `events` what it would emit, which is the name of what a webhook is sent
const { dry_run } = dryRunFields;
const dryRunResult = { dry_run };

export const webhook = Joi.object({ ...dryRunResult, ...shown })
  .id('Webhook')
  .description('Where events are sent to.');

export const issuedWebhook = Joi.object({
  ...shown,
  secret: Joi.string()
    .required()
    .description('What verifies the signatures of what is sent, as Standard Webhooks says; shown this once.')
    .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  ...dryRunResult,
})
  .id('IssuedWebhook')
  .description('A webhook with its secret.');

export const webhookList = listOf('WebhookList', Joi.object(shown).id('ShownWebhook').description('A webhook.'));

export const webhookListQuery = querySchema(newestFirstList);

const attemptFields = {
  at: timestamp().required().description('When it was tried.'),
  status: Joi.string().valid('succeeded', 'failed').required().description('Whether the event was received.'),
  duration_ms: Joi.number().integer().min(0).required().description('How long it took.').example(42),
  response_code: Joi.number().integer().allow(null).required().description('The answer’s status.').example(200),
  response_body: Joi.string().allow('', null).required().description('The answer’s first 1 KiB.').example('ok'),
  error: Joi.string()
    .valid(...ATTEMPT_ERRORS)
    .allow(null)
    .required()
    .description('Why there was no answer.'),
};

export const webhookTest = Joi.object({
  object: Joi.string().valid('webhook_test').required().description('The type of the answer.'),
  webhook_id: idOf('wh').required().description('What was tested.'),
  event_id: idOf('evt').required().description('The id of what was sent; it is no event of the log.'),
  ...attemptFields,
})
  .id('WebhookTest')
  .description('What came back of a test.');

export const delivery = Joi.object({
  ...resourceFields('webhook_delivery', 'dlv'),
  webhook_id: idOf('wh').required().description('Where it is sent to.'),
  event_id: idOf('evt').required().description('What is sent; `webhook-id` names it at every attempt.'),
  event_type: Joi.string().required().description('The type of the event.').example('order.paid'),
  resource_id: Joi.string().required().description('What the event is of.').example('ord_01h455vb4pex5vsknk084sn02q'),
  sequence: Joi.number()
    .integer()
    .min(1)
    .required()
    .description('Numbers what is sent to the webhook, as `webhook-sequence` says.')
    .example(7),
  status: status().required().description('On its way, received, or given up.'),
  next_attempt_at: timestamp()
    .allow(null)
    .required()
    .description('When it is tried next; null if it is not, or waits for an earlier one of its resource.'),
  attempts: Joi.array()
    .items(Joi.object(attemptFields).id('DeliveryAttempt').description('One try.'))
    .required()
    .description('The latest attempts, the oldest of them first.'),
  created_at: timestamp().required().description('When it was made.'),
  updated_at: timestamp().required().description('When it last changed.'),
  ...dryRunFields,
})
  .id('WebhookDelivery')
  .description('An event on its way to a webhook. Deliveries that have ended are kept for 30 days.');

export const deliveryPage = listOf('WebhookDeliveryList', delivery);

export const deliveryListQuery = querySchema(deliveryList);

export const replay = Joi.object({
  object: Joi.string().valid('webhook_replay').required().description('The type of the answer.'),
  webhook_id: idOf('wh').required().description('Where events are sent again.'),
  count: Joi.number().integer().min(0).required().description('How many will be.').example(42),
  next_from: timestamp()
    .allow(null)
    .required()
    .description('Where to go on, if there is more than one call takes; null if that was all.'),
  ...dryRunFields,
})
  .id('WebhookReplay')
  .description('What a replay comes to.');
