import Joi from 'joi';
import { ROLES } from '#core/access/role.ts';
import { SCOPES } from '#core/access/scope.ts';
import { MAX_USER_TAG_LENGTH, MAX_USER_TAGS } from '#core/users/annotations.ts';
import type { PermissionReport } from '#core/users/permission-report.ts';
import type { UserPatch } from '#core/users/use-cases/change-user.ts';
import type { ErasureEffect } from '#core/users/use-cases/erase-user.ts';
import type { Invitation, UserFields } from '#core/users/user.ts';
import { addressInput, phone } from '../schemas/address.ts';
import { type ConfirmationInput, confirmationFields } from '../schemas/current-password.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { type EventSchemas, erasable, eventOf } from '../schemas/event.ts';
import {
  email,
  idOf,
  integer,
  label,
  line,
  pageOf,
  stringMap,
  stringMapPatch,
  tagOf,
  text,
} from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { scopes } from '../schemas/scopes.ts';
import { addresses, role, userSchema, userStatus } from '../schemas/user.ts';
import { consents } from './consents-schema.ts';

export const newPassword = (): Joi.StringSchema =>
  text(12, 128)
    .description('12 to 128 characters; passwords that are easy to guess are rejected.')
    .example('correct horse battery staple');

/** What a new password does to the API keys of the user. */
export const revokeKeys = (): Joi.BooleanSchema =>
  Joi.boolean()
    .description(
      'With a new password: whether all API keys of the user are revoked. By default only those are that the ended ' +
        'sessions created.',
    )
    .example(true);

type WithPassword<T> = T & Readonly<{ password?: string }> & ConfirmationInput;
type WithRevocation<T> = WithPassword<T> & Readonly<{ revoke_keys?: boolean }>;

/** The fields that users may change themselves. */
const profile = {
  email: email().description(
    'The e-mail, unique regardless of case. For yourself it becomes `pending_email` until you redeem the token that is ' +
      'mailed to it.',
  ),
  password: newPassword(),
  ...confirmationFields(),
  name: line(255).allow(null).description('The name.').example('Ada Lovelace'),
  phone: phone().allow(null).description('The phone number.'),
  addresses: addresses(addressInput),
  tax_id: line(40)
    .pattern(/[A-Za-z0-9]/)
    .allow(null)
    .description('The tax id of a business. A VAT number exempts orders and invoices from tax once it is confirmed.')
    .example('PT501442600'),
  metadata: stringMap().description('At most 50 strings of your own.').example({ newsletter: 'yes' }),
  consents: consents(),
};

const rights = {
  role: role().description('The default is `customer`. Callers can only grant roles whose scopes they hold.'),
  permissions: scopes()
    .description('Scopes in addition to those of the role. Callers can only grant scopes that they hold.')
    .example([]),
  status: userStatus().description('The default is `active`. `disabled` ends all sessions and rejects API keys.'),
  tax_id_confirmed: Joi.boolean()
    .description(
      'Whether the staff has confirmed that `tax_id` is the user’s: it then exempts from tax what the rule ' +
        '`tax_id_exemption` lets it. Another `tax_id` is confirmed anew.',
    )
    .example(true),
  trusted: Joi.boolean()
    .description(
      'Whether unpaid orders that the customer creates are not limited, neither their number nor the stock that they hold. ' +
        'The default is false.',
    )
    .example(false),
  tags: Joi.array()
    .items(tagOf(MAX_USER_TAG_LENGTH))
    .max(MAX_USER_TAGS)
    .description(
      `At most ${MAX_USER_TAGS} labels by which the staff finds users, without a comma; case makes no difference.`,
    )
    .example(['VIP']),
  note: label(5000)
    .allow(null)
    .description('A note for the staff, which the user does not see.')
    .example('Calls back.'),
};

const userFields = { ...profile, ...rights, email: profile.email.required() };

export const userInput = objectOf<WithPassword<UserFields>>(userFields)
  .id('UserInput')
  .description('A new user; omitted fields have their defaults.');

export const invitationInput = objectOf<Invitation & ConfirmationInput>({
  email: required(email(), 'Where the invitation is sent; the e-mail of the user.', 'grace@example.com'),
  name: profile.name.required(),
  role: required(
    Joi.string().valid(...ROLES.filter((role) => role !== 'customer')),
    'Callers can only grant roles whose scopes they hold.',
    'staff',
  ),
  permissions: rights.permissions,
  ...confirmationFields(),
})
  .id('InvitationInput')
  .description('Whom to invite as a colleague.');

