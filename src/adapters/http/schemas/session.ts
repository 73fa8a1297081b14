import Joi from 'joi';
import { MAX_USER_AGENT_LENGTH, type SessionView } from '#core/access/session.ts';
import { idOf, pageOf, resourceFields, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

export const sessionFields = {
  ...resourceFields('session', 'ses'),
  user_agent: required(
    Joi.string().max(MAX_USER_AGENT_LENGTH).allow(null),
    'The beginning of the `User-Agent` that signed in, by which a person recognizes a device.',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ),
  ip: required(Joi.string().allow(null), 'The address that signed in; null if a proxy forwards none.', '203.0.113.7'),
  expires_at: required(timestamp(), 'When the session expires.'),
  created_at: required(timestamp(), 'When the user signed in.'),
  updated_at: required(timestamp(), 'The same as `created_at`: a session never changes.'),
};

const sessionSchema = objectOf<SessionView>({
  ...sessionFields,
  user_id: required(idOf('usr'), 'The user.'),
  current: required(Joi.boolean(), 'Whether the request is made with this session.', true),
})
  .id('ShownSession')
  .description('A session without its token.');

export const sessionPage = pageOf('SessionList', sessionSchema);
