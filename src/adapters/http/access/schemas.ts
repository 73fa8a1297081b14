import { isIP } from 'node:net';
import Joi from 'joi';
import { newestFirstList } from '#core/shared/list.ts';
import { querySchema } from '../lists/query-schema.ts';
import {
  dryRunFields,
  idOf,
  line,
  listOf,
  resourceFields,
  text,
  time,
  timestamp,
  versionFields,
} from '../schemas/fields.ts';
import { scopes, userSchema } from '../users/schemas.ts';

export const signInInput = Joi.object({
  email: text(1, 320)
    .required()
    .description('The e-mail of the account; its case does not matter.')
    .example('owner@example.com'),
  password: text(1, 128).required().description('The password.').example('correct horse battery staple'),
})
  .id('SignInInput')
  .description('Who signs in.');

export const session = Joi.object({
  ...resourceFields('session', 'ses'),
  token: Joi.string()
    .required()
    .description('Send it as `Authorization: Bearer`; shown this once.')
    .example('cps_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
  token_type: Joi.string().valid('Bearer').required().description('How to send it.'),
  expires_at: timestamp().required().description('When it ends by itself.'),
  created_at: timestamp().required().description('When it began.'),
  updated_at: timestamp().required().description('The same: a session is never changed.'),
  user: userSchema.required(),
  ...dryRunFields,
})
  .id('Session')
  .description("A person's signed-in time on one device.");

const shownSession = Joi.object({
  ...resourceFields('session', 'ses'),
  user_id: idOf('usr').required().description('Who is signed in.'),
  current: Joi.boolean().required().description('Whether the request is made with it.').example(true),
  expires_at: timestamp().required().description('When it ends by itself.'),
  created_at: timestamp().required().description('When it began.'),
  updated_at: timestamp().required().description('The same: a session is never changed.'),
})
  .id('ShownSession')
  .description('A session; never its token.');

export const sessionList = listOf('SessionList', shownSession);

export const sessionListQuery = querySchema(newestFirstList);

const allowedIps = (): Joi.ArraySchema =>
  Joi.array()
    .items(
      Joi.string()
        .ip({ version: ['ipv4', 'ipv6'], cidr: 'optional' })
        // Joi lets zeros lead, by which some mean octal numbers
        .custom((range: string, helpers) =>
          isIP(range.split('/', 1)[0] ?? '') === 0 ? helpers.error('string.ip') : range,
        ),
    )
    .unique()
    .min(1)
    .max(50)
    .example(['203.0.113.0/24', '2001:db8::1']);

const apiKeyFields = {
  ...resourceFields('api_key', 'key'),
  user_id: idOf('usr').required().description('Whose permissions bound those of the key.'),
  name: line(100).required().description('What it is for.').example('Storefront'),
  prefix: Joi.string().required().description('How the key begins, to tell keys apart.').example('cpk_6R3zK0mN'),
  scopes: scopes().required().description('What it may do; never more than its user.'),
  allowed_ips: allowedIps()
    .allow(null)
    .required()
    .description('Addresses and CIDR blocks that it may be used from; null for anywhere.'),
  last_used_at: timestamp().allow(null).required().description('When it was last used, to the minute.'),
  expires_at: timestamp().allow(null).required().description('When it ends by itself.'),
  revoked_at: timestamp().allow(null).required().description('When it was revoked.'),
  ...versionFields,
};

export const apiKey = Joi.object(apiKeyFields)
  .id('ApiKey')
  .description('A key that programs call with; never the key itself.');

export const issuedKey = Joi.object({
  ...apiKeyFields,
  key: Joi.string()
    .required()
    .description('The key itself, shown this once: send it as `Authorization: Bearer`.')
    .example('cpk_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
  ...dryRunFields,
})
  .id('IssuedApiKey')
  .description('A new key.');

export const apiKeyList = listOf('ApiKeyList', apiKey);

export const apiKeyInput = Joi.object({
  name: line(100).required().description('What it is for.').example('Storefront'),
  scopes: scopes().description('What it may do; all that the caller may if left out.'),
  expires_at: time()
    .allow(null)
    .description('When it ends by itself; never if left out, or when the key ends that it is made with.')
    .example('2030-01-01T00:00:00.000Z'),
  allowed_ips: allowedIps()
    .allow(null)
    .description(
      'Addresses and CIDR blocks that it may be used from, at most 50; if left out, those of the key that it is made with, or anywhere.',
    ),
})
  .id('ApiKeyInput')
  .description('The key to make.');

export const rotateInput = Joi.object({
  overlap_seconds: Joi.number()
    .integer()
    .min(0)
    .max(604_800)
    .default(86_400)
    .description('How long the old key goes on working; a day if left out.')
    .example(3600),
})
  .id('RotateInput')
  .description('How to rotate.');

export const keyListQuery = querySchema(newestFirstList);

export const caller = Joi.object({
  object: Joi.string().valid('caller').required().description('The type of the answer.'),
  kind: Joi.string()
    .valid('api_key', 'session')
    .required()
    .description('What the call was made with.')
    .example('api_key'),
  user: userSchema.required(),
  key: apiKey.allow(null).required(),
  scopes: scopes().required().description('What the caller may do now.'),
  expires_at: timestamp().allow(null).required().description('When the key or session ends by itself.'),
})
  .id('Caller')
  .description('Who is calling.');