export const userReplacement = objectOf<WithRevocation<UserFields>>({ ...userFields, revoke_keys: revokeKeys() })
  .id('UserReplacement')
  .description(
    'All fields of a user: omitted ones are reset to their defaults, but an omitted password and omitted consents stay.',
  );

const profilePatch = {
  ...profile,
  revoke_keys: revokeKeys(),
  addresses: profile.addresses.allow(null),
  metadata: stringMapPatch().example({ newsletter: null }),
  consents: profile.consents.allow(null),
};

export type UserPatchInput = WithRevocation<UserPatch>;

export const userPatch = objectOf<UserPatchInput>({
  ...profilePatch,
  role: rights.role.allow(null),
  permissions: rights.permissions.allow(null),
  status: rights.status.allow(null),
  trusted: rights.trusted.allow(null),
  tax_id_confirmed: rights.tax_id_confirmed.allow(null),
  tags: rights.tags.allow(null),
  note: rights.note,
})
  .id('UserPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

export const erasureInput = objectOf<ConfirmationInput>(confirmationFields())
  .id('ErasureInput')
  .description('The confirmation of an erasure.');

export const selfPatch = objectOf<Pick<UserPatchInput, keyof typeof profilePatch>>(profilePatch)
  .id('SelfPatch')
  .description('A JSON Merge Patch (RFC 7396) of the caller’s own profile.');

const anyUser: Joi.ObjectSchema = userSchema;

export const changedUserSchema = anyUser
  .keys({
    disabled_webhooks: Joi.array()
      .items(idOf('wh'))
      .description(
        'Only after a change to `disabled`, or if there are some after a new password: the webhooks that were disabled with the ' +
          'user, or with the sessions that set them up.',
      )
      .example([]),
  })
  .id('ChangedUser')
  .description('A changed user.');

export const userPage = pageOf('UserList', userSchema);

type ScopeReport = PermissionReport['scopes'][number];

export const permissionReportSchema = objectOf<PermissionReport>({
  object: required(Joi.string().valid('permission_report'), 'The type of the resource.'),
  user_id: required(idOf('usr'), 'The user.'),
  role: required(role(), 'The role, which grants scopes.'),
  permissions: required(scopes(), 'Scopes in addition to those of the role.'),
  status: required(userStatus(), 'A disabled user cannot use any of the scopes.'),
  scopes: required(
    Joi.array().items(
      objectOf<ScopeReport>({
        scope: required(Joi.string().valid(...SCOPES), 'The scope.', 'orders:read'),
        because: required(
          Joi.array().items(Joi.string().example('role staff')),
          'Its sources: the role, a permission, or `*` of either, which covers every scope.',
        ),
      }),
    ),
    'Every scope that the user holds, with its sources.',
  ),
  own: required(
    Joi.array().items(Joi.string().example('orders')),
    'The resource types that the user may read and change without a scope if they own the resource.',
  ),
})
  .id('PermissionReport')
  .description('The permissions of a user with their sources.');

export const userEvents: EventSchemas = {
  user: eventOf(erasable(userSchema, 'email', 'UserOfEvent'))
    .id('UserEvent')
    .description('An event of a user.'),
};

const count = (description: string): Joi.NumberSchema => required(integer(0), description, 1);

export const erasurePreview = objectOf<ErasureEffect & DryRunResult>({
  sessions_ended: count('Sessions that end.'),
  api_keys_removed: count('API keys that are removed.'),
  webhooks_disabled: count('Webhook endpoints that are disabled, since nobody owns them any more.'),
  addresses_removed: count('Addresses of the account.'),
  payment_methods_removed: count('Saved payment methods that are removed.'),
  carts_removed: count('Carts that are removed.'),
  checkouts_removed: count('Checkouts without an order, which are removed.'),
  subscriptions_cancelled: count('Subscriptions that are cancelled at once, without a bill.'),
  invoice_drafts_removed: count('Drafts of invoices that are deleted.'),
  invoices_kept: count('Issued invoices, which keep the buyer for the retention years.'),
  credit_notes_kept: count('Credit notes, which keep the buyer for the retention years.'),
  orders_kept: count('Orders that stay without the buyer.'),
  payments_kept: count('Payments that stay without personal data.'),
  returns_kept: count('Returns that stay without personal data.'),
  withdrawals_kept: count('Withdrawals that stay without personal data.'),
  ...dryRunFields,
})
  .id('ErasurePreview')
  .description('What the erasure of a user would end, remove and keep.');
