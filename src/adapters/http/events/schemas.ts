import Joi from 'joi';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { eventList } from '#core/events/event-list.ts';
import { parameterSchema, querySchema } from '../lists/query-schema.ts';
import { valueSchema } from '../lists/value-schema.ts';
import { idOf, listOf, timestamp } from '../schemas/fields.ts';

const { type } = eventList.filters;

/** An event type, or a pattern that covers several. */
export const eventPattern = (): Joi.Schema => valueSchema(type.format).example(type.example);

/** An event whose resource is of a schema. */
export const eventOf = (data: Joi.Schema): Joi.ObjectSchema =>
  Joi.object({
    id: idOf('evt').required().description('The id, for good; the same wherever the event is told.'),
    object: Joi.string().valid('event').required().description('The type of the resource.'),
    type: Joi.string().required().description('What happened.').example('product.updated'),
    created_at: timestamp().required().description('When it happened.'),
    resource_id: Joi.string().required().description('What it happened to.').example('prod_01h455vb4pex5vsknk084sn02q'),
    sequence: Joi.number()
      .integer()
      .min(1)
      .required()
      .description('Counts the events of the resource, so that what is older than what one has can be told.')
      .example(1),
    data: data.required().description('The resource as it was then.'),
    previous: Joi.object()
      .unknown()
      .required()
      .description('The changed fields’ old values.')
      .example({ price: 19.99 }),
  });

export const event = eventOf(Joi.object().unknown().example({ id: 'prod_01h455vb4pex5vsknk084sn02q' }))
  .id('Event')
  .description(`Something that happened to a resource. Events are kept for ${EVENT_RETENTION_DAYS} days.`);

export const eventPage = listOf('EventList', event);

export const eventListQuery = querySchema(eventList);

export const eventStreamQuery = Joi.object<Readonly<{ type?: readonly string[] }>>({
  type: parameterSchema(type)?.description(type.description),
});

export const uniquePatterns = (): Joi.ArraySchema => Joi.array().items(eventPattern()).min(1).max(50).unique();
