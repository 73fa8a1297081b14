import Joi from 'joi';
import { ROLES, USER_STATUSES } from '#core/access/role.ts';
import { MAX_ADDRESSES } from '#core/shared/address.ts';
import type { Consent, Consents } from '#core/users/consents.ts';
import type { StaffUserView, UserView } from '#core/users/user-view.ts';
import { addressSchema } from './address.ts';
import { idOf, stringMap, timestamp } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';
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
  Joi.array().items(item).max(MAX_ADDRESSES).description(`At most ${MAX_ADDRESSES} postal addresses.`);

const consent = (what: string): Joi.ObjectSchema<Consent> =>
  objectOf<Consent>({
    granted: required(Joi.boolean(), 'Whether the user agrees; false after a withdrawal.', true),
    at: required(timestamp(), 'When the user said so.'),
    source: required(Joi.string(), 'Where the user said so.', 'account'),
  })
    .allow(null)
    .required()
    .description(`Whether the user agrees to ${what}; null if never asked.`);

/** A user in a response. */
export const userSchema = resourceSchema<UserView & Partial<StaffUserView>>('user', 'usr', {
  email: required(Joi.string(), 'The e-mail, unique regardless of case.', 'ada@example.com'),
  email_verified: required(Joi.boolean(), 'Whether the user has verified the e-mail.', true),
  pending_email: required(
    Joi.string().allow(null),
    'The e-mail that replaces `email` once a token mailed to it is redeemed.',
    null,
  ),
  name: required(Joi.string().allow(null), 'The name.', 'Ada Lovelace'),
  phone: required(Joi.string().allow(null), 'The phone number.', '+351 912 345 678'),
  addresses: addresses(addressSchema).required(),
  metadata: required(
    stringMap(),
    'Data of your own. Customers change only the keys that they wrote; those of the shop stay.',
    { newsletter: 'yes' },
  ),
  role: required(role(), 'The role, which grants scopes.'),
  permissions: required(scopes(), 'Scopes in addition to those of the role.').example([]),
  status: required(userStatus(), 'Whether the user can sign in.'),
  tax_id: required(Joi.string().allow(null), 'The tax id of a business.', 'PT501442600'),
  tax_id_confirmed: required(
    Joi.boolean(),
    'Whether the staff has confirmed that the tax id is the user’s; false again for another one.',
    false,
  ),
  tax_id_confirmed_at: required(timestamp().allow(null), 'When the staff confirmed it.').example(null),
  tax_id_confirmed_by: required(
    idOf('usr').allow(null),
    'Who confirmed it; null also for one that an upgrade kept.',
  ).example(null),
  trusted: required(Joi.boolean(), 'Whether the unpaid orders of the customer are not limited.', false),
  consents: required(
    objectOf<Consents>({
      email_marketing: consent('marketing by e-mail'),
      sms_marketing: consent('marketing by text message').example(null),
    }),
    'What the user last said about being told of offers, with its time and source as proof.',
  ),
  invited_at: required(
    timestamp().allow(null),
    'When the user was last invited to set a password; null once it is set.',
  ).example(null),
  tags: Joi.array()
    .items(Joi.string())
    .description('The labels of the staff; only for them, not in events.')
    .example(['VIP']),
  note: Joi.string()
    .allow(null)
    .description('The note of the staff; only for them, not in events.')
    .example(null, { override: true }),
})
  .id('User')
  .description('A person with an account.');
