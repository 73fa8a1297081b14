import Joi from 'joi';
import type { EventType } from '#core/capabilities.ts';
import type { EventView } from '#core/events/event-view.ts';
import type { EventActor } from '#core/shared/domain-event.ts';
import { idOf, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';

export type ResourceOf<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;

/** The schemas of events by the resource that their type names: `product` for `product.created`. */
export type EventSchemas = Readonly<Partial<Record<ResourceOf<EventType>, Joi.Schema>>>;

/** An event of a resource with this schema. */
export const eventOf = (data: Joi.ObjectSchema): Joi.ObjectSchema<EventView> =>
  objectOf<EventView>({
    id: idOf('evt').required().description('The id, the same in the API, in webhooks and in messages.'),
    object: Joi.string().valid('event').required().description('The type of the resource.'),
    type: Joi.string().required().description('The type of the event.').example('product.updated'),
    timestamp: timestamp().required().description('When the event happened, under the name of Standard Webhooks.'),
    created_at: timestamp().required().description('The same as `timestamp`.'),
    actor: objectOf<EventActor>({
      type: Joi.string()
        .valid('user', 'api_key', 'system')
        .required()
        .description('`system`: the service itself.')
        .example('api_key'),
      id: Joi.string()
        .allow(null)
        .required()
        .description('The id of the user or the API key; null for the service, and once the user was erased.')
        .example('key_01h455vb4pex5vsknk084sn02q'),
    })
      .allow(null)
      .required()
      .description('Who caused the event; null for events from before actors were recorded.'),
    resource_id: Joi.string()
      .required()
      .description('The id of the resource.')
      .example('prod_01h455vb4pex5vsknk084sn02q'),
    sequence: Joi.number()
      .integer()
      .min(1)
      .required()
      .description('Numbers the events of the resource: an event with a lower number is older.')
      .example(1),
    data: data.required().description('The resource after the event.'),
    previous: Joi.object()
      .unknown()
      .required()
      .description('The previous values of the changed fields.')
      .example({ price: 19.99 }),
  });

/** The schema of a resource with a personal field, which is null in the events of an erased user. */
export const erasable = (resource: Joi.ObjectSchema, field: string, id: string): Joi.ObjectSchema =>
  resource.keys({ [field]: resource.extract(field).allow(null).required() }).id(id);
