import Joi from 'joi';
import { SCOPES } from '#core/access/scope.ts';
import {
  dryRunFields,
  dryRunQuery,
  idOf,
  label,
  listOf,
  pageQuery,
  resourceFields,
  text,
  time,
  timestamp,
  versionFields,
} from './schemas.ts';

const scopes = (): Joi.ArraySchema =>
  Joi.array()
    .items(Joi.string().valid(...SCOPES))
    .unique()
    .max(SCOPES.length)
    .example(['products:read', 'products:write']);

export const signInInput = Joi.object({
  email: text(1, 320)
    .required()
    .description('The e-mail of the account; its case does not matter.')
    .example('owner@example.com'),
  password: text(1, 128).required().description('The password.').example('correct horse battery staple'),
})
  .id('SignInInput')
  .description('Who signs in.');

const user = Joi.object({
  ...resourceFields('user', 'usr'),
  email: Joi.string().required().description('The e-mail, unique but for its case.').example('owner@example.com'),
  name: Joi.string().allow(null).required().description('The name.').example('Ada'),
  role: Joi.string()
    .valid('owner', 'admin', 'staff', 'analyst', 'customer')
    .required()
    .description('What the person is to the shop.')
    .example('owner'),
  permissions: scopes().required().description("Scopes beside the role's.").example([]),
  status: Joi.string()
    .valid('active', 'disabled')
    .required()
    .description('Whether they can sign in.')
    .example('active'),
  ...versionFields,
})
  .id('User')
  .description('A person with an account.');

export const session = Joi.object({
  ...resourceFields('session', 'ses'),
  token: Joi.string()
    .required()
    .description('Send it as `Authorization: Bearer`; shown this once.')
    .example('cps_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C'),
  token_type: Joi.string().valid('Bearer').required().description('How to send it.'),
  expires_at: timestamp().required().description('When it ends by itself.'),
  created_at: timestamp().required().description('When it began.'),
  user: user.required(),
  ...dryRunFields,
})
  .id('Session')
  .description("A person's signed-in time on one device.");

const apiKeyFields = {
  ...resourceFields('api_key', 'key'),
  user_id: idOf('usr').required().description('Whose permissions bound those of the key.'),
  name: label(100).required().description('What it is for.').example('Storefront'),
  prefix: Joi.string().required().description('How the key begins, to tell keys apart.').example('cpk_6R3zK0mN'),
  scopes: scopes().required().description('What it may do; never more than its user.'),
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
  name: label(100).required().description('What it is for.').example('Storefront'),
  scopes: scopes().description('What it may do; all that the caller may if left out.'),
  expires_at: time()
    .allow(null)
    .description('When it ends by itself; never if left out.')
    .example('2030-01-01T00:00:00.000Z'),
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

export const keyListQuery = Joi.object(pageQuery);

export const writeQuery = Joi.object(dryRunQuery);

export const caller = Joi.object({
  object: Joi.string().valid('caller').required().description('The type of the answer.'),
  kind: Joi.string()
    .valid('api_key', 'session')
    .required()
    .description('What the call was made with.')
    .example('api_key'),
  user: user.required(),
  key: apiKey.allow(null).required(),
  scopes: scopes().required().description('What the caller may do now.'),
  expires_at: timestamp().allow(null).required().description('When the key or session ends by itself.'),
})
  .id('Caller')
  .description('Who is calling.');
