import Joi from 'joi';
import { idOf } from './fields.ts';
import { objectOf } from './object-of.ts';

type TimelineActor = Readonly<{ kind: string; user_id: string | null; credential_id: string | null }>;

/** The actor of a timeline entry; `example` is the example of its `kind`. */
export const timelineActor = (example: 'api_key' | 'session'): Joi.ObjectSchema<TimelineActor> =>
  objectOf<TimelineActor>({
    kind: Joi.string()
      .required()
      .description('`api_key`, `publishable_key`, `session`, or `system` for the service itself.')
      .example(example),
    user_id: idOf('usr').allow(null).required().description('The account of the actor.'),
    credential_id: Joi.string().allow(null).required().description('The API key or session of the actor.'),
  })
    .allow(null)
    .required()
    .description('Who did it. Only staff see it: null in responses to the buyer.');
