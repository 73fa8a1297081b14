import Joi from 'joi';
import { ROLES } from '#core/access/role.ts';
import { SCOPES } from '#core/access/scope.ts';
import { USER_STATUSES } from '#core/access/user-status.ts';
import { userList } from '#core/users/user-list.ts';
import { querySchema } from '../lists/query-schema.ts';
import { address, addressInput, phone } from '../schemas/address.ts';
import {
  dryRunFields,
  idOf,
  line,
  listOf,
  pairs,
  resourceFields,
  stringMapPatch,
  text,
  timestamp,
  versionFields,
} from '../schemas/fields.ts';

export const scopes = (): Joi.ArraySchema =>
  Joi.array()
    .items(Joi.string().valid(...SCOPES))
    .unique()
    .max(SCOPES.length)
    .example(['products:read', 'products:write']);

/** An e-mail address within the lengths of RFC 5321, in any script. */
export const email = (): Joi.StringSchema =>
  Joi.string()
    .email({ tlds: false, minDomainSegments: 2 })
    .max(254)
    // what is not seen would make two addresses that look the same
    .custom((address: string, helpers) => (/[\p{C}\p{Z}]/u.test(address) ? helpers.error('string.email') : address))
    .example('ada@example.com');

export const newPassword = (): Joi.StringSchema =>
  text(12, 128)
    .description('12 to 128 characters; not one that is easily guessed.')
    .example('correct horse battery staple');

const addresses = (item: Joi.ObjectSchema): Joi.ArraySchema =>
  Joi.array().items(item).max(20).description('At most 20 postal addresses.');

const role = () =>
  Joi.string()
    .valid(...ROLES)
    .example('customer');
const status = () =>
  Joi.string()
    .valid(...USER_STATUSES)
    .example('active');

/** What people may say of themselves. */
const profile = {
  email: email().description('The e-mail, unlike any other user’s but for its case.'),
  password: newPassword(),
  name: line(255).allow(null).description('The name.').example('Ada Lovelace'),
  phone: phone().allow(null).description('The phone number.'),
  addresses: addresses(addressInput),
  metadata: pairs().description('At most 50 string pairs of your own.').example({ newsletter: 'yes' }),
};

/** What others say of them. */
const rights = {
  role: role().description('`customer` if left out. Nobody grants a role whose scopes they do not hold.'),
  permissions: scopes().description('Scopes beside the role’s. Nobody grants what they do not hold.').example([]),
  status: status().description('`active` if left out; `disabled`: sessions end, and keys are refused.'),
};

export const userInput = Joi.object({ ...profile, ...rights, email: profile.email.required() })
  .id('UserInput')
  .description('What is said of a person; what is left out has its default, but a password stays.');

const profilePatch = {
  ...profile,
  addresses: profile.addresses.allow(null),
  metadata: stringMapPatch().description('Pairs to set, and to remove by null.').example({ newsletter: null }),
};

export const userPatch = Joi.object({
  ...profilePatch,
  role: rights.role.allow(null),
  permissions: rights.permissions.allow(null),
  status: rights.status.allow(null),
})
  .id('UserPatch')
  .description('A JSON Merge Patch (RFC 7396): what is left out stays; null returns a field to its default.');

export const selfPatch = Joi.object(profilePatch)
  .id('SelfPatch')
  .description('A JSON Merge Patch (RFC 7396) of one’s own profile.');

export const userSchema = Joi.object({
  ...resourceFields('user', 'usr'),
  email: Joi.string().required().description('The e-mail, unique but for its case.').example('ada@example.com'),
  email_verified: Joi.boolean().required().description('Whether mail was shown to reach them there.').example(true),
  name: Joi.string().allow(null).required().description('The name.').example('Ada Lovelace'),
  phone: Joi.string().allow(null).required().description('The phone number.').example('+351 912 345 678'),
  addresses: addresses(address).required(),
  metadata: pairs().required().description('Pairs of your own.').example({ newsletter: 'yes' }),
  role: role().required().description('What the person is to the shop.'),
  permissions: scopes().required().description("Scopes beside the role's.").example([]),
  status: status().required().description('Whether they can sign in.'),
  ...versionFields,
  ...dryRunFields,
})
  .id('User')
  .description('A person with an account.');

export const userPage = listOf('UserList', userSchema);

export const userListQuery = querySchema(userList);

export const permissionReport = Joi.object({
  object: Joi.string().valid('permission_report').required().description('The type of the answer.'),
  user_id: idOf('usr').required().description('Whose permissions these are.'),
  role: role().required().description('What the person is to the shop.'),
  permissions: scopes().required().description("Scopes beside the role's."),
  status: status().required().description('Whoever is disabled may do nothing of this until they are enabled.'),
  scopes: Joi.array()
    .items(
      Joi.object({
        scope: Joi.string()
          .valid(...SCOPES)
          .required()
          .description('What they may do.')
          .example('orders:read'),
        because: Joi.array()
          .items(Joi.string().example('role staff'))
          .required()
          .description('Why: the role, a permission, or `*` of either, which covers all.'),
      }),
    )
    .required()
    .description('Every scope that is held, and why.'),
  own: Joi.array()
    .items(Joi.string().example('orders'))
    .required()
    .description('What is theirs to see and change, as far as it is their own, without a scope.'),
})
  .id('PermissionReport')
  .description('What a person may do and why.');

export const userExport = Joi.object({
  object: Joi.string().valid('user_export').required().description('The type of the answer.'),
  exported_at: timestamp().required().description('When this was read.'),
  user: userSchema.required(),
  sessions: Joi.array().items(Joi.object().unknown()).required().description('Their sessions.'),
  api_keys: Joi.array().items(Joi.object().unknown()).required().description('The API keys on their account.'),
  orders: Joi.array().items(Joi.object().unknown()).required().description('Their orders; the newest 10,000.'),
  payments: Joi.array().items(Joi.object().unknown()).required().description('The payments of these orders.'),
  refunds: Joi.array().items(Joi.object().unknown()).required().description('What was given back of these payments.'),
  order_timeline: Joi.array()
    .items(Joi.object().unknown())
    .required()
    .description('What happened to these orders, and what was noted on them; the newest 10,000.'),
  events: Joi.array()
    .items(Joi.object().unknown())
    .required()
    .description('What happened to their account and their orders.'),
  audit_log: Joi.array()
    .items(Joi.object().unknown())
    .required()
    .description('What they did and what was done to their account; the newest 10,000.'),
})
  .id('UserExport')
  .description('All that is held of a person.');
