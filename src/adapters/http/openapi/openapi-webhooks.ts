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

/** A resource with a personal field, which is null in events of an erased user. */
const erasable = (resource: Joi.ObjectSchema, field: string, id: string): Joi.ObjectSchema =>
  resource.keys({ [field]: resource.extract(field).allow(null).required() }).id(id);

type ResourceOf<T> = T extends `${infer Resource}.${string}` ? Resource : never;

/** The schema of each resource's events. An event type of a resource without a schema does not compile. */
const EVENT_SCHEMAS: Readonly<Record<ResourceOf<EventType>, Joi.Schema>> = {
  product: eventOf(productSchema).id('ProductEvent').description('An event of a product.'),
  user: eventOf(erasable(userSchema, 'email', 'UserOfEvent'))
    .id('UserEvent')
    .description('An event of a user.'),
  order: eventOf(orderSchema).id('OrderEvent').description('An event of an order.'),
  payment: eventOf(paymentSchema).id('PaymentEvent').description('An event of a payment.'),
  api_key: eventOf(erasable(apiKeySchema, 'name', 'ApiKeyOfEvent'))
    .id('ApiKeyEvent')
    .description('An event of an API key.'),
  webhook: eventOf(webhookSchema).id('WebhookEvent').description('An event of a webhook.'),
};

const HEADERS: readonly Readonly<{ name: string; description: string; schema: JsonSchema }>[] = [
  {
    name: 'webhook-id',
    description: 'The id of the event, the same for every attempt. Use it to detect duplicates.',
    schema: { type: 'string', pattern: `^evt_${ID_SUFFIX}$` },
  },
  {
    name: 'webhook-timestamp',
    description: 'The time of the attempt as a Unix timestamp in seconds.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'Signatures of all active secrets, separated by spaces. Each is `v1,` and the base64 HMAC-SHA256 of ' +
      '`{webhook-id}.{webhook-timestamp}.{body}`.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-sequence',
    description: 'Numbers the deliveries to the webhook: 1, 2, 3, … A missing number is still pending or was given up.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
];

/** The webhook of each event type. */
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
  summary: `Receive ${type}`,
  description: 'An event, signed according to Standard Webhooks. It may be delivered more than once.',
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
    200: {
      description:
        'The event was received. After any status outside 2xx, and after 15 seconds, the delivery is retried.',
    },
    410: { description: 'The webhook does not exist any more: it is disabled.' },
    429: { description: 'Too many requests: the delivery is retried after `Retry-After`.' },
  },
});
