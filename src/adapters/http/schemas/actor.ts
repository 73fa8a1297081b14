import Joi from 'joi';
import { idOf } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

type TimelineActor = Readonly<{ kind: string; user_id: string | null; credential_id: string | null }>;

/** The actor of a timeline entry; `example` is the example of its `kind`. */
export const timelineActor = (example: 'api_key' | 'session'): Joi.ObjectSchema<TimelineActor> =>
  objectOf<TimelineActor>({
    kind: required(
      Joi.string(),
      '`api_key`, `publishable_key`, `session`, or `system` for the service itself.',
      example,
    ),
    user_id: required(idOf('usr').allow(null), 'The account of the actor.'),
    credential_id: required(Joi.string().allow(null), 'The API key or session of the actor.'),
  })
    .allow(null)
    .required()
    .description('Who did it. Only staff see it: null in responses to the buyer.');
