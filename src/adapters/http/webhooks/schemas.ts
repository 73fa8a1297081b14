import Joi from 'joi';
import type { UserId } from '#core/users/user.ts';
import type { EndpointFields } from '#core/webhooks/webhook-endpoint.ts';
import type { ShownEndpointView, WebhookEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { type ConfirmationInput, confirmationFields } from '../schemas/current-password.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { eventPatterns } from '../schemas/event-patterns.ts';
import { idOf, integer, line, pageOf, resourceFields, versionFields } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

/** Why a URL is not an allowed target; undefined if it is. */
export type UrlError = (url: string) => string | undefined;

const url = (urlError: UrlError): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, helpers) => {
      const message = urlError(value);
      return message === undefined ? value : helpers.error('url.forbidden', { message });
    })
    .meta({ format: 'uri', minLength: 1, maxLength: 2048 })
    .description('The target: a public https URL without user info.')
    .example('https://shop.example/hooks');

const fields = {
  events: eventPatterns().description(
    'The event types to send, such as `user.created`; `payment.*` for all types of a resource; `*` for all types.',
  ),
  ordering: Joi.string()
    .valid('none', 'resource')
    .description(
      '`resource`: an event waits until the previous event of its resource was delivered or given up. A change applies ' +
        'to later events.',
    )
    .example('none'),
  description: line(255).allow(null).description('The purpose.').example('Fulfilment'),
  enabled: Joi.boolean().description(
    'Whether events are sent. Disabling gives up all pending deliveries; `replay` sends the events again.',
  ),
};

export const webhookInput = (urlError: UrlError) =>
  objectOf<EndpointFields & ConfirmationInput>({
    url: url(urlError).required(),
    events: fields.events.required().example(['payment.*', 'user.created']),
    ordering: fields.ordering.default('none'),
    description: fields.description.default(null),
    enabled: fields.enabled.default(true),
    ...confirmationFields(),
  })
    .id('WebhookInput')
    .description('A new webhook.');

export const webhookPatch = (urlError: UrlError) =>
  objectOf<Partial<EndpointFields> & Readonly<{ owner_id?: UserId }> & ConfirmationInput>({
    ...fields,
    owner_id: idOf('usr').description('The user whom the webhook is transferred to.'),
    url: url(urlError),
    events: fields.events.example(['order.*']),
    enabled: fields.enabled.example(true),
    ...confirmationFields(),
  })
    .id('WebhookPatch')
    .description('The fields to change; omitted fields stay.');

export const rotateSecretInput = objectOf<Readonly<{ overlap_seconds: number }> & ConfirmationInput>({
  overlap_seconds: integer(0)
    .max(604_800)
    .default(86_400)
    .description('How many seconds the old secret signs too.')
    .example(86_400),
  ...confirmationFields(),
})
  .id('RotateSecretInput')
  .description('The rotation of a secret.');

const responseFields = {
  ...resourceFields('webhook', 'wh'),
  owner_id: required(
    idOf('usr').allow(null),
    'The user whom it belongs to: it receives the events that this user may read. Null once erased.',
  ),
  url: required(Joi.string(), 'The target URL.', 'https://shop.example/hooks'),
  events: required(
    Joi.array().items(Joi.string()),
    'The event types to send. In the response to a dry run: the types of the events it would emit.',
    ['payment.*'],
  ),
  ordering: fields.ordering.required(),
  description: required(Joi.string().allow(null), 'The purpose.'),
  enabled: required(Joi.boolean(), 'Whether events are sent.', true),
  disabled_reason: required(
    Joi.string().valid('requested', 'gone', 'failing', 'owner_disabled', 'session_ended', 'key_revoked').allow(null),
    '`requested`: by a request; `gone`: after the response 410; `failing`: after failing for five days; ' +
      '`owner_disabled`: with its owner; `session_ended`: with the session that set it up, which was ended by force; ' +
      '`key_revoked`: with the key that set it up.',
  ),
  ...versionFields,
};

type WebhookResponse = WebhookEndpointView & DryRunResult;

export const webhookSchema = objectOf<WebhookResponse>({ ...responseFields, ...dryRunFields })
  .id('Webhook')
  .description('A webhook endpoint.');

export const issuedWebhookSchema = objectOf<WebhookResponse & Readonly<{ secret?: string }>>({
  ...responseFields,
  secret: Joi.string()
    .description('The secret that verifies signatures (Standard Webhooks), shown only once, and not in a dry run.')
    .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  ...dryRunFields,
})
  .id('IssuedWebhook')
  .description('A webhook endpoint with its secret.');

export const shownWebhookSchema = objectOf<ShownEndpointView>({
  ...responseFields,
  success_rate: required(
    Joi.number().min(0).max(1).allow(null),
    'The part of the last 100 deliveries to have ended that succeeded; null before the first has ended. Only reads show it.',
    0.98,
  ),
})
  .id('ShownWebhook')
  .description('A webhook endpoint, with how its deliveries go.');

export const webhookPage = pageOf('WebhookList', shownWebhookSchema);

export const webhookEvents: EventSchemas = {
  webhook: eventOf(webhookSchema).id('WebhookEvent').description('An event of a webhook.'),
};
