import type Joi from 'joi';
import { EVENT_TYPES } from '#core/events/event-types.ts';
import type { EventSchemas, ResourceOf } from '../schemas/event.ts';
import { idOf } from '../schemas/fields.ts';
import { type Components, share } from './components.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

const HEADERS: readonly Readonly<{ name: string; description: string; schema: JsonSchema }>[] = [
  {
    name: 'webhook-id',
    description: 'The id of the event, the same for every attempt. Use it to detect duplicates.',
    schema: toJsonSchema(idOf('evt'), {}, 'parameters'),
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

/** The webhook of each event type. @throws Error if the events of a resource have no schema. */
export const webhookOperations = (
  eventSchemas: readonly EventSchemas[],
  components: Components,
): Record<string, object> => {
  const byResource: EventSchemas = Object.assign({}, ...eventSchemas);
  return Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const event = byResource[type.slice(0, type.indexOf('.')) as ResourceOf<typeof type>];
      if (event === undefined) throw new Error(`The event type ${type} has no schema in HTTP.eventSchemas.`);
      return [type, { post: operation(type, event, components) }];
    }),
  );
};

const operation = (type: string, event: Joi.Schema, components: Components): object => ({
  operationId: `on_${type.replace('.', '_')}`,
  tags: ['Webhooks'],
  summary: `Receive ${type}`,
  description: 'Signed, and delivered at least once.',
  security: [],
  parameters: HEADERS.map((header) =>
    share(components, 'parameters', header.name, { ...header, in: 'header', required: true }),
  ),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: toJsonSchema(event, components.schemas, 'response'),
      },
    },
  },
  responses: Object.fromEntries(
    Object.entries(RESPONSES).map(([status, { name, description }]) => [
      status,
      share(components, 'responses', name, { description }),
    ]),
  ),
});

const RESPONSES: Readonly<Record<number, Readonly<{ name: string; description: string }>>> = {
  200: {
    name: 'EventReceived',
    description: 'The event was received. After any status outside 2xx, and after 15 seconds, the delivery is retried.',
  },
  410: { name: 'WebhookGone', description: 'The webhook does not exist any more: it is disabled.' },
  429: {
    name: 'TooManyDeliveries',
    description: 'Too many requests: the delivery is retried after `Retry-After`.',
  },
};
