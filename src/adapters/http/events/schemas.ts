import Joi from 'joi';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import { eventList } from '#core/events/event-view.ts';
import { parameterSchema } from '../lists/query-schema.ts';
import { eventOf } from '../schemas/event.ts';
import { pageOf } from '../schemas/fields.ts';

export const eventSchema = eventOf(Joi.object().unknown().example({ id: 'prod_01h455vb4pex5vsknk084sn02q' }))
  .id('Event')
  .description(`An event of a resource. Events are stored for ${EVENT_RETENTION_DAYS} days.`);

export const eventPage = pageOf('EventList', eventSchema);

export const eventStreamQuery = Joi.object<Readonly<{ type?: readonly string[] }>>({
  type: parameterSchema(eventList.filters.type),
});
