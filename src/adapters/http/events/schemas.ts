import Joi from 'joi';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { eventList } from '#core/events/event-list.ts';
import type { EventView } from '#core/events/event-view.ts';
import { parameterSchema } from '../lists/query-schema.ts';
import { idOf, pageOf, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

/** An event of a resource with this schema. */
export const eventOf = (data: Joi.ObjectSchema): Joi.ObjectSchema<EventView> =>
  objectOf<EventView>({
    id: idOf('evt').required().description('The id, the same in the API, in webhooks and in messages.'),
    object: Joi.string().valid('event').required().description('The type of the resource.'),
    type: Joi.string().required().description('The type of the event.').example('product.updated'),
    created_at: timestamp().required().description('When the event happened.'),
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

export const eventSchema = eventOf(Joi.object().unknown().example({ id: 'prod_01h455vb4pex5vsknk084sn02q' }))
  .id('Event')
  .description(`An event of a resource. Events are stored for ${EVENT_RETENTION_DAYS} days.`);

export const eventPage = pageOf('EventList', eventSchema);

export const eventStreamQuery = Joi.object<Readonly<{ type?: readonly string[] }>>({
  type: parameterSchema(eventList.filters.type),
});
