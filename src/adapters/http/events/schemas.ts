import Joi from 'joi';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { EventPattern } from '#core/events/event-types.ts';
import { createdQuery, idOf, listOf, pageQuery, timestamp } from '../schemas/fields.ts';

const PATTERNS = new Set(EventPattern.all());

/** An event's type, or what stands for several. */
export const eventPattern = (): Joi.StringSchema =>
  Joi.string()
    .custom((value: string, helpers) =>
      PATTERNS.has(value)
        ? value
        : helpers.error('any.only', { fault: 'must be a type of event such as order.paid, or payment.*, or *' }),
    )
    .meta({ enum: [...PATTERNS] })
    .example('payment.*');

const types = Joi.array()
  .items(eventPattern())
  .single()
  .max(50)
  .description('Events of this type alone, or of these: `order.paid`, or `payment.*` for all of payments. Repeatable.');

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

export const eventList = listOf('EventList', event);

export const eventListQuery = Joi.object({ type: types, ...createdQuery, ...pageQuery });

export const eventStreamQuery = Joi.object({ type: types });

export const uniquePatterns = (): Joi.ArraySchema => Joi.array().items(eventPattern()).min(1).max(50).unique();
