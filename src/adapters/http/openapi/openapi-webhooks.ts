import type Joi from 'joi';
import type { EventType } from '#core/capabilities.ts';
import { EVENT_TYPES } from '#core/events/event-types.ts';
import { ID_SUFFIX } from '#core/shared/id.ts';
import { apiKeySchema } from '../access/schemas.ts';
import { productSchema } from '../catalog/schemas.ts';
import { eventOf } from '../events/schemas.ts';
import { orderSchema } from '../orders/schemas.ts';
import { paymentSchema } from '../payments/schemas.ts';
import { userSchema } from '../schemas/user.ts';
import { webhookSchema } from '../webhooks/schemas.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** A resource in which a field says nothing once a person was erased. */
const erasable = (resource: Joi.ObjectSchema, field: string, id: string): Joi.ObjectSchema =>
  resource.keys({ [field]: resource.extract(field).allow(null).required() }).id(id);

type ResourceOf<T> = T extends `${infer Resource}.${string}` ? Resource : never;

/** The schema of a resource's events. A new type of event whose resource has none does not compile. */
const EVENT_SCHEMAS: Readonly<Record<ResourceOf<EventType>, Joi.Schema>> = {
  product: eventOf(productSchema).id('ProductEvent').description('What happened to a product.'),
  user: eventOf(erasable(userSchema, 'email', 'UserOfEvent'))
    .id('UserEvent')
    .description('What happened to a user.'),
  order: eventOf(orderSchema).id('OrderEvent').description('What happened to an order.'),
  payment: eventOf(paymentSchema).id('PaymentEvent').description('What happened to a payment.'),
  api_key: eventOf(erasable(apiKeySchema, 'name', 'ApiKeyOfEvent'))
    .id('ApiKeyEvent')
    .description('What happened to an API key.'),
  webhook: eventOf(webhookSchema).id('WebhookEvent').description('What happened to a webhook.'),
};

const HEADERS: readonly Readonly<{ name: string; description: string; schema: JsonSchema }>[] = [
  {
    name: 'webhook-id',
    description: 'The id of the event, the same at every attempt: what was received twice is told by it.',
    schema: { type: 'string', pattern: `^evt_${ID_SUFFIX}$` },
  },
  {
    name: 'webhook-timestamp',
    description: 'When it was sent, in seconds since 1970.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'A signature by each secret that is in use, separated by spaces: `v1,` and the HMAC-SHA256 of id, timestamp and ' +
      'body, joined by dots, in base 64.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-sequence',
    description:
      'Numbers what is sent to the webhook: 1, 2, 3, … A number that is missing is still on its way, or was given up.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
];

/** What webhooks are sent, type by type. */
export const webhookOperations = (schemas: Record<string, JsonSchema>): object =>
  Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const resource = type.slice(0, type.indexOf('.')) as ResourceOf<EventType>;
      return [type, { post: operation(type, EVENT_SCHEMAS[resource], schemas) }];
    }),
  );

const operation = (type: string, event: Joi.Schema, schemas: Record<string, JsonSchema>): object => ({
  operationId: `on_${type.replace('.', '_')}`,
  tags: ['Webhooks'],
  summary: `Sent for ${type}`,
  description: 'An event, signed as Standard Webhooks says. It may be sent more than once.',
  security: [],
  parameters: HEADERS.map((header) => ({ ...header, in: 'header', required: true })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: toJsonSchema(event, schemas, 'output'),
      },
    },
  },
  responses: {
    200: { description: 'Received; any 2xx says so. All else, and what takes longer than 15 seconds, is tried again.' },
    410: { description: 'The webhook is gone: it is disabled.' },
    429: { description: 'Not now; `Retry-After` is honoured.' },
  },
});
