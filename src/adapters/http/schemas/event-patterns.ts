import Joi from 'joi';
import { eventList } from '#core/events/event-view.ts';
import { valueSchema } from '../lists/value-schema.ts';

const { type } = eventList.filters;

/** An event type, or a pattern that matches several. */
const eventPattern = (): Joi.Schema => valueSchema(type.format).example(type.example).id('EventPattern');

export const eventPatterns = (): Joi.ArraySchema => Joi.array().items(eventPattern()).min(1).max(50).unique();
