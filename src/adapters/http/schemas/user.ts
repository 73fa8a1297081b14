import Joi from 'joi';
import { ROLES, USER_STATUSES } from '#core/access/role.ts';
import type { UserView } from '#core/users/user-view.ts';
import { addressSchema } from './address.ts';
import { stringMap, timestamp } from './fields.ts';
import { resourceSchema } from './resource-schema.ts';
import { scopes } from './scopes.ts';

export const role = (): Joi.StringSchema =>
  Joi.string()
    .valid(...ROLES)
    .example('customer');

export const userStatus = (): Joi.StringSchema =>
  Joi.string()
    .valid(...USER_STATUSES)
    .example('active');

export const addresses = (item: Joi.ObjectSchema): Joi.ArraySchema =>
  Joi.array().items(item).max(20).description('At most 20 postal addresses.');

/** A user in a response. */
export const userSchema = resourceSchema<UserView>('user', 'usr', {
  email: Joi.string().required().description('The e-mail, unique regardless of case.').example('ada@example.com'),
  email_verified: Joi.boolean().required().description('Whether the user has verified the e-mail.').example(true),
  pending_email: Joi.string()
    .allow(null)
    .required()
    .description('The e-mail that replaces `email` once a token mailed to it is redeemed.')
    .example(null),
  name: Joi.string().allow(null).required().description('The name.').example('Ada Lovelace'),
  phone: Joi.string().allow(null).required().description('The phone number.').example('+351 912 345 678'),
  addresses: addresses(addressSchema).required(),
  metadata: stringMap()
    .required()
    .description('Data of your own. Customers change only the keys that they wrote; those of the shop stay.')
    .example({ newsletter: 'yes' }),
  role: role().required().description('The role, which grants scopes.'),
  permissions: scopes().required().description('Scopes in addition to those of the role.').example([]),
  status: userStatus().required().description('Whether the user can sign in.'),
  invited_at: timestamp()
    .allow(null)
    .required()
    .description('When the user was last invited to set a password; null once it is set.')
    .example(null),
})
  .id('User')
  .description('A person with an account.');
