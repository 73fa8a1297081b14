import Joi from 'joi';
import type { SessionView } from '#core/access/session.ts';
import { MAX_USER_AGENT_LENGTH } from '#core/access/session.ts';
import { idOf, pageOf, resourceFields, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';

export const sessionFields = {
  ...resourceFields('session', 'ses'),
  user_agent: Joi.string()
    .max(MAX_USER_AGENT_LENGTH)
    .allow(null)
    .required()
    .description('The beginning of the `User-Agent` that signed in, by which a person recognizes a device.')
    .example('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  ip: Joi.string()
    .allow(null)
    .required()
    .description('The address that signed in; null if a proxy forwards none.')
    .example('203.0.113.7'),
  expires_at: timestamp().required().description('When the session expires.'),
  created_at: timestamp().required().description('When the user signed in.'),
  updated_at: timestamp().required().description('The same as `created_at`: a session never changes.'),
};

const sessionSchema = objectOf<SessionView>({
  ...sessionFields,
  user_id: idOf('usr').required().description('The user.'),
  current: Joi.boolean().required().description('Whether the request is made with this session.').example(true),
})
  .id('ShownSession')
  .description('A session without its token.');

export const sessionPage = pageOf('SessionList', sessionSchema);
