import Joi from 'joi';
import type { EventType } from '#core/capabilities.ts';
import type { EventView } from '#core/events/event-view.ts';
import type { EventActor } from '#core/shared/domain-event.ts';
import { idOf, integer, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

export type ResourceOf<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;

/** The schemas of events by the resource that their type names: `product` for `product.created`. */
export type EventSchemas = Readonly<Partial<Record<ResourceOf<EventType>, Joi.Schema>>>;

/** An event of a resource with this schema. */
export const eventOf = (data: Joi.ObjectSchema): Joi.ObjectSchema<EventView> =>
  objectOf<EventView>({
    id: required(idOf('evt'), 'The id, the same in the API, in webhooks and in messages.'),
    object: required(Joi.string().valid('event'), 'The type of the resource.'),
    type: required(Joi.string(), 'The type of the event.', 'product.updated'),
    timestamp: required(timestamp(), 'When the event happened, under the name of Standard Webhooks.'),
    created_at: required(timestamp(), 'The same as `timestamp`.'),
    actor: objectOf<EventActor>({
      type: required(Joi.string().valid('user', 'api_key', 'system'), '`system`: the service itself.', 'api_key'),
      id: required(
        Joi.string().allow(null),
        'The id of the user or the API key; null for the service, and once the user was erased.',
        'key_01h455vb4pex5vsknk084sn02q',
      ),
    })
      .allow(null)
      .required()
      .description('Who caused the event; null for events from before actors were recorded.'),
    resource_id: required(Joi.string(), 'The id of the resource.', 'prod_01h455vb4pex5vsknk084sn02q'),
    sequence: required(integer(1), 'Numbers the events of the resource: an event with a lower number is older.', 1),
    data: required(data, 'The resource after the event.'),
    previous: required(Joi.object().unknown(), 'The previous values of the changed fields.', { price: 19.99 }),
  });

/** The schema of a resource with a personal field, which is null in the events of an erased user. */
export const erasable = (resource: Joi.ObjectSchema, field: string, id: string): Joi.ObjectSchema =>
  resource.keys({ [field]: resource.extract(field).allow(null).required() }).id(id);
